import { staffCallsIn } from '@helpdesk/database/staff-calls'
import type { Page } from '@playwright/test'
import { expect, fillSignIn, otherDevice, people, test } from '../support/portal'
import { openAs } from '../support/session'
import { settled } from '../support/settled'

test.describe('without a session', () => {
  for (const path of ['/', '/tickets', '/tickets/new', '/dashboard/agent', '/admin/users', '/settings']) {
    test(`${path} redirects to sign-in`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/auth\/login$/)
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    })
  }

  test('the login page loads no file of a remote', async ({ page }) => {
    const remotes: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/remotes/')) remotes.push(request.url())
    })
    await page.goto('/auth/login')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await settled(page)
    expect(remotes).toEqual([])
    // Positive control.
    await fillSignIn(page, people.customer)
    await expect.poll(() => remotes).not.toEqual([])
  })

  test('the requested page opens after signing in', async ({ page }) => {
    await page.goto('/tickets/new')
    await expect(page).toHaveURL(/\/auth\/login$/)
    await fillSignIn(page, people.customer)
    await expect(page).toHaveURL(/\/tickets\/new$/)
  })
})

const homes = [
  [
    'customer',
    people.customer,
    /\/dashboard\/customer$/,
    ['/dashboard/agent', '/tickets/unassigned', '/admin', '/admin/users'],
  ],
  [
    'agent',
    people.agent,
    /\/dashboard\/agent$/,
    ['/dashboard/customer', '/tickets', '/tickets/new', '/admin/dashboard'],
  ],
  ['admin', people.admin, /\/admin\/dashboard$/, ['/dashboard/customer', '/tickets/new']],
] as const

for (const [role, email, home, forbidden] of homes) {
  test(`${role}: root, auth pages and forbidden paths redirect to the dashboard`, async ({ page }) => {
    await openAs(page, email)
    await expect(page).toHaveURL(home)
    for (const path of [
      '/',
      '/dashboard',
      '/auth/login',
      '/auth/signup',
      '/auth/reset-password',
      '/no/such/path',
      ...forbidden,
    ]) {
      await page.goto(path)
      await expect(page, path).toHaveURL(home)
    }
  })
}

/** @returns URL and staff calls of all scripts loaded on these paths that contain any, whatever their origin */
async function staffScripts(page: Page, email: string, paths: readonly string[]): Promise<string[]> {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    // The body is unavailable after a navigation.
    const body = response.text().catch(() => '')
    scripts.push(
      body.then((text) => {
        const calls = staffCallsIn(text).join(' ')
        return calls && `${response.url()} ${calls}`
      }),
    )
  })
  await openAs(page, email)
  for (const path of paths) {
    await page.goto(path)
    await settled(page)
  }
  expect(scripts.length).toBeGreaterThan(10)
  return (await Promise.all(scripts)).filter(Boolean)
}

test('a customer downloads no staff code from any URL', async ({ page, browser }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const paths = ['/tickets', '/tickets/new', '/settings', '/dashboard/agent', '/admin']
  expect(await staffScripts(page, people.customer, paths)).toEqual([])
  expect(requested.filter((url) => /\/remotes\/(agent-workspace|admin-console)\//.test(url))).toEqual([])

  // Positive control: the same search finds the scripts of an agent.
  const agent = await otherDevice(browser)
  expect(await staffScripts(agent, people.agent, ['/tickets/assigned'])).not.toEqual([])
  await agent.context().close()
})

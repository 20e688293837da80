import { expect, fillSignIn, people, signIn, test } from '../support/portal'
import { openAs } from '../support/session'
import { settled } from '../support/settled'

test.describe('without a session', () => {
  for (const path of ['/', '/tickets', '/tickets/new', '/dashboard/agent', '/admin/users', '/settings']) {
    test(`${path} asks to sign in`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/auth\/login$/)
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    })
  }

  test('nothing of a remote is loaded', async ({ page }) => {
    const remotes: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/remotes/')) remotes.push(request.url())
    })
    await page.goto('/auth/login')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await settled(page)
    expect(remotes).toEqual([])
  })

  test('the place that was asked for is opened after signing in', async ({ page }) => {
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
  test(`${role}: the root, the auth pages and forbidden paths all lead home`, async ({ page }) => {
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

test('a customer never downloads a byte of the agent or admin remote', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/\/remotes\/(agent-workspace|admin-console)\//.test(request.url())) foreign.push(request.url())
  })
  await signIn(page, people.customer)
  for (const path of ['/tickets', '/tickets/new', '/settings', '/dashboard/agent', '/admin']) {
    await page.goto(path)
    await settled(page)
  }
  expect(foreign).toEqual([])
})

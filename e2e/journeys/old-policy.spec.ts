import type { Page } from '@playwright/test'
import { expect, people, signIn, test } from '../support/portal'
import { openAs } from '../support/session'

/** Serves the page with the policy of an earlier shell: the hashes of its inline scripts are others. */
const serveOldPolicy = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const headers = response.headers()
    const policy = headers['content-security-policy']?.replaceAll(
      /'sha256-[^']+'/g,
      `'sha256-${'A'.repeat(43)}='`,
    )
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy ?? '' } })
  })

test('a page starts and signs in although its policy blocks the inline scripts', async ({ page }) => {
  await serveOldPolicy(page)
  await signIn(page, people.customer)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
})

test('a screen opens for a signed-in user although the policy blocks the inline scripts', async ({
  page,
}) => {
  await openAs(page, people.agent)
  await serveOldPolicy(page)
  await page.goto('/tickets/unassigned')
  await expect(page.getByRole('heading', { name: 'Unassigned Tickets' })).toBeVisible()
})

test('a submit before the app is there puts no password into the address', async ({ page }) => {
  await serveOldPolicy(page)
  await page.route('**/assets/begin-*.js', (route) => route.abort())
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('early@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Early1234')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
  expect(new URL(page.url()).search).toBe('')
})

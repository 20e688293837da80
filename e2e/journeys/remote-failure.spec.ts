import { expect, people, test } from '../support/portal'
import { openAs } from '../support/session'

const remote = '**/remotes/customer-portal/**'

for (const [what, fail] of [
  ['does not respond', { abort: true }],
  ['answers 503', { status: 503 }],
] as const) {
  test(`a remote that ${what} shows Retry inside the layout, which loads it once it is available`, async ({
    page,
  }) => {
    let refused = 0
    await page.route(remote, (route) => {
      refused += 1
      return 'abort' in fail ? route.abort() : route.fulfill({ status: fail.status, body: 'down' })
    })
    await openAs(page, people.customer)
    const retry = page.getByRole('button', { name: 'Retry' })
    const welcome = page.getByRole('heading', { name: 'Welcome Back!' })
    await expect(retry).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()

    // While the remote is down, Retry requests it again and stays.
    const before = refused
    await retry.click()
    await expect.poll(() => refused).toBeGreaterThan(before)
    await expect(retry).toBeVisible()
    await expect(welcome).toBeHidden()

    await page.unroute(remote)
    // A pending attempt may succeed and remove the button.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(welcome).toBeVisible({ timeout: 3_000 })
    }).toPass()
  })
}

test('Retry opens the requested page and keeps the history', async ({ page }) => {
  const address = '/tickets/unassigned?priority=high#list'
  await openAs(page, people.agent)
  const start = page.getByRole('heading', { name: 'Agent Dashboard' })
  await expect(start).toBeVisible()
  const files = '**/remotes/agent-workspace/**'
  await page.route(files, (route) => route.abort())
  await page.goto(address)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await page.unroute(files)
  await retry.click()
  const requested = page.getByRole('heading', { name: 'Unassigned Tickets', exact: true })
  await expect(requested).toBeVisible()
  expect(new URL(page.url()).href).toContain(address)
  await page.goBack()
  await expect(start).toBeVisible()
  await page.goForward()
  await expect(requested).toBeVisible()
  expect(new URL(page.url()).href).toContain(address)
})

test('a screen whose code failed to load keeps its URL, and Reload shows it', async ({ page }) => {
  const chunk = '**/remotes/customer-portal/assets/MyTickets-*.js'
  // before the page opens: the files of other screens are loaded when the browser is idle
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await openAs(page, people.customer)
  await page.getByRole('link', { name: 'My Tickets' }).first().click()
  const reload = page.getByRole('button', { name: 'Reload' })
  await expect(reload).toBeVisible()
  await expect(page).toHaveURL(/\/tickets$/)
  await page.unroute(chunk)
  await reload.click()
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
  await expect(page).toHaveURL(/\/tickets$/)
})

test('other remotes work while one is down', async ({ page }) => {
  await page.route('**/remotes/agent-workspace/**', (route) => route.abort())
  await openAs(page, people.admin)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.goto('/dashboard/agent')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.goto('/admin/tickets')
  await expect(page.getByRole('heading', { name: 'All Tickets' })).toBeVisible()
})

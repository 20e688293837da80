import { expect, people, test } from '../support/portal'
import { openAs, startSession } from '../support/session'

for (const [part, files] of [
  ['entry', '**/remotes/customer-portal/remoteEntry.js*'],
  ['screen', '**/remotes/customer-portal/assets/MyTickets-*.js'],
] as const) {
  test(`a hanging ${part} leaves menu and Sign Out, and appears when it arrives`, async ({ page }) => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await startSession(page, people.customer)
    await page.route(files, async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/tickets?status=open')
    await expect(page.getByText('This part of the portal is still loading')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'My Tickets' }).first()).toBeVisible()
    arrive()
    await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
    await expect(page).toHaveURL(/\/tickets\?status=open$/)
  })
}

test('a screen that hangs inside an open session keeps the rest of the portal', async ({ page }) => {
  await page.route('**/remotes/customer-portal/assets/MyTickets-*.js', () => undefined)
  await openAs(page, people.customer)
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await page.getByRole('link', { name: 'My Tickets' }).first().click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
})

test('a hanging file of the shell offers Retry, and the page appears when it arrives', async ({ page }) => {
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await startSession(page, people.customer)
  await page.route('**/assets/portal-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/tickets?status=open', { waitUntil: 'commit' })
  await expect(page.getByText('The helpdesk is still loading')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
  await expect(page).toHaveURL(/\/tickets\?status=open$/)
})

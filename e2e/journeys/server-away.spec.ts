import { newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { ageSession, openAs } from '../support/session'

for (const path of ['/', 'the ticket']) {
  test(`opened at ${path} while sessions cannot be refreshed, a page says so and goes on when they can`, async ({
    page,
  }) => {
    const customer = await newMember('Una Reachable')
    const ticket = await newTicket(customer)
    const address = path === '/' ? '/' : `/tickets/${ticket}`
    await openAs(page, customer.email)
    await ageSession(page, -60)
    for (const service of ['token', 'health'])
      await page.route(`**/auth/v1/${service}*`, (route) => route.fulfill({ status: 503, body: 'away' }))
    await page.goto(address)
    await expect(page.getByText('The helpdesk cannot be reached')).toBeVisible()
    await expect(page.getByText(/You are still signed in/)).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
    await expect(page).toHaveURL(path === '/' ? /\/dashboard\/customer/ : new RegExp(ticket))
  })
}

test('a token that the data API refuses while a page opens is renewed', async ({ page }) => {
  const customer = await newMember('Rita Renewed')
  await openAs(page, customer.email)
  const refused = await page.evaluate<string>(
    () => JSON.parse(localStorage.getItem('helpdesk-auth') ?? '').access_token,
  )
  await page.route('**/rest/v1/**', (route) =>
    route.request().headers()['authorization'] === `Bearer ${refused}`
      ? route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
      : route.continue(),
  )
  await page.goto('/tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

import { setClockAhead } from '../support/clock'
import { newMember, newTicket } from '../support/factories'
import { expect, signIn, test } from '../support/portal'
import { box } from '../support/ticket-page'

const HOUR = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms)

for (const [what, ahead] of [
  ['two hours ahead', 2 * HOUR],
  ['a day ahead', 24 * HOUR],
  ['a day behind', -24 * HOUR],
] as const) {
  test(`on a device whose clock is ${what}, a session lasts and ages are right`, async ({ page }) => {
    const customer = await newMember('Clara Clock')
    const ticket = await newTicket(customer, { subject: 'The clock is wrong', created_at: ago(3 * HOUR) })
    const refreshes: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url())
    })
    await setClockAhead(page, ahead)
    await signIn(page, customer.email)
    await page.goto('/tickets')
    await page
      .getByRole('link', { name: /The clock is wrong/ })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(ticket))
    await expect(page.getByText('3 hours ago').first()).toBeVisible()
    await box(page).fill('Sent by a wrong clock')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.reload()
    await expect(page.getByText('Sent by a wrong clock')).toBeVisible()
    await expect(page.getByText('just now').first()).toBeVisible()
    expect(refreshes).toEqual([])
  })
}

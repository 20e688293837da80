/** A ticket on paper: its texts, without what people work with, light whatever the screen is. */
import { newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box } from '../support/ticket-page'

test('a ticket prints as its texts, in one light column', async ({ page }) => {
  const [customer, agent] = await Promise.all([newMember('Pat Paper'), newMember('Pia Paper', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const who of [agent, customer]) {
    await openAs(page, who.email, `/tickets/${ticket}`)
    await expect(box(page)).toBeVisible()
    const styled = () =>
      page.evaluate(() => [...document.styleSheets].some(({ href }) => /print/.test(href ?? '')))
    await expect.poll(styled).toBe(true)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.locator('#main h1')).toBeVisible()
    await expect(page.locator('#main').getByText('In Progress').first()).toBeVisible()
    await expect(box(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
    for (const hidden of ['aside', '#main nav', '#main form', '#main textarea'])
      await expect(page.locator(hidden).filter({ visible: true })).toHaveCount(0)
    const paper = await page.evaluate(() => ({
      isDark: document.documentElement.classList.contains('dark'),
      isWide: document.documentElement.scrollWidth > innerWidth,
    }))
    expect(paper).toEqual({ isDark: false, isWide: false })
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    await expect(box(page)).toBeVisible()
  }
})

/** A change that is taken back at once: what colleagues and the customer see of it afterwards. */
import { newMember, newTicket } from '../support/factories'
import { expect, otherDevice, test } from '../support/portal'
import { waitForShortcuts } from '../support/keyboard'
import { openAs } from '../support/session'

test('a status that is undone leaves one line for staff and nothing for the customer who watches', async ({
  page,
  browser,
}) => {
  const [customer, agent] = await Promise.all([newMember('Uma Undone'), newMember('Uli Undone', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  const theirs = await otherDevice(browser)
  await openAs(theirs, customer.email, `/tickets/${ticket}`)
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await waitForShortcuts(page)
  await page.keyboard.press('s')
  await page.keyboard.press('5')
  const solved = /changed the status from In Progress to Solved/i
  await expect(theirs.getByText(solved)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(/changed the status from In Progress to Solved, and undid it/i)).toBeVisible()
  await expect(page.getByText(/changed the status/i)).toHaveCount(1)
  await expect(theirs.getByText(solved)).toBeHidden()
  await expect(theirs.getByText(/changed the status/i)).toHaveCount(0)
  await theirs.context().close()
})

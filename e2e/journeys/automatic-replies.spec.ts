import { expectAccessibleAtBothWidths } from '../support/accessible'
import { newMember, newTicket } from '../support/factories'
import { mailToWorkspace, replyAddressOf } from '../support/mail'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

test('a note of an absence is a quiet line of its ticket, and its text is opened there', async ({ page }) => {
  test.setTimeout(180_000)
  const [customer, agent] = await Promise.all([newMember('Ann Away'), newMember('Nina Note', 'agent')])
  const ticket = await newTicket(customer, { subject: 'The lamp is dark' })
  await mailToWorkspace({
    ...{ from: { name: 'Ann Away', address: customer.email }, to: await replyAddressOf(ticket) },
    ...{ subject: 'Abwesenheitsnotiz', inReplyTo: '<a@b.example>' },
    text: 'Ich bin bis einschließlich 7. Januar im Urlaub.\n\nIn dringenden Fällen hilft Ben.',
  })

  await openAs(page, agent.email, `/tickets/${ticket}`)
  const line = page.getByRole('listitem').filter({ hasText: /is away until .*January 7/ })
  await expect(line).toContainText('Ann Away')
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  await expect(page.getByText('In dringenden Fällen hilft Ben.')).toBeHidden()
  await line.getByRole('button', { name: 'Show reply' }).press('Enter')
  await expect(line.getByText('In dringenden Fällen hilft Ben.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a ticket with an automatic reply')
  await line.getByRole('button', { name: 'Show original email' }).click()
  await expect(page.getByRole('dialog').getByText(/Ich bin bis einschließlich/)).toBeVisible()
  await page.keyboard.press('Escape')

  // The customer sees nothing of it.
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await expect(page.getByRole('heading', { name: 'The lamp is dark' })).toBeVisible()
  await expect(page.getByText(/is away/)).toHaveCount(0)
})

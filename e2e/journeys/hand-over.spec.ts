import { expectAccessible } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { mailsTo } from '../support/mail'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'

test('many tickets are handed over with a note: one notification and one mail', async ({ page, browser }) => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Hanna Handed'),
    newMember('Gil Giver', 'agent'),
    newMember('Tara Taker', 'agent'),
  ])
  const tickets: string[] = []
  for (const n of [1, 2, 3])
    tickets.push(
      await newTicket(customer, {
        subject: `Handed over ${n}`,
        assigned_to: agent.id,
        status: 'in_progress',
      }),
    )
  const other = await otherDevice(browser)
  await openAs(other, colleague.email, '/dashboard')
  await openAs(page, agent.email, '/tickets/assigned')
  await expect(page.getByRole('row', { name: /Handed over 3/ })).toBeVisible()
  await waitForShortcuts(page)
  await press(page, 'Shift+A')
  const note = page.getByRole('textbox', { name: 'Note to Tara Taker (optional)' })
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('combobox', { name: 'Assign to' }).fill(colleague.email)
  await page.getByRole('option', { name: /Tara Taker/ }).click()
  await expect(note).toBeFocused()
  await expectAccessible(page, 'the note of a hand-over')
  await note.fill('They wait for the **new** firmware.')
  await page.getByRole('button', { name: 'Assign 3 tickets to Tara Taker' }).click()
  await expect(page.getByText('3 tickets assigned to Tara Taker')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  const bell = other.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  const item = other.getByRole('link', { name: /Gil Giver assigned 3 tickets to you/ })
  await expect(item).toContainText('Handed over 1 and 2 more')
  await expect(item).toContainText('They wait for the')
  await expectAccessible(other, 'the notification of a hand-over')

  // The mail waits as long as the change can be undone.
  expect(await mailsTo(page, colleague.email)).toEqual([])
  await db`update public.notification_outbox set next_attempt_at = now() where recipient_id = ${colleague.id}`
  await db`select pg_notify('helpdesk_notifications', '0')`
  await expect.poll(() => mailsTo(page, colleague.email)).toHaveLength(1)
  const [mail] = await mailsTo(page, colleague.email)
  expect(mail?.subject).toBe('3 tickets assigned to you')
  for (const n of [1, 2, 3]) expect(mail?.text).toContain(`Handed over ${n}`)
  expect(mail?.text).toContain('They wait for the new firmware.')

  await item.click()
  await expect(other).toHaveURL(/\/tickets\/assigned$/)
  await expect(other.getByRole('row', { name: /Handed over 2/ })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await other.context().close()
})

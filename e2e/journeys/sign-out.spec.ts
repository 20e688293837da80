import { db, newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { settled } from '../support/settled'
import { box, expectText } from '../support/ticket-page'

test('asks before unsent work is deleted, and ends the session of an offline sign-out later', async ({
  page,
  context,
}) => {
  const customer = await newMember('Olga Offline')
  const ticket = await newTicket(customer, { subject: 'No network in the train' })
  await openAs(page, customer.email, `/tickets/${ticket}`)
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  const dialog = page.getByRole('dialog', { name: 'Sign out and delete unsent work?' })
  const sessions = async () => (await db`select 1 from auth.sessions where user_id = ${customer.id}`).length
  await expect(box(page)).toBeVisible()
  await settled(page)

  await box(page).fill('A draft')
  await signOut.click()
  await expect(dialog.getByText('Draft: “A draft”')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expectText(box(page), 'A draft')

  await context.setOffline(true)
  await box(page).fill('Written offline')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sent when you are online again')).toBeVisible()
  await signOut.click()
  await expect(dialog.getByText('Comment not sent yet: “Written offline”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByText(/^You are signed out on this device\. The server will end/)).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(await stored()).not.toContain('refresh_token')
  expect(await stored()).not.toContain('Written offline')
  expect(await sessions()).toBe(1)

  await context.setOffline(false)
  await expect.poll(sessions).toBe(0)
  await expect.poll(stored).not.toContain('helpdesk-sessions-to-end')
  expect(await db`select 1 from public.comments where ticket_id = ${ticket}`).toHaveLength(0)
})

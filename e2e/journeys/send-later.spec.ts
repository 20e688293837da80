import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { waitForShortcuts } from '../support/keyboard'
import { mailsTo } from '../support/mail'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, expectText, send } from '../support/ticket-page'

const open = async (page: Page) => {
  const [customer, agent] = await Promise.all([newMember('Lara Later'), newMember('Sid Scheduler', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'open' })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await waitForShortcuts(page)
  return { customer, agent, ticket }
}
// Each looks twice at the page in both schemes and widths.
test.describe.configure({ timeout: 240_000 })
const thread = (page: Page) => page.getByRole('region', { name: 'Comments' })
const schedule = async (page: Page, text: string) => {
  await box(page).fill(text)
  await page.getByRole('button', { name: 'More ways to reply' }).click()
  // Tomorrow, or Monday before a weekend.
  await page
    .getByRole('menuitem', { name: /^Send .+9:00/ })
    .first()
    .click()
  await expect(thread(page).getByText(/^Scheduled for/)).toBeVisible()
}
/** The time of the ticket's scheduled reply has come, and the backend's job runs. */
const letTimePass = async (ticket: string) => {
  await db`update public.comments set send_at = now() where ticket_id = ${ticket} and send_at is not null`
  await db`select pg_notify('helpdesk_notifications', '0')`
}
const publicComments = async (ticket: string) =>
  (
    await db<{ content: string }[]>`
      select content from public.comments where ticket_id = ${ticket} and not is_internal order by created_at`
  ).map(({ content }) => content)

test('schedules a reply, edits it, and sends it once at its time', async ({ page, browser }) => {
  const { customer, ticket } = await open(page)
  await box(page).fill('See you tomorrow')
  await page.getByRole('button', { name: 'More ways to reply' }).click()
  await expect(page.getByRole('menuitem', { name: 'Pick a date and time…' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'the menu beside Send')
  await page.keyboard.press('Escape')
  await schedule(page, 'See you tomorrow')
  await expectText(box(page), '')
  await expectAccessibleInBothSchemes(page, 'a scheduled reply')
  expect(await publicComments(ticket)).toEqual([])

  await thread(page).getByRole('button', { name: 'Edit' }).click()
  await expectText(box(page), 'See you tomorrow')
  await expect(box(page)).toBeFocused()
  await schedule(page, 'See you tomorrow at nine')
  expect(await mailsTo(page, customer.email)).toEqual([])

  await letTimePass(ticket)
  await expect.poll(() => publicComments(ticket)).toEqual(['See you tomorrow at nine'])
  await expect(thread(page).getByText(/^Scheduled for/)).toBeHidden()
  await expect.poll(async () => (await mailsTo(page, customer.email)).length).toBe(1)
  await letTimePass(ticket)
  const theirs = await browser.newPage()
  await openAs(theirs, customer.email, `/tickets/${ticket}`)
  await expect(theirs.getByText('See you tomorrow at nine')).toHaveCount(1)
  await theirs.close()
  expect(await mailsTo(page, customer.email)).toHaveLength(1)
})

test('asks again when the customer writes first', async ({ page, browser }) => {
  const { customer, ticket } = await open(page)
  await schedule(page, 'Have you tried it?')
  const theirs = await browser.newPage()
  await openAs(theirs, customer.email, `/tickets/${ticket}`)
  await box(theirs).fill('It works now')
  await send(theirs).click()
  await expect(thread(page).getByText('The customer wrote since.')).toBeVisible()
  await letTimePass(ticket)
  const held = () => db`select held_for from private.waiting_replies w
    join public.comments c on c.id = w.comment_id where c.ticket_id = ${ticket}`
  await expect.poll(async () => [...(await held())]).toEqual([{ held_for: 'customer_wrote' }])
  expect(await publicComments(ticket)).toEqual(['It works now'])
  await expectAccessibleInBothSchemes(page, 'a reply that asks again')
  await page.goto('/')
  await page
    .getByRole('button', { name: /notifications/i })
    .first()
    .click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByText('Your reply was not sent at its time')).toBeVisible()

  await page.goto(`/tickets/${ticket}`)
  await thread(page).getByRole('button', { name: 'Send anyway' }).click()
  await expect(thread(page).getByText('The customer wrote since.')).toBeHidden()
  await expect(theirs.getByText('Have you tried it?')).toBeVisible()
  expect(await publicComments(ticket)).toEqual(['It works now', 'Have you tried it?'])
  await theirs.close()
})

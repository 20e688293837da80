import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { clientOf, db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

// Each looks at several pages in both schemes and widths.
test.describe.configure({ timeout: 240_000 })
const BY_CHANGE = '/tickets/assigned?sort=updated_at'
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const rows = (page: Page) => page.locator('tr[data-id]')
const menu = (page: Page) => page.getByRole('dialog', { name: 'Snooze' })
const until = async (ticket: string) =>
  (await db`select snoozed_until::text as until from public.tickets where id = ${ticket}`)[0]?.until

/** An agent with three tickets, of which the first is to be snoozed. */
async function newDay() {
  const [customer, agent] = await Promise.all([newMember('Cleo Customer'), newMember('Sina Snooze', 'agent')])
  const created_at = new Date(Date.now() - 3 * 3_600_000)
  const tickets: string[] = []
  for (const subject of ['The spare part', 'The lamp', 'The door'])
    tickets.push(
      await newTicket(customer, { subject, assigned_to: agent.id, status: 'in_progress', created_at }),
    )
  return { customer, agent, ticket: tickets[0] ?? '' }
}
const rowOf = (page: Page, ticket: string) => page.locator(`tr[data-id="${ticket}"]`)

/** Puts the cursor on the ticket's row. */
async function walkTo(page: Page, ticket: string) {
  await expect(rows(page)).toHaveCount(3)
  await waitForShortcuts(page)
  await expect(async () => {
    await press(page, 'j')
    await expect(rowOf(page, ticket)).toBeFocused({ timeout: 500 })
  }).toPass()
}

test('an agent snoozes a ticket with two keys; the customer’s answer brings it back', async ({ page }) => {
  const { customer, agent, ticket } = await newDay()
  await openAs(page, agent.email, BY_CHANGE)
  await walkTo(page, ticket)

  // The menu leaves everything as it was when it is closed.
  await press(page, 'h')
  await expect(menu(page)).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'the choices of a snooze')
  await press(page, 'Escape')
  await expect(menu(page)).toBeHidden()
  await expect(rowOf(page, ticket)).toBeFocused()
  expect(await until(ticket)).toBeNull()

  // Two keys. The row leaves the list once the cursor has moved on.
  await press(page, 'h', '6')
  await expect.poll(() => until(ticket)).toBe('infinity')
  await expect(page.getByText(/^#\d+ snoozed until the customer answers$/)).toBeVisible()
  await expect(rowOf(page, ticket)).toBeFocused()
  await press(page, 'z')
  await expect.poll(() => until(ticket)).toBeNull()
  await walkTo(page, ticket)
  await press(page, 'h', '6')
  await expect.poll(() => until(ticket)).toBe('infinity')
  await page.goto(BY_CHANGE)
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, ticket)).toHaveCount(0)

  await waitForShortcuts(page)
  await press(page, 'g', 'z')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, ticket)).toContainText('Until the customer answers')
  await expect(page.getByRole('link', { name: 'Snoozed', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expectAccessibleInBothSchemes(page, 'the list of snoozed tickets')

  await page.goto(BY_CHANGE)
  await expect(rows(page)).toHaveCount(2)
  const client = await clientOf(customer)
  await client.from('comments').insert({ ticket_id: ticket, content: 'The part has come.' }).throwOnError()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Back from snooze' })).toContainText('The spare part')
  await expect(rows(page)).toHaveCount(2)
})

test('a snooze ends at its time, with a notification', async ({ page }) => {
  const { agent, ticket } = await newDay()
  await openAs(page, agent.email, BY_CHANGE)
  await walkTo(page, ticket)
  // The first of the choices: later today, or the next opening.
  await press(page, 'h', 'Enter')
  await expect.poll(() => until(ticket)).toMatch(/^20/)
  await page.goto('/tickets/assigned?snoozed=yes&sort=snoozed')
  await expect(rowOf(page, ticket)).toContainText(/Until .*\d+:\d\d/)
  await page.goto(BY_CHANGE)
  await expect(rows(page)).toHaveCount(2)

  // The time has come: lists have it at once, and the backend wakes it within half a minute.
  await db`update public.tickets set snoozed_until = now() - interval '1 second' where id = ${ticket}`
  await page.reload()
  await expect(page.getByText('The spare part')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread', { timeout: 45_000 })
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText('A ticket is no longer snoozed')).toBeVisible()
  await page.goto('/tickets/assigned?status=in_progress&sort=updated_at')
  await expect(rows(page).first()).toContainText('The spare part')
  await expect(rows(page).first()).toContainText('Unread')
  expect(await until(ticket)).toBeNull()

  // Once, above the list in any order, until it is opened.
  await page.goto('/tickets/assigned?sort=subject')
  const back = page.getByRole('region', { name: 'Back from snooze' })
  await expect(back).toContainText('The spare part')
  await expect(rows(page)).toHaveCount(2)
  await expectAccessibleInBothSchemes(page, 'what came back from a snooze')
  const read = page.waitForResponse((answer) => answer.url().endsWith('/mark_ticket_read'))
  await back.getByRole('link', { name: /The spare part/ }).click()
  await expect(page.getByTitle('Snooze the ticket')).toBeVisible()
  await read
  await page.goto('/tickets/assigned?sort=subject')
  await expect(rows(page)).toHaveCount(3)
  await expect(back).toBeHidden()
})

test('a ticket is snoozed and woken on its own page', async ({ page }) => {
  const { agent, ticket } = await newDay()
  await openAs(page, agent.email, `/tickets/${ticket}`)
  const control = page.getByTitle('Snooze the ticket')
  await expect(control).toHaveText('Snooze')
  await waitForShortcuts(page)
  await press(page, 'h')
  await expect(menu(page)).toBeVisible()
  await press(page, '2')
  await expect(control).toHaveText(/Snoozed until \w{3} 9:00/)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await press(page, 'z')
  await expect(control).toHaveText('Snooze')

  await control.click()
  await page.getByRole('option', { name: 'Until the customer answers' }).click()
  await expect(control).toHaveText('Snoozed until the customer answers')
  await expect(control).toBeFocused()
  await expectAccessibleInBothSchemes(page, 'a snoozed ticket')
  await page.getByRole('button', { name: 'Wake', exact: true }).click()
  await expect(control).toHaveText('Snooze')
  await expect.poll(() => until(ticket)).toBeNull()
})

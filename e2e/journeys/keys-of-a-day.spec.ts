/**
 * How many keys and clicks the jobs of a day take, beside what public pages of two other products tell; each figure names its
 * page. Linear Docs: "Triage" (2 or M M marks a duplicate and asks of which, H snoozes) and "Assign and delegate issues" (A and
 * the choice, X selects an issue). Zendesk help: "Managing tickets in bulk", "About follow-up tickets" and "Working with problem
 * and incident tickets"; its list of shortcuts could not be read. A guide by eesel, "Zendesk ticket merge requirements", says
 * that nothing takes a merge back. "Not there" is a job that the product lacks, "not found" one of which those pages tell no keys.
 */
import type { Page } from '@playwright/test'
import { job } from '../support/count-keys'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, expectText, send } from '../support/ticket-page'

const numberOf = async (id: string) =>
  Number((await db`select number from public.tickets where id = ${id}`)[0]?.number)
const mergedInto = async (id: string): Promise<unknown> =>
  (await db`select merged_into from public.tickets where id = ${id}`)[0]?.merged_into
const until = async (agent: string) =>
  (
    await db<{ until: string | null }[]>`
      select snoozed_until::text as until from public.tickets where assigned_to = ${agent} order by number`
  ).map((row) => row.until)
const setUndo = (seconds: number) => db`update public.workspace_settings set undo_send_seconds = ${seconds}`
test.afterEach(async () => void (await setUndo(0)))

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Merge into another ticket' })

test('merging: the other ticket of the requester, one by number, and back', async ({ page }) => {
  const [customer, stranger, agent] = await Promise.all([
    newMember('Rea Requester'),
    newMember('Otto Other'),
    newMember('Mia Merger', 'agent'),
  ])
  const [source, target, other] = [
    await newTicket(customer, { subject: 'Kettle leaks' }),
    await newTicket(customer, { subject: 'Water below the kettle' }),
    await newTicket(stranger, { subject: 'Another kettle' }),
  ]
  const [into, number] = [await numberOf(target), await numberOf(other)]
  await openAs(page, agent.email, `/tickets/${source}`)
  await expect(page.getByRole('button', { name: 'Merge…' })).toBeVisible()
  await waitForShortcuts(page)

  // Linear, "Triage": 3 (M M and the choice). Zendesk: not found.
  await job(page, 'merge two tickets of a requester', { keys: 3 }, async ({ press }) => {
    await press('#')
    await expect(dialog(page).getByRole('option', { name: /Water below the kettle/ })).toBeVisible()
    await press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Merge', exact: true })).toBeFocused()
    await press('Enter')
    await expect.poll(() => mergedInto(source)).toBe(target)
  })
  await expect(page).toHaveURL(new RegExp(`/tickets/${into}$`))
  await expect(page.getByText('Kettle leaks').first()).toBeVisible()

  // Linear: not found. Zendesk: not there, by "Zendesk ticket merge requirements".
  await job(page, 'take a merge back', { keys: 1 }, async ({ press }) => {
    await press('z')
    await expect.poll(() => mergedInto(source)).toBeNull()
  })

  await page.goto(`/tickets/${source}`)
  await expect(page.getByRole('button', { name: 'Merge…' })).toBeVisible()
  await waitForShortcuts(page)
  // Linear, "Triage": 3 and the number. Zendesk: the number has to be known, by "Zendesk ticket merge requirements".
  await job(page, 'merge by number', { keys: 3 }, async ({ press, type }) => {
    await press('#')
    await expect(dialog(page).getByRole('combobox')).toBeFocused()
    await type(String(number))
    await expect(dialog(page).getByRole('option', { name: /Another kettle/ })).toBeVisible()
    await expect(dialog(page).getByRole('option')).toHaveCount(1)
    await press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Merge', exact: true })).toBeFocused()
    await press('Enter')
    await expect.poll(() => mergedInto(source)).toBe(other)
  })

  // After the time of Undo, by mouse. Linear: not found. Zendesk: not there.
  await page.reload()
  await job(page, 'unmerge later', { clicks: 1 }, async ({ click }) => {
    await click(page.getByRole('button', { name: /^Unmerge #/ }))
    await expect.poll(() => mergedInto(source)).toBeNull()
  })
})

test('snoozing: till tomorrow, till the customer answers, many, the list, and waking', async ({ page }) => {
  const [customer, agent] = await Promise.all([newMember('Cleo Customer'), newMember('Sina Snooze', 'agent')])
  for (const subject of ['The lamp', 'The door'])
    await newTicket(customer, { subject, assigned_to: agent.id, status: 'in_progress' })
  const rows = page.locator('tr[data-id]')
  await openAs(page, agent.email, '/tickets/assigned?sort=updated_at')
  await expect(rows).toHaveCount(2)
  await waitForShortcuts(page)
  await press(page, 'j')
  await expect(page.locator('tr[data-id]:focus')).toHaveCount(1)
  const times = () => until(agent.id)

  // Linear, "Triage": 2 (H and the choice). Zendesk: not found.
  await job(page, 'snooze till tomorrow', { keys: 2 }, async ({ press }) => {
    await press('h', '2')
    await expect.poll(async () => (await times()).filter((time) => time?.startsWith('20'))).toHaveLength(1)
  })
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await press(page, 'z')
  await expect.poll(times).toEqual([null, null])

  // Linear: not found (its H asks for a time). Zendesk: not found.
  await page.reload()
  await expect(rows).toHaveCount(2)
  await waitForShortcuts(page)
  await press(page, 'j')
  await job(page, 'snooze till the customer answers', { keys: 2 }, async ({ press }) => {
    await press('h', '6')
    await expect.poll(async () => (await times()).filter((time) => time === 'infinity')).toHaveLength(1)
  })

  // Linear and Zendesk: not found.
  await job(page, 'see what is snoozed', { keys: 2 }, async ({ press }) => {
    await press('g', 'z')
    await expect(rows).toHaveCount(1)
  })
  await press(page, 'j')
  await expect(rows).toBeFocused()
  // Linear and Zendesk: not found.
  await job(page, 'wake a ticket', { keys: 2 }, async ({ press }) => {
    await press('h', '7')
    await expect.poll(times).toEqual([null, null])
  })

  await page.goto('/tickets/assigned')
  await expect(rows).toHaveCount(2)
  await waitForShortcuts(page)
  // Linear: its 2 keys, and those that select. Zendesk: not found.
  await job(page, 'snooze all tickets of a list', { keys: 3 }, async ({ press }) => {
    await press('Shift+A', 'h', '2')
    await expect.poll(async () => (await times()).filter((time) => time?.startsWith('20'))).toHaveLength(2)
  })
  // Linear and Zendesk: not found.
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible()
  await job(page, 'undo a bulk change', { keys: 1 }, async ({ press }) => {
    await press('z')
    await expect.poll(times).toEqual([null, null])
  })
})

test('replies: undo one, schedule one for the next morning, edit it and cancel it', async ({ page }) => {
  await setUndo(40)
  const [customer, agent] = await Promise.all([newMember('Lara Later'), newMember('Sid Sender', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'open' })
  const thread = page.getByRole('region', { name: 'Comments' })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await waitForShortcuts(page)
  await box(page).fill('Too early')

  // Linear: not there, its comments are no mails. Zendesk: not found.
  await job(page, 'send a reply and undo it', { keys: 3 }, async ({ press }) => {
    await press('Control+Enter')
    await expect(page.getByText('Not sent yet')).toBeVisible()
    // Out of the box, in which z is a letter.
    await press('Escape', 'z')
    await expectText(box(page), 'Too early')
  })
  await expect(page.getByText('Not sent yet')).toBeHidden()

  // Linear: not there. Zendesk: not found.
  await job(page, 'schedule a reply for the next morning', { clicks: 2 }, async ({ click }) => {
    await click(page.getByRole('button', { name: 'More ways to reply' }))
    await click(page.getByRole('menuitem', { name: /^Send .+9:00/ }).first())
    await expect(thread.getByText(/^Scheduled for/)).toBeVisible()
  })
  await job(page, 'edit a scheduled reply', { clicks: 1 }, async ({ click }) => {
    await click(thread.getByRole('button', { name: 'Edit' }))
    await expectText(box(page), 'Too early')
    await expect(box(page)).toBeFocused()
  })
  await page.getByRole('button', { name: 'More ways to reply' }).click()
  await page
    .getByRole('menuitem', { name: /^Send .+9:00/ })
    .first()
    .click()
  await job(page, 'cancel a scheduled reply', { clicks: 1 }, async ({ click }) => {
    await click(thread.getByRole('button', { name: 'Cancel' }))
    await expect(thread.getByText(/^Scheduled for/)).toBeHidden()
  })
})

test('many tickets are handed over with a note, and one is opened by its number', async ({ page }) => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Hanna Handed'),
    newMember('Gil Giver', 'agent'),
    newMember('Tara Taker', 'agent'),
  ])
  const tickets: string[] = []
  for (const subject of ['The lamp', 'The door', 'The spare part'])
    tickets.push(await newTicket(customer, { subject, assigned_to: agent.id, status: 'in_progress' }))
  const number = await numberOf(tickets[2] ?? '')
  const rows = page.locator('tr[data-id]')
  await openAs(page, agent.email, '/tickets/assigned')
  await expect(rows).toHaveCount(3)
  await waitForShortcuts(page)

  // Linear: not found. Zendesk: not found.
  await job(page, 'open a ticket by its number', { keys: 2 }, async ({ press, type }) => {
    await press('Control+k')
    await type(`#${number}`)
    await expect(page.getByRole('option', { name: /The spare part/ })).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('heading', { name: 'The spare part', level: 1 })).toBeVisible()
  })
  await page.goBack()
  await expect(rows).toHaveCount(3)
  await waitForShortcuts(page)

  // Linear, "Assign and delegate issues": an X on each and the bar of a right click, without a note. Zendesk, "Managing tickets
  // in bulk": at least 3 clicks (all of the list, Edit, the assignee) before the tickets are submitted.
  await job(page, 'hand over tickets with a note', { keys: 4 }, async ({ press, type }) => {
    await press('Shift+A', 'a')
    await type(colleague.email)
    await expect(page.getByRole('option', { name: /Tara Taker/ })).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('textbox', { name: 'Note to Tara Taker (optional)' })).toBeFocused()
    await type('They wait for the new firmware.')
    await press('Control+Enter')
    await expect(page.getByText('3 tickets assigned to Tara Taker')).toBeVisible()
  })
  const notes = await db`select note from private.hand_overs where person_id = ${colleague.id}`
  expect([...notes]).toEqual([{ note: 'They wait for the new firmware.' }])
})

test('a customer answers a ticket that was closed long ago, and staff see what it was about', async ({
  page,
  browser,
}) => {
  const [customer, agent] = await Promise.all([newMember('Cleo Customer'), newMember('Fay Follows', 'agent')])
  const old = await newTicket(customer, { subject: 'It smokes', assigned_to: agent.id, status: 'closed' })
  await db`update public.tickets set closed_at = now() - interval '40 days' where id = ${old}`
  const theirs = await otherDevice(browser)
  await openAs(theirs, customer.email, `/tickets/${old}`)
  await box(theirs).fill('It smokes again.')

  // Zendesk, "About follow-up tickets": every answer to a closed ticket opens one, so as many. Linear: not found.
  await job(theirs, 'answer a ticket that was closed long ago', { clicks: 1 }, async ({ click }) => {
    await click(send(theirs))
    await expect(theirs.getByText(/Continues in/)).toBeVisible()
  })
  const [made] = await db<{ id: string }[]>`
    select id from public.tickets where customer_id = ${customer.id} and id <> ${old}`
  await theirs.context().close()

  // Staff do nothing for it: the follow-up is theirs already. Zendesk, the same page: only with a setting, else it has nobody.
  await openAs(page, agent.email, `/tickets/${made?.id}`)
  await job(page, 'go to the ticket that a follow-up continues', { clicks: 1 }, async ({ click }) => {
    await click(page.getByRole('link', { name: `#${await numberOf(old)}`, exact: true }).first())
    await expect(page.getByText(`Ticket #${await numberOf(old)}`)).toBeVisible()
  })
})

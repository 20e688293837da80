/**
 * How many keys and clicks the jobs of merging and of later take, compared with what could be read of Linear and Zendesk. Linear's
 * page about triage: H snoozes, 2 keys with the choice of a time; M M marks a duplicate and asks of which, 3 keys with the choice.
 * Zendesk: a guide says that nothing takes a merge back; its list of shortcuts could not be read. "Not there" is a job that the
 * product lacks, "not found" one of which those pages name no key.
 */
import type { Page } from '@playwright/test'
import { job } from '../support/count-keys'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box } from '../support/ticket-page'

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

  // Linear: 3 (M M and the choice). Zendesk: not found.
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

  // Linear: not found. Zendesk: not there.
  await job(page, 'take a merge back', { keys: 1 }, async ({ press }) => {
    await press('z')
    await expect.poll(() => mergedInto(source)).toBeNull()
  })

  await page.goto(`/tickets/${source}`)
  await expect(page.getByRole('button', { name: 'Merge…' })).toBeVisible()
  await waitForShortcuts(page)
  // Linear: 3 and the number. Zendesk: not found.
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

  // Linear: 2 (H and the choice). Zendesk: not found.
  await job(page, 'snooze till tomorrow', { keys: 2 }, async ({ press }) => {
    await press('h', '2')
    await expect.poll(async () => (await times()).filter((time) => time?.startsWith('20'))).toHaveLength(1)
  })
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
    await expect(box(page)).toHaveValue('Too early')
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
    await expect(box(page)).toHaveValue('Too early')
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

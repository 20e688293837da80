import type { Page } from '@playwright/test'
import { db, newMember, newTicket, type Member } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { mailsTo } from '../support/mail'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

const stateOf = async (id: string) =>
  (
    await db`select t.number::text, status, priority, assigned_to, g.tags
      from public.tickets t left join public.ticket_tags g on g.ticket_id = t.id where t.id = ${id}`
  )[0]

/** Changes the ticket, checks what the screen says, and undoes the change. */
async function changeAndUndo(
  page: Page,
  ticket: string,
  change: () => Promise<unknown>,
  says: string | RegExp,
  undo: () => Promise<unknown> = () => press(page, 'z'),
) {
  const before = await stateOf(ticket)
  await change()
  const shown = page.getByRole('status').filter({ hasText: `#${before?.number}` })
  await expect(shown.filter({ hasText: says })).toBeVisible()
  expect(await stateOf(ticket)).not.toEqual(before)
  await undo()
  await expect(page.getByText(`Undone: #${before?.number} restored`)).toBeVisible()
  expect(await stateOf(ticket)).toEqual(before)
}

/** Neither sent nor waiting. */
async function expectNoMails(page: Page, tickets: string[], people: Member[]) {
  expect(await db`select kind from public.notification_outbox where ticket_id = any (${tickets})`).toEqual([])
  for (const { email } of people) expect(await mailsTo(page, email)).toEqual([])
}

const workspace = async () => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Una Undone'),
    newMember('Ulf Undo', 'agent'),
    newMember('Cory Colleague', 'agent'),
  ])
  return { customer, agent, colleague }
}
const undoButton = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByText('Undo')
const pick = async (page: Page, menu: string, option: string) => {
  await page.getByTitle(menu, { exact: true }).click()
  await page.getByRole('menu', { name: menu }).getByRole('menuitemradio', { name: option }).click()
}

for (const width of [1440, 360])
  test(`undoes each kind of change in a ticket; nobody gets a mail, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    test.setTimeout(240_000)
    const { customer, agent, colleague } = await workspace()
    const ticket = await newTicket(customer, { assigned_to: colleague.id, status: 'open' })
    await openAs(page, agent.email, `/tickets/${ticket}`)
    await waitForShortcuts(page)

    const takeOver = async () => {
      await page.getByRole('button', { name: 'Take over', exact: true }).click()
      await page.getByRole('form', { name: 'Take over' }).getByRole('button', { name: 'Take over' }).click()
    }
    await changeAndUndo(page, ticket, takeOver, 'taken over', () => undoButton(page).click())

    await db`update public.tickets set assigned_to = null where id = ${ticket}`
    await page.reload()
    await waitForShortcuts(page)
    await changeAndUndo(page, ticket, () => press(page, 'c'), 'assigned to you')
    const assign = async () => {
      await page.getByTitle('Assign', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Find an agent' }).fill(colleague.email)
      await page.getByRole('option', { name: new RegExp(colleague.name) }).click()
    }
    await changeAndUndo(page, ticket, assign, `assigned to ${colleague.name}`)
    await changeAndUndo(page, ticket, () => pick(page, 'Set status', 'Pending'), 'set to Pending')
    await changeAndUndo(page, ticket, () => pick(page, 'Set priority', 'Urgent'), 'set to Urgent priority')
    const tag = async () => {
      await page.getByLabel('Add a tag').first().fill('vpn')
      await press(page, 'Enter')
    }
    await changeAndUndo(page, ticket, tag, /Tags of #\d+ changed/, () => undoButton(page).click())
    await expectNoMails(page, [ticket], [customer, colleague])
  })

for (const width of [1440, 360])
  test(`undoes the next ticket, a claim and a bulk change in a list; nobody gets a mail, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    test.setTimeout(240_000)
    const { customer, agent, colleague } = await workspace()
    const subject = `Undo this ${Date.now()}`
    // The most urgent, then oldest ticket of the queue.
    const next = await newTicket(customer, { subject, priority: 'urgent', created_at: new Date(0) })
    await openAs(page, agent.email, `/tickets/unassigned?q=${encodeURIComponent(subject)}`)
    await expect(page.getByRole('row', { name: new RegExp(subject) })).toBeVisible()
    await waitForShortcuts(page)
    await changeAndUndo(
      page,
      next,
      () => page.getByRole('button', { name: 'Assign to me' }).click(),
      'assigned to you',
    )

    await expect(page.getByRole('row', { name: new RegExp(subject) })).toBeVisible()
    const before = await stateOf(next)
    await press(page, 'Shift+A')
    await page.getByLabel('Set status').selectOption({ label: 'On Hold' })
    await expect.poll(() => stateOf(next)).toMatchObject({ status: 'on_hold' })
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await press(page, 'z')
    await expect.poll(() => stateOf(next)).toEqual(before)

    // A bulk change is undone from inside a ticket as well.
    await press(page, 'Shift+A')
    await page.getByLabel('Set status').selectOption({ label: 'On Hold' })
    await expect(page.getByText(`#${before?.number} set to On Hold`)).toBeVisible()
    await page
      .getByRole('row', { name: new RegExp(subject) })
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
    await press(page, 'z')
    await expect(page.getByText(`Undone: #${before?.number} restored`)).toBeVisible()
    expect(await stateOf(next)).toEqual(before)
    await page.goBack()
    await expect(page.getByRole('row', { name: new RegExp(subject) })).toBeVisible()
    await waitForShortcuts(page)

    await press(page, 't')
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
    await expect.poll(() => stateOf(next)).toMatchObject({ assigned_to: agent.id })
    // The message of the undo before has the same words as the one to come.
    await expect(page.getByText(`#${before?.number} assigned to you`)).toBeVisible()
    await press(page, 'z')
    await expect(page.getByText(`Undone: #${before?.number} restored`)).toBeVisible()
    expect(await stateOf(next)).toEqual(before)
    await expectNoMails(page, [next], [customer, colleague])
    await db`update public.tickets set status = 'closed' where id = ${next}`
  })

test('offers Undo on a narrow screen', async ({ page }) => {
  const { customer, agent, colleague } = await workspace()
  const ticket = await newTicket(customer, { assigned_to: agent.id })
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  const solve = () => pick(page, 'Set status', 'Solved')
  await changeAndUndo(page, ticket, solve, 'set to Solved', () => undoButton(page).click())
  await expectNoMails(page, [ticket], [customer, colleague])
})

import { expectAccessibleAtBothWidths } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { mailsTo, mailToWorkspace, replyAddressOf } from '../support/mail'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, send } from '../support/ticket-page'

test.describe.configure({ timeout: 240_000 })
test.afterEach(async () => void (await db`update public.workspace_settings set follow_up_days = 28`))

interface Numbered {
  id: string
  number: string
}

/** A ticket of that customer that was closed so many days ago. */
async function closedTicket(customer: { id: string }, days: number, values = {}): Promise<Numbered> {
  const id = await newTicket(customer, { subject: 'The toaster smokes', status: 'closed', ...values })
  await db`update public.tickets set closed_at = now() - make_interval(days => ${days}) where id = ${id}`
  const [row] = await db<{ number: string }[]>`select number::text from public.tickets where id = ${id}`
  return { id, number: row?.number ?? '' }
}
/** The tickets that follow another up. */
const followUpsOf = (ticket: string) => db<Numbered[]>`
  select t.id, t.number::text from private.ticket_links l join public.tickets t on t.id = l.from_id
  where l.to_id = ${ticket} and l.kind = 'follow_up'`
const statusOf = async (ticket: string) =>
  (await db<{ status: string }[]>`select status from public.tickets where id = ${ticket}`)[0]?.status

test('an answer in the portal to a ticket closed long ago opens a linked one, which both sides see', async ({
  page,
  browser,
}) => {
  const [customer, agent] = await Promise.all([newMember('Cleo Customer'), newMember('Fay Follows', 'agent')])
  const old = await closedTicket(customer, 40, { assigned_to: agent.id })
  await openAs(page, agent.email, `/tickets/${old.number}`)
  const card = page.getByRole('region', { name: 'Linked tickets' })
  await expect(card.getByText('No linked tickets')).toBeVisible()

  const theirs = await otherDevice(browser)
  await openAs(theirs, customer.email, `/tickets/${old.number}`)
  await expect(theirs.getByText(/Your comment opens a new ticket, linked with this one/)).toBeVisible()
  await expectAccessibleAtBothWidths(theirs, 'a ticket whose answer opens another')
  await box(theirs).fill('It smokes again.')
  await send(theirs).click()
  await expect(theirs.getByText('Your comment is in the ticket that continues this one.')).toBeVisible()
  const [made, ...more] = await followUpsOf(old.id)
  expect(more).toEqual([])
  // Above the conversation, and above the box.
  const links = theirs.getByRole('link', { name: `#${made?.number}`, exact: true })
  await expect(links).toHaveCount(2)
  const link = links.first()
  await expect(theirs.getByRole('region', { name: 'Comments' }).getByText('It smokes again.')).toHaveCount(0)
  await expectAccessibleAtBothWidths(theirs, 'a ticket that continues in another')

  // The next one goes there as well.
  await expect(
    theirs.getByText(`Your comment is added to #${made?.number}, which continues it.`),
  ).toBeVisible()
  await box(theirs).fill('And it burns.')
  await send(theirs).click()
  await expect.poll(() => commentsOf(made?.id ?? '')).toEqual(['It smokes again.', 'And it burns.'])
  expect(await followUpsOf(old.id)).toHaveLength(1)
  expect(await commentsOf(old.id)).toEqual([])
  expect(await statusOf(old.id)).toBe('closed')
  await link.click()
  await expect(theirs.getByText('And it burns.')).toBeVisible()
  await expect(theirs.getByText('Follow-up to')).toContainText(`#${old.number}`)

  // Staff see it from both tickets, the assignee in their own list.
  await expect(card.getByRole('link', { name: 'The toaster smokes' })).toBeVisible()
  await expect(page.getByText('Continues in')).toContainText(`#${made?.number}`)
  await card.getByRole('link', { name: 'The toaster smokes' }).click()
  await expect(page.getByText('And it burns.')).toBeVisible()
  await expect(page.getByText('Follow-up to')).toContainText(`#${old.number}`)
  await expect(card.getByText('Follow-up of')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a follow-up for staff')
  await page.goto('/tickets/assigned')
  await expect(page.getByRole('row', { name: /The toaster smokes/ })).toHaveCount(1)
  await theirs.context().close()
})

test('an answer by mail to a ticket closed long ago opens a linked one, to which the next mail goes', async ({
  page,
}) => {
  const [customer, agent] = await Promise.all([newMember('Mia Mail'), newMember('Fay Follows', 'agent')])
  const old = await closedTicket(customer, 40, { assigned_to: agent.id })
  const mail = { from: customer.email, to: await replyAddressOf(old.id), subject: 'Re: The toaster smokes' }
  await mailToWorkspace({ ...mail, text: 'It smokes again.' })
  const [made] = await followUpsOf(old.id)
  expect(await commentsOf(made?.id ?? '')).toEqual(['It smokes again.'])
  await mailToWorkspace({ ...mail, text: 'And it burns.' })
  expect(await commentsOf(made?.id ?? '')).toEqual(['It smokes again.', 'And it burns.'])
  expect(await followUpsOf(old.id)).toHaveLength(1)
  expect([await commentsOf(old.id), await statusOf(old.id)]).toEqual([[], 'closed'])

  await openAs(page, agent.email, `/tickets/${old.number}`)
  await page
    .getByRole('region', { name: 'Linked tickets' })
    .getByRole('link', { name: /toaster/ })
    .click()
  await expect(page.getByText('And it burns.')).toBeVisible()
  await box(page).fill('We send you another one.')
  await send(page).click()
  const answer = async () =>
    (await mailsTo(page, customer.email)).find(({ text }) => /another one/.test(text))
  await expect.poll(async () => Boolean(await answer()), { timeout: 45_000 }).toBe(true)
  expect((await answer())?.text).toContain(`/tickets/${made?.id}`)
})

test('an admin sets after how many days answers open another ticket, or that they never do', async ({
  page,
  browser,
}) => {
  const [customer, admin] = await Promise.all([newMember('Cleo Customer'), newMember('Ada Admin', 'admin')])
  const old = await closedTicket(customer, 3_000)
  const theirs = await otherDevice(browser)
  await openAs(theirs, customer.email, `/tickets/${old.number}`)
  await expect(theirs.getByText(/Your comment opens a new ticket/)).toBeVisible()

  await openAs(page, admin.email, '/admin/settings/workspace')
  const days = page.getByLabel('Closed tickets reopen for (days)')
  await expect(days).toHaveValue('28')
  await days.fill('3651')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(days).toHaveAccessibleDescription(/Enter a whole number of days from 0 to 3650/)
  await days.fill('0')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await theirs.reload()
  await expect(theirs.getByText(/reply below to reopen it/)).toBeVisible()
  await expect(theirs.getByText(/Your comment opens a new ticket/)).toHaveCount(0)
  await box(theirs).fill('It smokes again.')
  await send(theirs).click()
  await expect.poll(() => statusOf(old.id)).toBe('open')
  expect(await commentsOf(old.id)).toEqual(['It smokes again.'])
  expect(await followUpsOf(old.id)).toEqual([])

  // Of two days, the third day counts.
  await days.fill('2')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect
    .poll(async () => (await db`select follow_up_days as days from public.workspace_settings`)[0]?.days)
    .toBe(2)
  const [before, after] = [await closedTicket(customer, 1), await closedTicket(customer, 3)]
  await theirs.goto(`/tickets/${before.number}`)
  await expect(theirs.getByText(/reply below to reopen it/)).toBeVisible()
  await theirs.goto(`/tickets/${after.number}`)
  await expect(theirs.getByText(/Your comment opens a new ticket/)).toBeVisible()
  await theirs.context().close()
})

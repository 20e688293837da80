import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { textFile } from '../support/files'
import { press, waitForShortcuts } from '../support/keyboard'
import { mailsTo } from '../support/mail'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, expectText, filesOf, send } from '../support/ticket-page'

// Some look at the page in both schemes and widths.
test.describe.configure({ timeout: 240_000 })
const setUndo = (seconds: number) => db`update public.workspace_settings set undo_send_seconds = ${seconds}`
test.afterEach(async () => void (await setUndo(0)))

const open = async (page: Page, seconds: number) => {
  await setUndo(seconds)
  const [customer, agent] = await Promise.all([newMember('Wanda Waiting'), newMember('Ulla Undo', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'open' })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await waitForShortcuts(page)
  return { customer, agent, ticket }
}
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const statusOf = async (ticket: string) =>
  (await db<{ status: string }[]>`select status from public.tickets where id = ${ticket}`)[0]?.status

test('undoes a reply: text, file and status are back, and the customer got nothing', async ({
  page,
  browser,
}) => {
  const { customer, ticket } = await open(page, 40)
  const theirs = await browser.newPage()
  await openAs(theirs, customer.email, `/tickets/${ticket}`)

  await page.locator('input[type=file]').setInputFiles([textFile('guide.txt')])
  await box(page).fill('See the guide')
  await box(page).press('Control+.')
  await expect(page.getByText('Your reply is sent in 40 seconds')).toBeVisible()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await expect.poll(() => filesOf(ticket)).toEqual(['guide.txt'])
  await expectAccessibleInBothSchemes(page, 'a reply that waits')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('No comments yet. Be the first to comment!')).toBeVisible()

  await page.getByRole('heading', { level: 1 }).click()
  await press(page, 'z')
  await expectText(box(page), 'See the guide')
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Leave out status Solved' })).toBeVisible()
  await expect(page.getByText('guide.txt')).toBeVisible()
  await expect(page.getByText('Not sent yet')).toBeHidden()
  expect(await commentsOf(ticket)).toEqual([])
  expect(await statusOf(ticket)).toBe('open')
  expect(await db`select kind from public.notification_outbox where ticket_id = ${ticket}`).toEqual([])
  expect(await mailsTo(page, customer.email)).toEqual([])

  await setUndo(2)
  await page.reload()
  await expectText(box(page), 'See the guide')
  await box(page).press('Control+.')
  await expect(notice(page).getByText('Your reply is sent in 2 seconds')).toBeVisible()
  await expect(theirs.getByText('See the guide')).toBeVisible()
  await expect(theirs.getByText('guide.txt')).toBeVisible()
  expect(await commentsOf(ticket)).toEqual(['See the guide'])
  expect(await statusOf(ticket)).toBe('solved')
  await theirs.close()
})

test('sends a reply whose tab was closed while it waited', async ({ page: other, context }) => {
  const page = await context.newPage()
  const { customer, ticket } = await open(page, 12)
  await box(page).fill('On my way home')
  await send(page).click()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await page.close()
  const sent = () => db`select from public.comments where ticket_id = ${ticket} and not is_internal`
  await expect.poll(async () => (await sent()).length, { timeout: 45_000 }).toBe(1)
  await other.goto('/healthz')
  await expect.poll(async () => (await mailsTo(other, customer.email)).length).toBe(1)
})

test('takes a reply back on another page, and after a reload', async ({ page }) => {
  const { ticket } = await open(page, 60)
  await box(page).fill('Too early')
  await send(page).click()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agent Dashboard' })).toBeVisible()
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(new RegExp(ticket))
  await expectText(box(page), 'Too early')

  await page.locator('input[type=file]').setInputFiles([textFile('late.txt')])
  await send(page).click()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await expect.poll(() => filesOf(ticket)).toEqual(['late.txt'])
  await page.reload()
  await page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: 'Undo' }).click()
  await expectText(box(page), 'Too early')
  await expect(page.getByRole('region', { name: 'Write' }).getByText('late.txt')).toBeVisible()
  expect(await commentsOf(ticket)).toEqual([])
})

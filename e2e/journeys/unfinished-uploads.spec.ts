import type { Page } from '@playwright/test'
import { db, newMember, newTicket } from '../support/factories'
import { textFile } from '../support/files'
import { keptFiles } from '../support/kept-files'
import { mailsTo } from '../support/mail'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, filesOf, send } from '../support/ticket-page'

/** Slows what the page sends down to 100 kB/s: a file of 2 MB takes 20 seconds. */
async function slowUploads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  })
}
const choose = (page: Page, ...names: string[]) =>
  page.locator('input[type=file]').setInputFiles(names.map((name) => textFile(name, 2_000_000)))
const progress = (page: Page) => page.getByRole('progressbar').first()
const objectsOf = async (ticket: string): Promise<number> => {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from storage.objects
    where bucket_id = 'ticket-attachments' and name like ${`${ticket}/%`}`
  return row?.n ?? 0
}

test('a file of a comment goes on at the next visit when its tab was closed', async ({ page, context }) => {
  const customer = await newMember('Clara Closer')
  const ticket = await newTicket(customer)
  const tab = await context.newPage()
  await openAs(tab, customer.email, `/tickets/${ticket}`)
  await slowUploads(tab)
  await box(tab).fill('See the file.')
  await choose(tab, 'photo.txt')
  await send(tab).click()
  await expect(tab.getByText('1 file is not uploaded yet')).toBeVisible()
  await expect(progress(tab)).toBeVisible()
  await tab.close()
  expect(await commentsOf(ticket)).toEqual(['See the file.'])
  expect(await filesOf(ticket)).toEqual([])
  const [held] =
    await db`select file_name, is_missing from private.announced_files where ticket_id = ${ticket}`
  expect(held).toEqual({ file_name: 'photo.txt', is_missing: true })

  await page.goto('/tickets')
  await expect.poll(() => filesOf(ticket)).toEqual(['photo.txt'])
  await page.goto(`/tickets/${ticket}`)
  await expect(page.getByRole('button', { name: 'Preview photo.txt' }).first()).toBeVisible()
  await expect(page.getByText('not uploaded yet')).toHaveCount(0)
  await expect.poll(() => keptFiles(page)).toBe(0)
  expect(await objectsOf(ticket)).toBe(1)
})

test('files of a new ticket go on at the next visit', async ({ page, context }) => {
  const customer = await newMember('Nora Newcomer')
  const tab = await context.newPage()
  await openAs(tab, customer.email, '/tickets/new')
  await tab.getByLabel('Subject').fill('Printer with pictures')
  await tab.getByLabel('Description').fill('It has been dark since this morning.')
  await choose(tab, 'one.txt', 'two.txt', 'three.txt')
  await slowUploads(tab)
  await tab.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(progress(tab)).toBeVisible()
  const [row] = await db<{ id: string }[]>`select id from public.tickets where customer_id = ${customer.id}`
  const ticket = row?.id ?? ''
  await tab.close()
  expect(await filesOf(ticket)).toEqual([])
  await page.goto('/tickets')
  await expect.poll(() => filesOf(ticket)).toEqual(['one.txt', 'three.txt', 'two.txt'])
  await expect.poll(() => keptFiles(page)).toBe(0)
})

test('a file is stored once when the network drops before its record, and by two tabs', async ({
  page,
  context,
}) => {
  const customer = await newMember('Dora Drop')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await context.route('**/rest/v1/attachments*', (route) => route.abort())
  await box(page).fill('See the file.')
  await choose(page, 'log.txt')
  await send(page).click()
  await expect(page.getByText('1 file is not uploaded yet')).toBeVisible()
  await expect.poll(() => objectsOf(ticket)).toBe(1)
  const second = await context.newPage()
  await second.goto(`/tickets/${ticket}`)
  await expect(second.getByText('1 file is not uploaded yet')).toBeVisible()
  await context.unroute('**/rest/v1/attachments*')
  await expect.poll(() => filesOf(ticket)).toEqual(['log.txt'])
  for (const each of [page, second]) {
    await expect(each.getByRole('button', { name: 'Preview log.txt' }).first()).toBeVisible()
    await expect(each.getByText('not uploaded yet')).toHaveCount(0)
  }
  expect([await filesOf(ticket), await objectsOf(ticket)]).toEqual([['log.txt'], 1])
})

test('a mail with a reply waits for its file', async ({ page, context }) => {
  const [customer, agent] = await Promise.all([newMember('Mila Mail'), newMember('Anton Agent', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id })
  const tab = await context.newPage()
  await openAs(tab, agent.email, `/tickets/${ticket}`)
  await slowUploads(tab)
  await box(tab).fill('Here is the driver.')
  await choose(tab, 'driver.txt')
  await send(tab).click()
  await expect(progress(tab)).toBeVisible()
  await tab.close()
  const replies = async (at: Page) =>
    (await mailsTo(at, customer.email)).filter(({ text }) => text.includes('Here is the driver.'))
  await page.goto('/healthz')
  expect(await replies(page)).toEqual([])
  await page.goto('/')
  await expect.poll(() => filesOf(ticket)).toEqual(['driver.txt'])
  await expect.poll(async () => (await replies(page)).length).toBe(1)
  expect((await replies(page))[0]?.text).not.toContain('Not uploaded yet')
})

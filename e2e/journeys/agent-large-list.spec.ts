import type { Page } from '@playwright/test'
import { db, newMember, type Member } from '../support/factories'
import { heapOf, pageTo } from '../support/heap'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

/** Not a multiple of the page size, so that the list detects its end. */
const TICKETS = 4_990
const subject = (n: number) => `Large list ${String(n).padStart(4, '0')}`

/** Creates tickets assigned to the agent; the newest is number 0. */
const fillList = (customer: Member, agent: Member) => db`
  insert into public.tickets (subject, description, created_by, customer_id, assigned_to, status, created_at)
  select 'Large list ' || lpad(n::text, 4, '0') || repeat(' and so on', 20), 'One of very many tickets.', ${customer.id}, ${customer.id},
    ${agent.id}, 'in_progress', now() - n * interval '1 minute'
  from generate_series(0, ${TICKETS - 1}::int) n`

/** Records requests for tickets: those of the list by their cursor, others by URL. */
function listReads(page: Page) {
  const lists: string[] = []
  const others: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/rest/v1/rpc/list_tickets') lists.push(searchParams.get('after') ?? 'the top')
    else if (pathname === '/rest/v1/tickets') others.push(request.url())
  })
  return { lists, others }
}

test('a list of thousands sends one request per page and renders only what is visible', async ({ page }) => {
  test.setTimeout(240_000)
  const agent = await newMember('Lars Large', 'agent')
  await fillList(await newMember('Mona Many'), agent)
  const reads = listReads(page)
  const first = page.waitForResponse('**/rpc/list_tickets*')
  await openAs(page, agent.email, '/tickets/assigned')
  expect(await (await first).headerValue('content-encoding')).toBe('gzip')
  await expect(page.getByText('50+ tickets')).toBeVisible()
  const table = page.getByRole('table', { name: 'My Assigned Tickets' })
  await expect(table).toHaveAttribute('aria-rowcount', '-1')
  const rows = page.locator('tr[data-id]')
  const heap = await heapOf(page)

  await pageTo(page, 2_000)
  const before = await heap.bytes()
  await pageTo(page, TICKETS)
  await expect(page.getByText(`${TICKETS} tickets`)).toBeVisible()
  // Loaded rows stay, with 1.5 kB each.
  expect((await heap.bytes()) - before, 'bytes for 3,000 rows more').toBeLessThan(6_000_000)
  expect(await rows.count(), 'rows in the page').toBeLessThan(70)
  await expect(table).toHaveAttribute('aria-rowcount', String(TICKETS + 1))
  expect(reads.lists).toHaveLength(Math.ceil(TICKETS / 50))
  expect(new Set(reads.lists).size).toBe(reads.lists.length)
  expect(reads.others, 'other requests for tickets').toEqual([])

  await table.evaluate((each) => scrollTo(0, each.getBoundingClientRect().top + scrollY + 36 + 1_500 * 56))
  const row = page.getByRole('row', { name: new RegExp(subject(1_505)) })
  await expect(row).toBeVisible()
  await expect(row).toHaveAttribute('aria-rowindex', '1507')
  await expect(table).not.toHaveAttribute('aria-busy')
  expect(reads.lists).toHaveLength(Math.ceil(TICKETS / 50))

  // A selected row stays selected far away.
  await row.getByRole('checkbox').check()
  await pageTo(page, TICKETS)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('row', { name: new RegExp(subject(0)) })).toBeVisible()
  await expect(page.getByText('1 selected')).toBeVisible()

  await page.evaluate(() => scrollTo(0, 4_000 * 56))
  const far = page.getByRole('row', { name: /Large list 40\d\d/ }).first()
  await expect(far).toBeVisible()
  await far.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const focused = page.locator('tr:focus')
  await expect(focused).toHaveCount(1)
  const id = await focused.getAttribute('data-id')
  const index = await focused.getAttribute('aria-rowindex')

  // Back restores the scroll position and shows the change made on the ticket's page.
  const read = reads.lists.length
  await page.keyboard.press('Enter')
  const update = page.getByRole('button', { name: 'Update Ticket' })
  await expect(update).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Solved' })
  await update.click()
  await expect
    .poll(async () => (await db`select status from public.tickets where id = ${id}`)[0]?.status)
    .toBe('solved')
  await page.goBack()
  const back = page.locator(`tr[data-id="${id}"]`)
  await expect(back).toBeInViewport()
  await expect(back).toHaveAttribute('aria-rowindex', String(index))
  await expect(back).toContainText('solved')
  await expect(page.getByText(`${TICKETS} tickets`)).toBeVisible()
  expect(reads.lists.length).toBe(read)
})

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember, newTicket, type Member } from '../support/factories'
import { expect, test } from '../support/portal'
import { backendCalls, layoutShift } from '../support/requests'
import { stubWorkspace } from '../support/workspace'
import { openAs } from '../support/session'

test.use({ timezoneId: 'Europe/Berlin' })

interface TicketValues {
  at: string
  status: string
  priority: string
  tags?: string[]
  answered?: number
  resolved?: number
  score?: number
}

/** Creates tickets in a month without others. Minutes count from the creation. */
async function makeTickets(customer: Member, agent: Member, values: readonly TicketValues[]): Promise<void> {
  for (const { at, answered, resolved, score, tags, ...columns } of values) {
    const id = randomUUID()
    const after = (minutes?: number) =>
      minutes === undefined ? null : new Date(Date.parse(at) + minutes * 60_000)
    await db`insert into public.tickets ${db({
      id,
      subject: 'An old ticket',
      description: 'A long enough description.',
      created_by: customer.id,
      customer_id: customer.id,
      assigned_to: agent.id,
      created_at: new Date(at),
      first_response_at: after(answered),
      resolved_at: after(resolved),
      tags: tags ?? null,
      ...columns,
    })}`
    if (score !== undefined)
      await db`insert into public.ticket_ratings ${db({
        ticket_id: id,
        customer_id: customer.id,
        score,
        created_at: after(resolved),
      })}`
  }
}

/** Shows a card as a table and returns its rows. */
async function tableOf(page: Page, title: string): Promise<string[][]> {
  const card = page.getByRole('region', { name: title, exact: true })
  const toggle = card.getByRole('button', { name: `${title} as a table` })
  if ((await toggle.count()) > 0 && (await toggle.getAttribute('aria-pressed')) === 'false') {
    await toggle.focus()
    await page.keyboard.press('Enter')
  }
  await expect(card.getByRole('table')).toBeVisible()
  const rows = await card.locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
}

/** Database functions that the screen calls; the sidebar counts the queues on every page. */
const screenCalls = (calls: ReturnType<typeof backendCalls>) =>
  calls.paths().filter((path) => path.includes('/rpc/') && !path.includes('count_queues'))

test('a report agrees with independent SQL, by days of the workspace’s time zone', async ({ page }) => {
  const [admin, agent, customer] = await Promise.all([
    newMember('Rita Report', 'admin'),
    newMember('Arno Agent', 'agent'),
    newMember('Cleo Customer'),
  ])
  await makeTickets(customer, agent, [
    {
      at: '2017-05-01T08:00Z',
      status: 'solved',
      priority: 'high',
      tags: ['odd-one'],
      answered: 30,
      resolved: 90,
      score: 5,
    },
    // Still the first of May in London, the second in Berlin.
    { at: '2017-05-01T22:30Z', status: 'open', priority: 'low', tags: ['odd-one', 'odd-two'], answered: 10 },
    { at: '2017-05-03T12:00Z', status: 'closed', priority: 'high', answered: 120, resolved: 1440, score: 2 },
    { at: '2017-05-03T13:00Z', status: 'pending', priority: 'urgent' },
  ])
  await stubWorkspace(page, { time_zone: 'Europe/Berlin' })
  const calls = backendCalls(page)
  await openAs(page, admin.email, '/admin/reports?from=2017-05-01&to=2017-05-04')
  await expect(page.getByRole('heading', { name: 'Created and resolved' })).toBeVisible()
  await expect(page.getByText('Times in Europe/Berlin')).toBeVisible()
  // The two lines differ by more than their color.
  const lines = page.getByRole('img', { name: /^Created and resolved/ }).locator('path.recharts-line-curve')
  await expect(lines).toHaveCount(2)
  expect(await lines.nth(1).getAttribute('stroke-dasharray')).not.toBe(
    await lines.nth(0).getAttribute('stroke-dasharray'),
  )
  // One for the figures, and one for the names of tags in the filter.
  expect(screenCalls(calls)).toEqual(['POST /rest/v1/rpc/get_report', 'GET /rest/v1/rpc/list_tags'])
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)

  const counted = await db`
    select to_char(day, 'Mon FMDD, YYYY') as day,
      (select count(*) from public.tickets t
        where date_trunc('day', t.created_at at time zone 'Europe/Berlin') = day) as created,
      (select count(*) from public.tickets t
        where date_trunc('day', t.resolved_at at time zone 'Europe/Berlin') = day) as resolved
    from generate_series('2017-05-01'::timestamp, '2017-05-04', '1 day') day order by day.day`
  expect(await tableOf(page, 'Created and resolved')).toEqual(
    counted.map(({ day, created, resolved }) => [day, String(created), String(resolved)]),
  )
  const [open] = await db`
    select count(*) as n from public.tickets
    where created_at < '2017-05-04 22:00Z' and (resolved_at is null or resolved_at >= '2017-05-04 22:00Z')`
  expect((await tableOf(page, 'Backlog')).at(-1)).toEqual(['May 4, 2017', String(open?.n)])
  expect(await tableOf(page, 'Tickets by status')).toEqual([
    ['Open', '1'],
    ['In Progress', '0'],
    ['Pending', '1'],
    ['On Hold', '0'],
    ['Solved', '1'],
    ['Closed', '1'],
  ])
  expect(await tableOf(page, 'Tickets by priority')).toContainEqual(['High', '2'])
  expect(await tableOf(page, 'Tickets by tag')).toEqual([
    ['odd-one', '2'],
    ['odd-two', '1'],
  ])
  // Of 10, 30 and 120 minutes the median is 30, the 90th percentile 102.
  expect(await tableOf(page, 'Response and resolution time')).toEqual([
    ['First response', '3', '30 min', '1.7h'],
    ['Resolution', '2', '12.8h', '21.8h'],
  ])
  expect(await tableOf(page, 'By agent')).toEqual([['Arno Agent', '2', '3', '30 min', '2', '50%']])
  expect(await tableOf(page, 'Satisfaction')).toContainEqual(['Great', '1'])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export report' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('2017-05-02,1,0\r\n')
  expect(file).toContain('Arno Agent,2,3,30,2,50\r\n')
  const [entry] = await db`select to_value from public.audit_log
    where action = 'export' and target_label = 'report' and actor_id = ${admin.id}`
  expect(entry?.to_value).toMatchObject({ filter: { from: '2017-05-01', time_zone: 'Europe/Berlin' } })
})

test('a date range is validated and kept in the URL', async ({ page }) => {
  const admin = await newMember('Rhea Range', 'admin')
  await openAs(page, admin.email, '/admin/dashboard')
  await page.getByRole('link', { name: 'View Reports' }).click()
  await expect(page).toHaveURL(/\/admin\/reports$/)
  await page.getByLabel('Range').selectOption('Last 7 days')
  await expect(page).toHaveURL(/\?range=7d$/)
  // the address changes before the form follows it
  await expect(page.getByLabel('Range')).toHaveValue('7d')
  await page.getByLabel('Range').selectOption('Custom range')
  await page.getByLabel('First day', { exact: true }).fill('2017-01-10')
  await page.getByLabel('Last day', { exact: true }).fill('2017-01-02')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The last day cannot be before the first')).toBeVisible()
  await page.getByLabel('First day', { exact: true }).fill('2017-01-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/from=2017-01-01&to=2017-01-02/)
  await page.reload()
  await expect(page.getByLabel('First day', { exact: true })).toHaveValue('2017-01-01')
  await expect(page.getByText('No data for these days.').first()).toBeVisible()
})

test('exports 12,000 tickets page by page without freezing the page', async ({ page }) => {
  test.setTimeout(180_000)
  const [admin, customer] = await Promise.all([newMember('Ella Export', 'admin'), newMember('Manny Tickets')])
  // Without triggers, as in a bulk import.
  await db.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into public.tickets (subject, description, status, closed_at, resolved_at, created_by, customer_id, created_at)
      select case when n % 3000 = 0 then '=HYPERLINK("http://evil.example")' else 'Ticket "' || n || '", of many' end,
        -- Resolved, so that they do not change the backlog that another journey counts.
        'One of twelve thousand.', 'closed', '2016-04-01T00:00Z', '2016-04-01T00:00Z', ${customer.id}, ${customer.id},
        -- A hundred tickets share each timestamp, so that pages end between equal ones.
        '2016-03-01T00:00Z'::timestamptz + n / 100 * interval '1 minute'
      from generate_series(1, 12000) n`
  })
  try {
    await openAs(page, admin.email, '/admin/reports?from=2016-03-01&to=2016-03-31')
    await page.evaluate(() => {
      const seen: number[] = []
      Object.assign(globalThis, { longTasks: seen })
      new PerformanceObserver((list) =>
        seen.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      })
    })
    const calls = backendCalls(page)
    const download = page.waitForEvent('download')
    const started = Date.now()
    await page.getByRole('button', { name: 'Export 12,000 tickets' }).click()
    await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
    const path = await (await download).path()
    const took = Date.now() - started
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]?.startsWith('\uFEFFid,created_at,subject')).toBe(true)
    expect(lines).toHaveLength(12_001)
    const ids = new Set(lines.slice(1).map((line) => line.slice(0, 36)))
    const stored = await db`select id from public.tickets where customer_id = ${customer.id}`
    expect(ids).toEqual(new Set(stored.map(({ id }) => String(id))))
    expect(lines.filter((line) => line.includes(`"'=HYPERLINK(""http://evil.example"")"`))).toHaveLength(4)
    const pages = calls.paths().filter((path) => path.endsWith('export_tickets')).length
    expect(pages).toBeGreaterThanOrEqual(4)
    const longest = await page.evaluate(() => Math.max(0, ...Reflect.get(globalThis, 'longTasks')))
    expect(longest, 'longest task of the page').toBeLessThan(took / 2)
    const [entry] = await db`select to_value from public.audit_log
      where action = 'export' and actor_id = ${admin.id}`
    expect(entry?.to_value).toMatchObject({ rows: 12_000 })
  } finally {
    await db.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`delete from public.tickets where customer_id = ${customer.id}`
    })
  }
})

test('the dashboard loads its figures with one request, agents included', async ({ page }) => {
  const [admin, agent, customer] = await Promise.all([
    newMember('Dana Dashboard', 'admin'),
    newMember('Olga Overload', 'agent'),
    newMember('Carl Customer'),
  ])
  await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  await newTicket(customer, { assigned_to: agent.id, status: 'pending' })
  await newTicket(customer, { assigned_to: agent.id, status: 'solved' })
  const calls = backendCalls(page)
  await openAs(page, admin.email, '/admin/dashboard')
  const row = page.getByRole('list', { name: 'Agent Performance' }).getByRole('listitem')
  await expect(row.filter({ hasText: agent.email })).toContainText('Assigned2')
  await expect(page.getByText('Sample data')).toHaveCount(0)
  for (const title of ['Total Users', 'Active Tickets', 'Response Time', 'Resolution Rate'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(screenCalls(calls)).toEqual(['GET /rest/v1/rpc/get_admin_dashboard'])
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
})

test('charts and their tables are accessible, light and dark, wide and 360 px', async ({ page }) => {
  await openAs(page, (await newMember('Axel Axe', 'admin')).email, '/admin/reports?range=90d')
  await expect(page.locator('path.recharts-line-curve').first()).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'charts')
  await tableOf(page, 'Created and resolved')
  await tableOf(page, 'Tickets by status')
  await expectAccessibleInBothSchemes(page, 'tables')
})

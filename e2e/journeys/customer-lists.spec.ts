import { expect, people, test } from '../support/portal'
import { db, newComment, newMember, newTicket } from '../support/factories'
import { backendCalls, layoutShift } from '../support/requests'
import { openAs, startSession } from '../support/session'
import { settled } from '../support/settled'

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)

test('the dashboard shows open tickets, changes of 24 hours and the response time', async ({ page }) => {
  const customer = await newMember('Dora Dashboard')
  const agent = await newMember('Ari Answers', 'agent')
  await openAs(page, customer.email)
  await expect(page.getByText('No tickets found')).toBeVisible()
  await expect(page.getByText('2h', { exact: true })).toBeVisible()

  const old = await newTicket(customer, { subject: 'An old one', status: 'solved', created_at: ago(80) })
  await newTicket(customer, { subject: 'A fresh one', created_at: ago(3) })
  const answered = await newTicket(customer, { subject: 'An answered one', created_at: ago(2) })
  await newComment(agent, answered, 'We are on it.')
  await db`update public.tickets set first_response_at = created_at + interval '30 minutes' where id = ${answered}`
  // Disables triggers for this transaction only, because other journeys need them.
  await db.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update public.tickets set updated_at = ${ago(24.1)} where id = ${old}`
  })

  await page.reload()
  const card = (title: string) => page.getByRole('heading', { name: title, level: 2 }).locator('..')
  await expect(card('Active Tickets')).toContainText('2')
  await expect(card('Active Tickets')).toContainText('Open tickets requiring attention')
  await expect(card('Recent Activity')).toContainText('2')
  await expect(card('Average Response')).toContainText('30 min')
  for (const subject of ['An old one', 'A fresh one', 'An answered one'])
    await expect(page.getByText(subject)).toBeVisible()
  await page
    .getByRole('link', { name: /^View A/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
})

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('My Tickets searches, filters and pages on the server and keeps its state in the URL', async ({
      page,
    }) => {
      const customer = await newMember('Lina Lists')
      await db`insert into public.tickets (subject, description, status, priority, created_by, customer_id, created_at)
        select 'Ticket number ' || n, 'One of very many of mine.', case when n % 2 = 0 then 'open' else 'closed' end,
          case when n % 3 = 0 then 'urgent' else 'normal' end, ${customer.id}, ${customer.id}, now() - n * interval '1 hour'
        from generate_series(1, 120) n`
      await openAs(page, customer.email, '/tickets')
      const rows = page.getByRole('table').getByRole('row')
      await expect(rows).toHaveCount(51)
      await page.getByRole('button', { name: /more/i }).click()
      await expect(rows).toHaveCount(101)
      await page.getByRole('button', { name: /more/i }).click()
      await expect(rows).toHaveCount(121)

      await page.getByRole('searchbox').fill('number 77')
      await expect(rows).toHaveCount(2)
      await expect(page).toHaveURL(/q=number(\+|%20)77/)
      await page.getByRole('searchbox').fill('')
      await page.getByLabel('Status').selectOption({ label: 'Open' })
      await page.getByLabel('Priority').selectOption({ label: 'Urgent' })
      await expect(rows).toHaveCount(21)
      await page.reload()
      await expect(rows).toHaveCount(21)
      await expect(page.getByLabel('Status')).toHaveValue('open')
      await page.getByRole('searchbox').fill('nothing like this')
      await expect(page.getByText('No tickets found')).toBeVisible()
    })
  })
}

test('a search loads 200 results while the page scrolls, and asks to narrow it then', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const customer = await newMember('Sita Scrolls')
  await db`insert into public.tickets (subject, description, created_by, customer_id, created_at)
    select 'Lamp number ' || n, 'It flickers.', ${customer.id}, ${customer.id}, now() - n * interval '1 hour'
    from generate_series(1, 230) n`
  // A busy machine may ask for a page twice.
  const starts = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/rest/v1/rpc/search_tickets') starts.add(searchParams.get('after') ?? 'the top')
  })
  await openAs(page, customer.email, '/tickets?q=lamp')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(51)
  await settled(page)
  expect([...starts], 'pages read before the page scrolls').toEqual(['the top'])

  for (const count of [101, 151, 201]) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(rows).toHaveCount(count)
  }
  await expect(
    page.getByText('These are the 200 best matches. Narrow your search to see others.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  expect([...starts]).toEqual(['the top', '{"count":50}', '{"count":100}', '{"count":150}'])

  const last = rows.last().getByRole('link')
  const href = await last.getAttribute('href')
  await last.click()
  await expect(page.getByRole('heading', { name: /Lamp number/ })).toBeVisible()
  await page.goBack()
  await expect(page.locator(`a[href="${href}"]`)).toBeInViewport()
  await expect(rows).toHaveCount(201)
})

test('a row opens by mouse and by keyboard; Back shows the list without a request', async ({ page }) => {
  const customer = await newMember('Kai Keys')
  await newTicket(customer, { subject: 'Open me' })
  await newTicket(customer, { subject: 'Another' })
  await openAs(page, customer.email, '/tickets')
  const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format(
    new Date(),
  )
  await expect(page.getByRole('row', { name: /Open me/ })).toContainText(date)
  const calls = backendCalls(page)
  await page
    .getByRole('row', { name: /Open me/ })
    .getByRole('cell')
    .nth(1)
    .click()
  await expect(page.getByRole('heading', { name: 'Open me' })).toBeVisible()
  expect(calls.paths(), 'positive control').toContain('GET /rest/v1/rpc/get_ticket_detail')
  calls.reset()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Open me' })).toBeVisible()
  await settled(page)
  expect(calls.paths(), 'Back sends no request').toEqual([])
  await page.getByRole('link', { name: 'Another' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Another' })).toBeVisible()
})

test('each screen loads with one request and no layout shift', async ({ page }) => {
  const customer = await newMember('Rosa Requests')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email)
  // the requests of this page count for no other
  await settled(page)
  for (const [path, ready] of [
    ['/dashboard/customer', page.getByRole('link', { name: /^View The/ })],
    ['/tickets', page.getByRole('link', { name: 'The scanner sends empty pages' })],
    [`/tickets/${ticket}`, page.getByRole('heading', { name: 'The scanner sends empty pages' })],
  ] as const) {
    const calls = backendCalls(page)
    await page.goto(path)
    await expect(ready).toBeVisible()
    await settled(page)
    const asked = calls.paths().filter((call) => call !== 'GET /rest/v1/profiles')
    expect(asked, `${path}: requests except for the profile`).toHaveLength(1)
    expect(await layoutShift(page), `${path}: layout shift`).toBeLessThanOrEqual(0.02)
  }
})

for (const [path, name] of [
  ['/dashboard/customer', 'dashboard'],
  ['/tickets', 'list'],
] as const) {
  test(`a ${name} that fails to load shows Retry, which loads it`, async ({ page }) => {
    const customer = await newMember('Fay Failure')
    await newTicket(customer, { subject: 'Here after all' })
    await startSession(page, customer.email)
    await page.route('**/rest/v1/rpc/**', (route) =>
      route.fulfill({ status: 500, json: { message: 'boom', code: 'XX000' } }),
    )
    await page.goto(path)
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await page.unroute('**/rest/v1/rpc/**')
    await retry.click()
    await expect(page.getByText('Here after all')).toBeVisible()
  })
}

test('a phone shows an e-mail address of usual length in full', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, people.customer2)
  const email = page.getByRole('banner').getByText(people.customer2)
  await expect(email).toBeVisible()
  expect(await email.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expect(page.getByRole('banner').getByText('customer', { exact: true })).toBeVisible()
})

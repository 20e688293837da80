import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { expectTouchTargets } from '../support/touch'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const newWord = () => `heron${Date.now().toString(36)}`

test('an agent triages ten mixed tickets by keyboard alone', async ({ page }) => {
  test.setTimeout(180_000)
  const [agent, colleague] = await Promise.all([
    newMember('Tara Triage', 'agent'),
    newMember(`Cole ${newWord()}`, 'agent'),
  ])
  const customer = await newMember('Cleo Customer')
  const word = newWord()
  const owner = (n: number) => (n < 5 ? null : n < 8 ? agent.id : colleague.id)
  const ids: string[] = []
  for (let n = 0; n < 10; n++)
    ids.push(
      await newTicket(customer, {
        subject: `The ${word} number ${n}`,
        assigned_to: owner(n),
        status: owner(n) ? 'in_progress' : 'open',
        created_at: minutesAgo(n + 1),
      }),
    )
  const ticket = async (n: number) =>
    (
      await db`
      select t.status, t.priority, t.assigned_to, g.tags from public.tickets t
      left join public.ticket_tags g on g.ticket_id = t.id where t.id = ${ids[n] ?? ''}`
    )[0]
  await page.addInitScript(() => addEventListener('mousedown', () => sessionStorage.setItem('mouse', 'used')))
  await openAs(page, agent.email, `/dashboard/agent/views?assigned=any&q=${word}&sort=created_at`)
  await expect(page.locator('tr[data-id]')).toHaveCount(10)
  await waitForShortcuts(page)
  const choose = async (key: string, dialog: string | RegExp, text: string) => {
    await press(page, key)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.type(text)
  }

  // Unassigned tickets: priority, claim, assign to a colleague, tag, status.
  await press(page, 'j')
  await choose('p', 'Set priority', 'urgent')
  await press(page, 'Enter')
  await expect.poll(() => ticket(0)).toMatchObject({ priority: 'urgent', assigned_to: null })
  await press(page, 'j', 'c')
  await expect.poll(() => ticket(1)).toMatchObject({ assigned_to: agent.id, status: 'in_progress' })
  await press(page, 'j')
  await choose('a', 'Assign to', colleague.name)
  await expect(page.getByRole('option', { name: new RegExp(colleague.name) })).toBeVisible()
  await press(page, 'Enter')
  await expect.poll(() => ticket(2)).toMatchObject({ assigned_to: colleague.id, status: 'in_progress' })
  await press(page, 'j')
  await choose('l', 'Tags', 'billing')
  await press(page, 'Enter')
  await expect.poll(() => ticket(3)).toMatchObject({ tags: ['billing'] })
  await press(page, 'j')
  await choose('s', 'Set status', 'pending')
  await press(page, 'Enter')
  await expect.poll(() => ticket(4)).toMatchObject({ status: 'pending', assigned_to: null })

  // Three own tickets at once.
  await press(page, 'j', 'x', 'Shift+J', 'Shift+J')
  await expect(page.getByText('3 selected')).toBeVisible()
  await choose('s', 'Set status', 'solved')
  await press(page, 'Enter')
  await expect(page.getByText('3 tickets set to Solved')).toBeVisible()
  expect(await Promise.all([5, 6, 7].map(ticket))).toMatchObject([
    { status: 'solved' },
    { status: 'solved' },
    { status: 'solved' },
  ])

  // A colleague's ticket is taken over first.
  await press(page, 'j')
  await choose('s', /^Take over #\d+/, 'Cole is on holiday')
  await expect(page.getByText(`Assigned to ${colleague.name}.`)).toBeVisible()
  await press(page, 'Enter')
  await expect.poll(() => ticket(8)).toMatchObject({ assigned_to: agent.id })
  await press(page, 'j')
  await choose('a', /^Take over #\d+/, '')
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await ticket(9)).toMatchObject({ assigned_to: colleague.id })

  // The last change can be undone.
  await press(page, 'z')
  await expect.poll(() => ticket(8)).toMatchObject({ assigned_to: colleague.id })
  expect(await page.evaluate(() => sessionStorage.getItem('mouse'))).toBeNull()
})

test('split view shows the ticket of the focused row, however quickly keys follow each other', async ({
  page,
}) => {
  const agent = await newMember('Quinn Quick', 'agent')
  const customer = await newMember('Cleo Customer')
  for (const subject of ['Red', 'Green', 'Blue'])
    await newTicket(customer, { subject, assigned_to: agent.id, status: 'in_progress' })
  await openAs(page, agent.email, '/tickets/assigned')
  const shown = page
    .getByRole('region', { name: 'Ticket', exact: true })
    .getByRole('heading', { name: /Red|Green|Blue/ })
  const focused = page.locator('tr:focus')
  // A race, which the focus lost in every second try.
  for (let tries = 0; tries < 5; tries++) {
    await expect(page.locator('tr[data-id]')).toHaveCount(3)
    await waitForShortcuts(page)
    await press(page, 'v', 'j')
    await expect(shown).toBeVisible()
    await expect
      .poll(async () => ((await focused.textContent()) ?? '').includes((await shown.textContent()) ?? '-'))
      .toBe(true)
    await press(page, 'v')
    await expect(shown).toBeHidden()
    await page.reload()
  }
})

test('split view walks the list without waiting for a request', async ({ page }) => {
  const agent = await newMember('Sven Split', 'agent')
  const customer = await newMember('Cleo Customer')
  for (let n = 0; n < 3; n++)
    await newTicket(customer, {
      subject: `Beside the list ${n}`,
      assigned_to: agent.id,
      status: 'in_progress',
      created_at: minutesAgo(n + 1),
    })
  await openAs(page, agent.email, '/tickets/assigned')
  await expect(page.locator('tr[data-id]')).toHaveCount(3)
  await waitForShortcuts(page)
  const prefetched = page.waitForResponse(
    (response) => response.url().includes('get_ticket_detail') && response.ok(),
  )
  await press(page, 'v')
  await prefetched
  const pane = page.getByRole('region', { name: 'Ticket', exact: true })
  await expect(pane.getByRole('heading', { name: 'Beside the list 0' })).toBeVisible()
  // The next ticket was read ahead: it appears although no request is answered.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.includes('get_ticket_detail'))
            .length,
      ),
    )
    .toBeGreaterThanOrEqual(2)
  await page.route('**/rpc/get_ticket_detail*', () => undefined)
  await press(page, 'j')
  await expect(pane.getByRole('heading', { name: 'Beside the list 1' })).toBeVisible()
  await page.unroute('**/rpc/get_ticket_detail*')

  // Full view: the place in the list, the next ticket, and back to the row. The split view is remembered.
  await press(page, 'o')
  const place = page.getByRole('navigation', { name: 'Place in the list' })
  await expect(place.getByText('2 of 3')).toBeVisible()
  await place.getByRole('link', { name: 'Next ticket in the list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Beside the list 2' })).toBeVisible()
  await expect(place.getByText('3 of 3')).toBeVisible()
  await place.getByRole('link', { name: 'My Assigned Tickets' }).click()
  await expect(pane.getByRole('heading', { name: 'Beside the list 2' })).toBeVisible()
  await expect(page.locator('tr:focus')).toContainText('Beside the list 2')
})

test.describe('360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('an agent filters in a sheet, takes a ticket and opens it by touch', async ({ page }) => {
    const agent = await newMember('Tilda Touch', 'agent')
    const customer = await newMember('Cleo Customer')
    const word = newWord()
    const ticket = await newTicket(customer, { subject: `Touch the ${word}` })
    await openAs(page, agent.email, '/tickets/unassigned')
    const first = page.locator('tr[data-id]').first()
    await expect(first).toBeVisible()
    expect((await first.boundingBox())?.y, 'top of the first ticket').toBeLessThan(300)
    await expectTouchTargets(page, 'the queue')
    await page.getByRole('button', { name: 'Filters' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await expectTouchTargets(page, 'the filters')
    await sheet.getByLabel('Status').selectOption('All Status')
    await sheet.getByLabel('Sort by').selectOption('Created Date')
    await sheet.getByRole('button', { name: 'Show tickets' }).tap()
    await expect(page).toHaveURL(/status=all/)
    await page.getByPlaceholder('Search tickets...').fill(word)
    const row = page.getByRole('row', { name: new RegExp(word) })
    await expect(page.locator('tr[data-id]')).toHaveCount(1)
    await row.getByRole('button', { name: 'Assign to me' }).tap()
    await expect
      .poll(
        async () => (await db`select assigned_to from public.tickets where id = ${ticket}`)[0]?.assigned_to,
      )
      .toBe(agent.id)
    await row.getByText(`Touch the`).first().tap()
    await expect(page.getByRole('heading', { level: 1, name: `Touch the ${word}` })).toBeVisible()
    await expectTouchTargets(page, 'the ticket')
  })
})

import type { Page, WebSocketRoute } from '@playwright/test'
import { clientOf, db, newComment, newMember, newTicket } from '../support/factories'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, expectText, send } from '../support/ticket-page'

test('a queue and an open ticket follow what others do, without a reload and without moving a row', async ({
  page,
  browser,
}) => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Lara Live'),
    newMember('Lee Looks', 'agent'),
    newMember('Cole League', 'agent'),
  ])
  const tag = `Live ${Date.now()}`
  const asked = await newTicket(customer, { subject: `${tag} asked`, assigned_to: agent.id })
  await newTicket(customer, { subject: `${tag} other`, assigned_to: agent.id })
  const subjects = page.getByText(new RegExp(`^${tag} `))
  await openAs(page, agent.email, '/tickets/assigned')
  await expect(subjects).toHaveText([`${tag} other`, `${tag} asked`])

  const theirs = await otherDevice(browser)
  await openAs(theirs, customer.email, `/tickets/${asked}`)
  const fromAgent = theirs.getByRole('article').getByText('We are looking into it')
  await expect(box(theirs)).toBeVisible()
  await box(theirs).fill('Is anybody there?')
  await send(theirs).click()
  await expect(page.getByText('Is anybody there?')).toBeVisible()

  // A ticket that somebody hands over waits above the list.
  const handed = await newTicket(customer, { subject: `${tag} handed over`, assigned_to: colleague.id })
  await db`update public.tickets set assigned_to = ${agent.id} where id = ${handed}`
  const arrived = page.getByRole('button', { name: '1 new ticket' })
  await expect(arrived).toBeVisible()
  await expect(subjects).toHaveCount(2)
  await arrived.click()
  await expect(subjects).toHaveText([`${tag} handed over`, `${tag} other`, `${tag} asked`])
  await expect(arrived).toBeHidden()

  // A reply and a change appear on the customer's open page, and a note does not; a draft stays.
  await box(theirs).fill('One more thing')
  await db`insert into public.comments (ticket_id, user_id, content, is_internal) values
    (${asked}, ${agent.id}, 'We are looking into it', false), (${asked}, ${agent.id}, 'Secret remark', true)`
  await expect(fromAgent).toBeVisible()
  await expectText(box(theirs), 'One more thing')
  await expect(theirs.getByText('Secret remark')).toHaveCount(0)
  await theirs.context().close()
})

test('colleagues see each other on a ticket, and the customer only that support is writing', async ({
  page,
  browser,
}) => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Rita Room'),
    newMember('Ann Agent', 'agent'),
    newMember('Bob Beside', 'agent'),
  ])
  const ticket = await newTicket(customer, { subject: 'Shared by three', assigned_to: agent.id })
  const theirs = await otherDevice(browser)
  const frames: string[] = []
  theirs.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void frames.push(payload.toString('latin1'))),
  )
  const beside = await otherDevice(browser)
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await openAs(theirs, customer.email, `/tickets/${ticket}`)
  await openAs(beside, colleague.email, `/tickets/${ticket}`)
  await expect(page.getByText('Also viewing: Bob Beside')).toBeVisible()
  await expect(beside.getByText('Also viewing: Ann Agent')).toBeVisible()

  await box(beside).pressSequentially('We are on it')
  await expect(page.getByText('Bob Beside is writing…')).toBeVisible()
  await expect(theirs.getByText('Support is writing…')).toBeVisible()
  await expect(theirs.getByText('Support is writing…')).toBeHidden()
  await beside.getByRole('button', { name: 'Internal note' }).click()
  await beside.getByRole('textbox', { name: 'Note for staff' }).pressSequentially('Between us')
  await expect(page.getByText('Bob Beside is writing a note…')).toBeVisible()
  await expect(theirs.getByText('is writing')).toBeHidden()
  await send(beside).click()
  await expect(page.getByRole('article').getByText('Between us')).toBeVisible()
  await box(theirs).pressSequentially('Hello?')
  await expect(page.getByText('Rita Room is writing…')).toBeVisible()

  // A reply by somebody else is shown before the agent sends one, and the draft stays when the ticket is handed over.
  await box(page).fill('My own answer')
  await db`insert into public.comments (ticket_id, user_id, content) values (${ticket}, ${colleague.id}, 'Done already')`
  await expect(page.getByText('The ticket has changed since you opened it')).toBeVisible({ timeout: 5_000 })
  await expect(theirs.getByText('Done already')).toBeVisible({ timeout: 5_000 })
  await db`update public.tickets set status = 'on_hold' where id = ${ticket}`
  await expect(page.getByTitle('Set status', { exact: true })).toContainText(/on hold/i)
  await expect(theirs.locator('#main header').getByText('On Hold')).toBeVisible()
  await db`update public.tickets set assigned_to = ${colleague.id} where id = ${ticket}`
  await expect(page.getByText('Assigned to Bob Beside.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send anyway' })).toBeVisible()
  await expectText(box(page), 'My own answer')

  await beside.context().close()
  await expect(page.getByText('Also viewing')).toBeHidden()
  expect(frames.length).toBeGreaterThan(0)
  expect(frames.join('\n')).not.toMatch(/Bob|Ann|Between us/)
  await theirs.context().close()
})

test('a row that no longer matches leaves the list, not under the pointer', async ({ page }) => {
  const [customer, agent] = await Promise.all([newMember('Lou Leaving'), newMember('Pia Pointer', 'agent')])
  const ids = []
  for (const subject of ['Leaves first', 'Leaves later', 'Stays'])
    ids.push(await newTicket(customer, { subject, assigned_to: agent.id }))
  const connected = page.waitForEvent('websocket')
  await openAs(page, agent.email, '/tickets/assigned')
  const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
  await expect(row('Stays')).toBeVisible()
  await connected
  await db`update public.tickets set status = 'solved' where id = ${ids[0] ?? ''}`
  await expect(row('Leaves first')).toHaveAttribute('data-leaving', 'true')
  await expect(page.getByText('2 tickets', { exact: true })).toBeVisible()
  await expect(row('Leaves first')).toHaveCount(0)

  await row('Stays').hover()
  await db`update public.tickets set status = 'solved' where id = ${ids[1] ?? ''}`
  await expect(row('Leaves later')).toHaveAttribute('data-leaving', 'true')
  const place = await row('Stays').boundingBox()
  const start = await page.evaluate(() => performance.now())
  // Longer than a row is shown leaving: the pointer holds it.
  await expect(async () =>
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(start + 6_000),
  ).toPass()
  expect(await row('Stays').boundingBox()).toEqual(place)
  await page.mouse.move(5, 5)
  await expect(row('Leaves later')).toHaveCount(0)
})

test('a claim shows in a colleague’s queue, which keeps its selection and focus', async ({
  page,
  browser,
}) => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Clara Claim'),
    newMember('Tom Takes', 'agent'),
    newMember('Sam Selects', 'agent'),
  ])
  for (const subject of ['Stays chosen', 'Is claimed']) await newTicket(customer, { subject })
  const row = (on: Page, subject: string) => on.getByRole('row').filter({ hasText: subject })
  const beside = await otherDevice(browser)
  const connected = beside.waitForEvent('websocket')
  await openAs(beside, colleague.email, '/tickets/unassigned')
  await openAs(page, agent.email, '/tickets/unassigned')
  await connected
  const chosen = row(beside, 'Stays chosen').getByRole('checkbox')
  await chosen.check()
  await expect(chosen).toBeFocused()
  const requested: string[] = []
  beside.on('request', (request) => requested.push(new URL(request.url()).pathname))

  await row(page, 'Is claimed').getByRole('button', { name: 'Assign to me' }).click()
  await expect(row(beside, 'Is claimed')).toContainText('Tom Takes')
  await expect(row(beside, 'Is claimed')).toHaveAttribute('data-leaving', 'true')
  await newTicket(customer, { subject: 'Has arrived' })
  const arrived = beside.getByRole('button', { name: '1 new ticket' })
  await expect(arrived).toBeVisible()
  await expect(row(beside, 'Has arrived')).toHaveCount(0)
  await expect(chosen).toBeFocused()
  expect(requested).toContain('/rest/v1/rpc/changes_since')
  expect(requested).not.toContain('/rest/v1/rpc/list_tickets')
  await chosen.blur()
  await beside.mouse.move(5, 5)
  await expect(row(beside, 'Is claimed')).toHaveCount(0)
  await arrived.click()
  await expect(row(beside, 'Has arrived')).toBeVisible()
  await expect(chosen).toBeChecked()
  await beside.context().close()
})

test('ratings, files and notifications appear in place, also after an outage of the backend', async ({
  page,
}) => {
  const [customer, agent] = await Promise.all([newMember('Olga Outage'), newMember('Ira Online', 'agent')])
  const ticket = await newTicket(customer, {
    subject: 'Solved for now',
    assigned_to: agent.id,
    status: 'solved',
  })
  let isDown = false
  const sockets = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    if (isDown) return void socket.close()
    socket.connectToServer()
    sockets.add(socket)
  })
  await page.route(/\/(rest|auth)\/v1\//, (route) => (isDown ? route.abort() : route.fallback()))
  await openAs(page, agent.email, `/tickets/${ticket}`)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect.poll(() => sockets.size).toBe(1)

  await db`insert into public.ticket_ratings (ticket_id, customer_id, agent_id, score, comment)
    values (${ticket}, ${customer.id}, ${agent.id}, 5, 'So quick')`
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('So quick')
  await db`insert into public.attachments (ticket_id, file_name, file_type, file_size, storage_path, uploaded_by)
    values (${ticket}, 'receipt.png', 'image/png', 10, ${`${ticket}/receipt.png`}, ${customer.id})`
  await expect(page.getByText('receipt.png').first()).toBeVisible()
  await newComment(customer, ticket, 'It is back')
  await expect(page.getByText('It is back').first()).toBeVisible()
  // What is read on the open page is no news; a reply on another ticket is.
  const other = await newTicket(customer, { assigned_to: agent.id })
  await (await clientOf(customer)).from('comments').insert({ ticket_id: other, content: 'And this one too' })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  isDown = true
  for (const socket of sockets) await socket.close()
  // The next probe of a backend that failed 10 s ago comes 11 s later.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('The helpdesk is not responding. Retrying…')).toBeVisible()
  const start = Date.now()
  await expect(() => expect(Date.now()).toBeGreaterThan(start + 10_000)).toPass()
  isDown = false
  await newComment(customer, ticket, 'Written during the outage')
  await expect(page.getByText('Written during the outage').first()).toBeVisible({ timeout: 5_000 })
})

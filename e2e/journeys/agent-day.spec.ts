import { expect, otherDevice, test } from '../support/portal'
import { db, newComment, newMember, newTicket } from '../support/factories'
import { withholdChanges } from '../support/live'
import { backendAnswers, backendCalls } from '../support/requests'
import { openAs, startSession } from '../support/session'
import { box, expectText } from '../support/ticket-page'

test('an agent claims, answers and solves a ticket; the customer rates it; the figures change', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const customer = await newMember('Cleo Customer')
  const agent = await newMember('Abe Agent', 'agent')
  const subject = `Nobody can print ${Date.now()}`
  const ticket = await newTicket(customer, { subject, priority: 'urgent' })

  await openAs(page, agent.email)
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await expect(page.getByText('Overview of your support queue and performance')).toBeVisible()
  const card = (title: string) =>
    page.getByRole('heading', { name: title, level: 2, exact: true }).locator('..')
  await expect(card('Assigned Tickets')).toContainText('0')
  await expect(card('Assigned Tickets')).toContainText('Active cases')
  await expect(card('Resolved Today')).toContainText('Completed tickets')
  await expect(card('Average Response')).toContainText('Response time')
  await expect(card('Customer Satisfaction')).toContainText('Last 30 days')

  await page
    .getByRole('link', { name: /Unassigned Queue/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Unassigned Tickets' })).toBeVisible()
  await expect(page.getByText('View and claim unassigned support tickets')).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Search tickets' })
    .or(page.getByPlaceholder('Search tickets...'))
    .fill(subject)
  const row = page.getByRole('row', { name: new RegExp(subject) })
  await expect(row).toContainText(customer.email)
  await row.getByRole('button', { name: 'Assign to me' }).click()
  await expect
    .poll(async () => (await db`select assigned_to, status from public.tickets where id = ${ticket}`)[0])
    .toEqual({
      assigned_to: agent.id,
      status: 'in_progress',
    })

  await page.goto(`/tickets/${ticket}`)
  await box(page).fill('Please switch it off and on again.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Internal Notes' }).click()
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Note content is required')).toBeVisible()
  await page
    .getByRole('textbox', { name: /Internal note/i })
    .last()
    .fill('They had this last week too')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByRole('main').getByText('They had this last week too').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByLabel('Status').selectOption({ label: 'Solved' })
  await page.getByLabel('Internal Note (Optional)').fill('Was only the power')
  await page.getByRole('button', { name: 'Update Ticket' }).click()
  await expect
    .poll(async () => (await db`select status from public.tickets where id = ${ticket}`)[0]?.status)
    .toBe('solved')

  const theirs = await otherDevice(browser)
  const answers = backendAnswers(theirs)
  await openAs(theirs, customer.email, `/tickets/${ticket}`)
  await expect(theirs.getByText('Please switch it off and on again.')).toBeVisible()
  expect(await theirs.content()).not.toMatch(/last week too|only the power|Internal Note/)
  const responses = await answers()
  expect(responses).toContain('Please switch it off and on again.')
  expect(responses).not.toMatch(/last week too|only the power/)
  await theirs.getByLabel('Great').check()
  await theirs.getByRole('button', { name: 'Send rating' }).click()
  await expect(theirs.getByText('Your rating: Great')).toBeVisible()
  await theirs.context().close()

  await page.goto('/dashboard/agent')
  await expect(card('Resolved Today')).toContainText('1')
  await expect(card('Customer Satisfaction')).toContainText('100%')
  await expect(card('Assigned Tickets')).toContainText('0')
})

test('the second of two agents who claim a ticket at once sees who got it', async ({ page, browser }) => {
  const customer = await newMember('Rae Race')
  const [first, second] = await Promise.all([
    newMember('Finn First', 'agent'),
    newMember('Sara Second', 'agent'),
  ])
  const subject = `Raced for ${Date.now()}`
  const ticket = await newTicket(customer, { subject })
  const other = await otherDevice(browser)
  await startSession(page, first.email)
  await startSession(other, second.email)
  for (const each of [page, other]) {
    await each.goto(`/tickets/unassigned?q=${encodeURIComponent(subject)}`)
    await expect(each.getByRole('button', { name: 'Assign to me' })).toBeVisible()
  }
  // Both requests are held until both clicks have happened.
  let pressed = 0
  let release = () => {}
  const bothPressed = new Promise<void>((resolve) => (release = resolve))
  for (const each of [page, other])
    await each.route('**/rest/v1/rpc/claim_ticket*', async (route) => {
      if (++pressed === 2) release()
      await bothPressed
      await route.continue()
    })
  // Awaited from the start, because toasts disappear.
  const refusals = [page, other].map(async (each) => {
    const refusal = each.getByText('Ticket is already assigned to')
    await refusal.waitFor({ timeout: 20_000 })
    return { loser: each, text: await refusal.innerText() }
  })
  await Promise.all([page, other].map((each) => each.getByRole('button', { name: 'Assign to me' }).click()))
  const { loser, text } = await Promise.any(refusals)
  const winner = loser === page ? second : first
  expect(text).toContain(`Ticket is already assigned to ${winner.name}`)
  expect((await db`select assigned_to from public.tickets where id = ${ticket}`)[0]?.assigned_to).toBe(
    winner.id,
  )
  await other.context().close()
})

test('a bulk change names the refused ticket, and Undo restores the others', async ({ page }) => {
  const customer = await newMember('Bea Bulk')
  const [agent, rival] = await Promise.all([newMember('Bill Bulk', 'agent'), newMember('Rik Rival', 'agent')])
  const tag = `bulk${Date.now()}`
  const mine = await Promise.all(
    [1, 2].map((n) =>
      newTicket(customer, { subject: `${tag} mine ${n}`, assigned_to: agent.id, status: 'in_progress' }),
    ),
  )
  const foreign = await newTicket(customer, {
    subject: `${tag} of a rival`,
    assigned_to: rival.id,
    status: 'in_progress',
  })
  const priorities = async () =>
    Object.fromEntries(
      (await db`select id, priority from public.tickets where id = any(${[...mine, foreign]})`).map(
        ({ id, priority }) => [id, priority],
      ),
    )
  await openAs(page, agent.email, `/tickets/assigned?q=${tag}`)
  await expect(page.getByRole('row', { name: new RegExp(tag) })).toHaveCount(2)
  // The rival's ticket was the agent's when the list was loaded.
  await db`update public.tickets set assigned_to = ${agent.id} where id = ${foreign}`
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(tag) })).toHaveCount(3)
  // and the page has not heard of the change.
  await withholdChanges(page)
  await db`update public.tickets set assigned_to = ${rival.id} where id = ${foreign}`
  const boxes = page.getByRole('row', { name: new RegExp(tag) }).getByRole('checkbox')
  await boxes.first().click()
  await boxes.last().click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  const calls = backendCalls(page)
  await page
    .getByRole('combobox', { name: /priority/i })
    .last()
    .selectOption({ label: 'Urgent' })
  await expect
    .poll(priorities)
    .toEqual({ [mine[0] ?? '']: 'urgent', [mine[1] ?? '']: 'urgent', [foreign]: 'normal' })
  expect(calls.paths().filter((path) => path.includes('bulk_update'))).toHaveLength(1)
  await expect(page.getByText(`${tag} of a rival`).last()).toBeVisible()
  await expect(page.getByText('Assigned to Rik Rival. Take over to change.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(priorities)
    .toEqual({ [mine[0] ?? '']: 'normal', [mine[1] ?? '']: 'normal', [foreign]: 'normal' })
})

test('an agent’s draft survives a tab crash and appears on another device', async ({
  page,
  context,
  browser,
}) => {
  const customer = await newMember('Dee Draft')
  const agent = await newMember('Dan Draft', 'agent')
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await box(page).fill('An answer that is not finished')
  await expect
    .poll(
      async () =>
        (await db`select content from public.ticket_drafts where ticket_id = ${ticket}`)[0]?.content,
      { timeout: 5_000 },
    )
    .toBe('An answer that is not finished')
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const fresh = await context.newPage()
  await fresh.goto(`/tickets/${ticket}`)
  await expectText(box(fresh), 'An answer that is not finished')
  await fresh.close()
  const other = await otherDevice(browser)
  await startSession(other, agent.email)
  await db`update public.tickets set priority = 'high' where id = ${ticket}`
  await other.goto(`/tickets/${ticket}`)
  await expect(other.getByText('An answer that is not finished')).toBeVisible()
  await other.getByRole('button', { name: 'Continue here' }).click()
  await expectText(box(other), 'An answer that is not finished')
  await other.context().close()
})

test('holds back a reply after a concurrent change until the agent sends it anyway', async ({ page }) => {
  const customer = await newMember('Gus Guard')
  const agent = await newMember('Gil Guard', 'agent')
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await box(page).fill('Is it better now?')
  await newComment(customer, ticket, 'Never mind, it works again')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Never mind, it works again').first()).toBeVisible()
  await expectText(box(page), 'Is it better now?')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
  expect(
    (await db`select content from public.comments where ticket_id = ${ticket} order by created_at`).map(
      ({ content }) => content,
    ),
  ).toEqual(['Never mind, it works again', 'Is it better now?'])
})

test('shows a toast when the dashboard fails to load', async ({ page }) => {
  const agent = await newMember('Flo Failure', 'agent')
  await openAs(page, agent.email)
  await page.route('**/rest/v1/rpc/get_agent_performance_stats*', (route) =>
    route.fulfill({ status: 500, json: { message: 'x' } }),
  )
  await page.reload()
  await expect(page.getByText('Failed to load dashboard data. Please try again.').first()).toBeVisible()
})

import { expect, test } from '../support/portal'
import { clientOf, db, newComment, newMember, newTicket } from '../support/factories'
import { backendAnswers, backendCalls, layoutShift } from '../support/requests'
import { openAs, startSession } from '../support/session'
import { box, commentsOf, send } from '../support/ticket-page'

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('shows assignee and next step; closes with a reason, reopens, rates', async ({ page }) => {
      const customer = await newMember('Cora Customer')
      const agent = await newMember('Hal Helper', 'agent')
      const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
      await openAs(page, customer.email, `/tickets/${ticket}`)
      const progress = page.getByRole('region', { name: 'Progress' })
      await expect(progress).toContainText('Hal Helper')
      await expect(page.getByText('in progress', { exact: false }).first()).toBeVisible()
      expect(await page.content()).not.toContain(agent.email)

      await page.getByRole('button', { name: 'Close ticket' }).click()
      const dialog = page.getByRole('dialog', { name: 'Close ticket' })
      await dialog.getByLabel('Another reason').check()
      await dialog.getByRole('button', { name: 'Close ticket' }).click()
      await expect(dialog.getByText('Please give a reason')).toBeVisible()
      await dialog.getByLabel('Your reason').fill('The cable was not plugged in')
      await dialog.getByRole('button', { name: 'Close ticket' }).click()
      await expect(dialog).toBeHidden()
      await expect(progress).toContainText('Closed because: The cable was not plugged in')

      await page.getByLabel('Good').check()
      await page.getByLabel(/Anything to add/).fill('Kind people')
      await page.getByRole('button', { name: 'Send rating' }).click()
      await expect(page.getByText('Your rating: Good')).toBeVisible()
      await page.getByRole('button', { name: 'Change' }).click()
      await page.getByLabel('Great').check()
      await page.getByRole('button', { name: 'Save rating' }).click()
      await expect(page.getByText('Your rating: Great')).toBeVisible()
      const [row] =
        await db`select score, comment, agent_id from public.ticket_ratings where ticket_id = ${ticket}`
      expect(row).toEqual({ score: 5, comment: 'Kind people', agent_id: agent.id })

      await page.getByRole('button', { name: 'Reopen' }).click()
      const again = page.getByRole('dialog', { name: 'Reopen ticket' })
      await again.getByRole('textbox').fill('It went out again')
      await again.getByRole('button', { name: 'Reopen' }).click()
      await expect(again).toBeHidden()
      await expect(page.getByText('It went out again')).toBeVisible()
      await expect.poll(() => commentsOf(ticket)).toEqual(['It went out again'])
      const [now] = await db`select status, closed_at, close_reason from public.tickets where id = ${ticket}`
      expect(now).toEqual({ status: 'open', closed_at: null, close_reason: null })
      await expect(page.getByRole('region', { name: 'Rating' })).toBeHidden()
      await expect(page.getByText(/^You changed the status from In Progress to Closed/)).toBeVisible()
      await expect(page.getByText(/reopened the ticket/)).toBeVisible()
    })

    test('shows what support did and where the unread messages begin', async ({ page }) => {
      const customer = await newMember('Uma Unread')
      const ticket = await newTicket(customer)
      const agent = await newMember('Ines Inside', 'agent')
      const helper = await newMember('Hal Helper', 'agent')
      const { error } = await (await clientOf(agent)).rpc('claim_ticket', { ticket_id: ticket })
      expect(error).toBeNull()
      await newComment(helper, ticket, 'Did you try the other socket?')
      const marked = page.waitForResponse('**/rpc/mark_ticket_read')
      await openAs(page, customer.email, `/tickets/${ticket}`)
      const conversation = page.getByRole('region', { name: 'Comments' }).getByRole('listitem')
      await expect(conversation).toContainText(['', /Ines Inside is on it/, /^New$/, /the other socket/])
      await marked
      await page.reload()
      await expect(conversation).toContainText(['', /Ines Inside is on it/, /the other socket/])
    })

    for (const role of ['customer', 'agent'] as const)
      test(`docks the box for messages in a short conversation of the ${role}`, async ({ page }) => {
        const customer = await newMember('Dora Docked')
        const agent = await newMember('Dan Docked', 'agent')
        const ticket = await newTicket(customer, { assigned_to: agent.id })
        await openAs(page, (role === 'agent' ? agent : customer).email, `/tickets/${ticket}`)
        const distance = () =>
          box(page).evaluate((element) => {
            const frame = element.closest('form, section[aria-label=Write]')
            return innerHeight - (frame?.getBoundingClientRect().bottom ?? 0)
          })
        await expect(box(page)).toBeVisible()
        const empty = await distance()
        expect(empty).toBeGreaterThanOrEqual(0)
        expect(empty).toBeLessThanOrEqual(24)
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
        // The box grows at the click.
        await box(page).click()
        await box(page).fill('One more line of this conversation')
        await send(page).click()
        await expect(page.getByRole('listitem').getByText('One more line')).toBeVisible()
        await expect.poll(distance).toBe(empty)
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      })
  })
}

test('renders text with line breaks and safe links, never as markup', async ({ page }) => {
  const customer = await newMember('Xavier Xss')
  const payload = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
  const ticket = await newTicket(customer, {
    subject: `${payload} in a subject`,
    description: `${payload}\njavascript:alert(1)`,
  })
  await newComment(
    customer,
    ticket,
    `first line\nhttps://example.com/a?b=c.\n${payload} [x](javascript:alert(1))`,
  )
  await openAs(page, customer.email, `/tickets/${ticket}`)
  const link = page.getByRole('link', { name: 'https://example.com/a?b=c' })
  await expect(link).toHaveAttribute('href', 'https://example.com/a?b=c')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(page.getByText('first line')).toHaveCSS('white-space', /pre/)
  expect(await page.locator('main a[href^="javascript"], main img[src="x"]').count()).toBe(0)
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

test('another customer’s ticket and a missing one show the same page', async ({ page }) => {
  const [owner, other] = await Promise.all([newMember('Olga Owner'), newMember('Sam Stranger')])
  const ticket = await newTicket(owner, { subject: 'A secret' })
  await startSession(page, other.email)
  const seen: string[] = []
  for (const id of [ticket, '00000000-0000-4000-8000-000000000000', 'no-id']) {
    await page.goto(`/tickets/${id}`)
    await expect(page.getByRole('heading', { name: 'Ticket not found' })).toBeVisible()
    seen.push(await page.getByRole('main').innerText())
  }
  expect(new Set(seen).size).toBe(1)
  expect(await page.content()).not.toContain('A secret')
})

test('a staff note reaches neither the page nor a response of the customer', async ({ page }) => {
  const customer = await newMember('Nora Nothing')
  const agent = await newMember('Nat Notes', 'agent')
  const ticket = await newTicket(customer)
  await newComment(agent, ticket, 'They are difficult, be careful', true)
  const answers = backendAnswers(page)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  expect(await answers()).toContain(ticket)
  expect(await answers()).not.toContain('difficult')
  expect(await page.content()).not.toContain('Internal Note')
})

test('a ticket that fails to load shows an error, also offline, and Retry loads it', async ({
  page,
  context,
}) => {
  const customer = await newMember('Rita Retry')
  const ticket = await newTicket(customer, { subject: 'Back again' })
  await openAs(page, customer.email, '/tickets')
  await expect(page.getByRole('link', { name: 'Back again' })).toBeVisible()
  // Not just until the error is shown: a live change reads the ticket again as well.
  await page.evaluate(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button')?.textContent === 'Retry')
        document.documentElement.dataset.retried = ''
    }
    addEventListener('click', onClick, true)
  })
  await page.route('**/rest/v1/rpc/get_ticket_detail*', async (route) => {
    if ((await page.locator('html[data-retried]').count()) > 0) return route.fallback()
    return route.fulfill({ status: 500, json: { message: 'boom' } })
  })
  const calls = backendCalls(page)
  await page.getByRole('link', { name: 'Back again' }).click()
  await expect(page.getByText('This ticket could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Back again' })).toBeVisible()
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  expect(calls.paths().length).toBeGreaterThan(0)
  await page.goBack()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Back again' }).click()
  await expect(page.getByText(/You are offline/).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Back again' })).toBeVisible()
  expect(ticket).toBeTruthy()
})

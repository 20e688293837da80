import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/portal'
import { db, newComment, newMember, newTicket } from '../support/desk'
import { backendCalls, layoutShift } from '../support/requests'

const box = (page: Page) => page.getByPlaceholder('Add a comment...')
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const comments = async (ticket: string) =>
  (
    await db<
      { content: string }[]
    >`select content from public.comments where ticket_id = ${ticket} order by created_at`
  ).map(({ content }) => content)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** A page with one word on it, in the smallest form that readers accept. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 40>>stream
BT /F1 24 Tf 20 40 Td (Invoice) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`)

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('who helps and what happens next, close with a reason, reopen, rate', async ({ page }) => {
      const customer = await newMember('Cora Customer')
      const agent = await newMember('Hal Helper', 'agent')
      const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
      await signIn(page, customer.email)
      await page.goto(`/tickets/${ticket}`)
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
      await expect.poll(() => comments(ticket)).toEqual(['It went out again'])
      const [now] = await db`select status, closed_at, close_reason from public.tickets where id = ${ticket}`
      expect(now).toEqual({ status: 'open', closed_at: null, close_reason: null })
      await expect(page.getByRole('region', { name: 'Rating' })).toBeHidden()
    })

    test('pictures, PDF and text are shown in the page; the rest is downloaded', async ({ page }) => {
      const customer = await newMember('Fred Files')
      const ticket = await newTicket(customer)
      await signIn(page, customer.email)
      await page.goto(`/tickets/${ticket}`)
      await box(page).fill('Here are the files.')
      await page.locator('input[type=file]').setInputFiles([
        { name: 'photo.png', mimeType: 'image/png', buffer: png },
        { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('<b>not bold</b>\nsecond line') },
      ])
      await send(page).click()
      await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Preview notes.txt' }).first()).toBeVisible()

      await page.getByRole('button', { name: 'Preview photo.png' }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('img', { name: 'photo.png' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Preview photo.png' }).first()).toBeFocused()

      await page.getByRole('button', { name: 'Preview notes.txt' }).first().click()
      await expect(dialog.getByText('<b>not bold</b>')).toBeVisible()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Preview invoice.pdf' }).first().click()
      const canvas = dialog.locator('canvas').first()
      await expect(canvas).toBeVisible()
      await expect
        .poll(() =>
          canvas.evaluate((element) => {
            if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0
            const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {
              data: [],
            }
            return Array.from(data).filter((value, index) => index % 4 === 0 && value < 100).length
          }),
        )
        .toBeGreaterThan(20)
      await page.keyboard.press('Escape')

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download notes.txt' }).first().click()
      const path = await (await download).path()
      expect(await readFile(path, 'utf8')).toBe('<b>not bold</b>\nsecond line')

      await page.getByRole('button', { name: 'Delete photo.png' }).first().click()
      await page
        .getByRole('dialog', { name: 'Delete this file?' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await expect(page.getByRole('button', { name: 'Preview photo.png' })).toHaveCount(0)
      const files =
        await db`select file_name from public.attachments where ticket_id = ${ticket} order by file_name`
      expect(files.map(({ file_name: name }) => name)).toEqual(['invoice.pdf', 'notes.txt'])
    })
  })
}

test('a comment is shown at once, kept when it cannot be sent, and sent once however often it is tried', async ({
  page,
}) => {
  const customer = await newMember('Ona Offline')
  const ticket = await newTicket(customer)
  await signIn(page, customer.email)
  await page.goto(`/tickets/${ticket}`)
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await box(page).fill('   ')
  await expect(send(page)).toBeDisabled()

  // The answer is lost on the way back: the server has the comment, the page does not know.
  await page.route('**/rest/v1/comments*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await box(page).fill('Only once, please.')
  await send(page).click()
  await expect(page.getByText('Failed to add comment. Please try again.')).toBeVisible()
  await expect(page.getByText('Not sent')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Only once, please.').first()).toBeVisible()
  await page.unroute('**/rest/v1/comments*')
  const retry = page.getByRole('button', { name: 'Retry' })
  if (await retry.isVisible()) await retry.click()
  await expect(page.getByText('Not sent')).toBeHidden()
  expect(await comments(ticket)).toEqual(['Only once, please.'])

  for (const status of [500, 429]) {
    await page.route('**/rest/v1/comments*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { code: 'x', message: 'no', details: null, hint: null } })
        : route.continue(),
    )
    await box(page).fill(`Refused with ${status}`)
    await send(page).click()
    await expect(page.getByText('Not sent')).toBeVisible()
    await expect(page.getByText(`Refused with ${status}`)).toBeVisible()
    await page.unroute('**/rest/v1/comments*')
    await retry.click()
    await expect(page.getByText('Not sent')).toBeHidden()
  }
  await expect
    .poll(() => comments(ticket))
    .toEqual(['Only once, please.', 'Refused with 500', 'Refused with 429'])
})

test('what is being written survives a reload and the crash of the tab', async ({ page, context }) => {
  const customer = await newMember('Cara Crash')
  const ticket = await newTicket(customer)
  await signIn(page, customer.email)
  await page.goto(`/tickets/${ticket}`)
  await box(page).fill('Half a thought')
  await page.reload()
  await expect(box(page)).toHaveValue('Half a thought')
  await box(page).press('ControlOrMeta+End')
  await page.keyboard.type(' and a bit')
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const fresh = await context.newPage()
  await fresh.goto(`/tickets/${ticket}`)
  await expect(box(fresh)).toHaveValue('Half a thought and a bit')
  await fresh.close()
})

test('an own comment is edited for fifteen minutes, not longer, and nobody else’s', async ({ page }) => {
  const customer = await newMember('Eddy Editor')
  const agent = await newMember('Ann Agent', 'agent')
  const ticket = await newTicket(customer)
  await newComment(customer, ticket, 'A tpyo')
  const old = await newComment(customer, ticket, 'Long ago')
  await newComment(agent, ticket, 'From support')
  await db`update public.comments set created_at = now() - interval '15 minutes 1 second', updated_at = now() - interval '15 minutes 1 second' where id = ${old}`
  await signIn(page, customer.email)
  await page.goto(`/tickets/${ticket}`)
  await expect(page.getByText('From support')).toBeVisible()
  const edit = page.getByRole('button', { name: 'Edit comment' })
  await expect(edit).toHaveCount(1)
  await edit.click()
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('A typo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A typo')).toBeVisible()
  await expect(page.getByText('just now · edited')).toBeVisible()

  // The clock runs out while it is being edited: the server refuses, and the words stay.
  await edit.click()
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('Too late')
  await db`update public.comments set created_at = created_at - interval '16 minutes' where ticket_id = ${ticket} and user_id = ${customer.id}`
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('You can edit a comment for 15 minutes after sending it')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Edit comment' })).toHaveValue('Too late')
  expect(await comments(ticket)).not.toContain('Too late')
})

test('text is text: line breaks and safe links, no markup, nothing runs', async ({ page }) => {
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
  await signIn(page, customer.email)
  await page.goto(`/tickets/${ticket}`)
  const link = page.getByRole('link', { name: 'https://example.com/a?b=c' })
  await expect(link).toHaveAttribute('href', 'https://example.com/a?b=c')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(page.getByText('first line')).toHaveCSS('white-space', /pre/)
  expect(await page.locator('main a[href^="javascript"], main img[src="x"]').count()).toBe(0)
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

test('somebody else’s ticket and a missing one are the same page', async ({ page }) => {
  const [owner, other] = await Promise.all([newMember('Olga Owner'), newMember('Sam Stranger')])
  const ticket = await newTicket(owner, { subject: 'A secret' })
  await signIn(page, other.email)
  const seen: string[] = []
  for (const id of [ticket, '00000000-0000-4000-8000-000000000000', 'no-id']) {
    await page.goto(`/tickets/${id}`)
    await expect(page.getByRole('heading', { name: 'Ticket not found' })).toBeVisible()
    seen.push(await page.getByRole('main').innerText())
  }
  expect(new Set(seen).size).toBe(1)
  expect(await page.content()).not.toContain('A secret')
})

test('a note of staff leaves no trace for the customer: not in the page, not on the wire', async ({
  page,
}) => {
  const customer = await newMember('Nora Nothing')
  const agent = await newMember('Nat Notes', 'agent')
  const ticket = await newTicket(customer)
  await newComment(agent, ticket, 'They are difficult, be careful', true)
  const bodies: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/'))
      void response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      )
  })
  await signIn(page, customer.email)
  await page.goto(`/tickets/${ticket}`)
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(bodies.length).toBeGreaterThan(0)
  expect(bodies.join('\n')).not.toContain('difficult')
  expect(await page.content()).not.toContain('Internal Note')
})

test('a ticket that fails to load says so, offline too, and Retry brings it', async ({ page, context }) => {
  const customer = await newMember('Rita Retry')
  const ticket = await newTicket(customer, { subject: 'Back again' })
  await signIn(page, customer.email)
  await page.goto('/tickets')
  await expect(page.getByRole('link', { name: 'Back again' })).toBeVisible()
  await page.route('**/rest/v1/rpc/get_ticket_detail*', (route) =>
    route.fulfill({ status: 500, json: { message: 'boom' } }),
  )
  const calls = backendCalls(page)
  await page.getByRole('link', { name: 'Back again' }).click()
  await expect(page.getByText('This ticket could not be loaded')).toBeVisible()
  await page.unroute('**/rest/v1/rpc/get_ticket_detail*')
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

import { db, newComment, newMember, newTicket } from '../support/factories'
import { loseComment } from '../support/lost-response'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { settled } from '../support/settled'
import { box, commentsOf, expectText, send } from '../support/ticket-page'

test('a comment appears at once, survives a failed request, and retries create it once', async ({ page }) => {
  const customer = await newMember('Ona Offline')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await box(page).fill('   ')
  await expect(send(page)).toBeDisabled()

  // The network fails before the response: the server has the comment, but the page cannot know.
  const reconnect = await loseComment(page, true)
  await box(page).fill('Only once, please.')
  await send(page).click()
  await expect(page.getByText('Failed to add comment. Please try again.')).toBeVisible()
  await expect(page.getByText('Not sent')).toBeVisible()
  await reconnect()
  await page.reload()
  await expect(page.getByText('Only once, please.').first()).toBeVisible()
  const retry = page.getByRole('button', { name: 'Retry' })
  // Once the thread contains the comment, Retry disappears.
  await settled(page)
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    await expect(page.getByText('Not sent')).toBeHidden({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByText('Only once, please.')).toHaveCount(1)
  expect(await commentsOf(ticket)).toEqual(['Only once, please.'])

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
    .poll(() => commentsOf(ticket))
    .toEqual(['Only once, please.', 'Refused with 500', 'Refused with 429'])
})

test('a draft survives a reload and a tab crash', async ({ page, context }) => {
  const customer = await newMember('Cara Crash')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await box(page).fill('Half a thought')
  await page.reload()
  await expectText(box(page), 'Half a thought')
  await box(page).press('ControlOrMeta+End')
  await page.keyboard.type(' and a bit')
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const fresh = await context.newPage()
  await fresh.goto(`/tickets/${ticket}`)
  await expectText(box(fresh), 'Half a thought and a bit')
  await fresh.close()
})

test('only your own comments can be edited, for fifteen minutes', async ({ page }) => {
  const customer = await newMember('Eddy Editor')
  const agent = await newMember('Ann Agent', 'agent')
  const ticket = await newTicket(customer)
  await newComment(customer, ticket, 'A tpyo')
  const old = await newComment(customer, ticket, 'Long ago')
  await newComment(agent, ticket, 'From support')
  await db`update public.comments set created_at = now() - interval '15 minutes 1 second', updated_at = now() - interval '15 minutes 1 second' where id = ${old}`
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await expect(page.getByText('From support')).toBeVisible()
  const edit = page.getByRole('button', { name: 'Edit comment' })
  await expect(edit).toHaveCount(1)
  await edit.click()
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('A typo\n\nand an empty line')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A typo')).toHaveText(/^A typo\n\nand an empty line$/, { useInnerText: true })
  await expect(page.getByText('just now · edited')).toBeVisible()

  // The window ends during the edit: the server refuses, and the text stays.
  await edit.click()
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('Too late')
  await db`update public.comments set created_at = created_at - interval '16 minutes' where ticket_id = ${ticket} and user_id = ${customer.id}`
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('You can edit a comment for 15 minutes after sending it')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Edit comment' })).toHaveValue('Too late')
  expect(await commentsOf(ticket)).not.toContain('Too late')
})

import { db, newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { layoutShift } from '../support/requests'
import { openAs } from '../support/session'
import { settled } from '../support/settled'
import { box, expectText } from '../support/ticket-page'

test('comments written offline are sent once and in order, also after a reload', async ({
  page,
  context,
}) => {
  const customer = await newMember('Otto Offline')
  const [first, second] = [
    await newTicket(customer, { subject: 'No network in the train' }),
    await newTicket(customer, { subject: 'The lamp flickers' }),
  ]
  const stored = async (ticket: string) =>
    (await db`select content from public.comments where ticket_id = ${ticket} order by created_at`).map(
      (row) => row.content as string,
    )
  await openAs(page, customer.email, `/tickets/${first}`)
  const send = async (text: string) => {
    await box(page).fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await expect(box(page)).toBeVisible()
  await settled(page)
  const before = await layoutShift(page)

  await context.setOffline(true)
  await expect(page.getByText(/You are offline/)).toBeVisible()
  expect(await layoutShift(page)).toBe(before)
  await expect(page.getByRole('heading', { name: 'No network in the train' })).toBeVisible()
  for (const text of ['One', 'Two', 'Three']) await send(text)
  await expect(page.getByText('Sent when you are online again')).toHaveCount(3)
  await box(page).fill('A draft')
  expect(await stored(first)).toEqual([])

  await context.setOffline(false)
  await expect.poll(() => stored(first)).toEqual(['One', 'Two', 'Three'])
  await expect(page.getByText('Sent when you are online again')).toHaveCount(0)
  await expect(page.getByText(/You are offline/)).toBeHidden()
  await expectText(box(page), 'A draft')

  await page.goto(`/tickets/${second}`)
  await expect(box(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await send('Four')
  await expect(page.getByText('Sent when you are online again')).toHaveCount(1)
  await page.goto('about:blank')
  await context.setOffline(false)
  // Any page of the portal sends it, not only that of the ticket.
  await page.goto('/tickets')
  await expect.poll(() => stored(second)).toEqual(['Four'])
  await page.goto(`/tickets/${first}`)
  await expectText(box(page), 'A draft')
  expect(await stored(first)).toEqual(['One', 'Two', 'Three'])
})

test('an open list stays readable offline, also after going back to it', async ({ page, context }) => {
  const customer = await newMember('Lia List')
  const ticket = await newTicket(customer, { subject: 'Readable in the tunnel' })
  await openAs(page, customer.email, '/tickets')
  const row = page.getByRole('link', { name: /Readable in the tunnel/ }).first()
  await expect(row).toBeVisible()
  await row.click()
  await expect(page).toHaveURL(new RegExp(ticket))
  await expect(box(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await page.goBack()
  await expect(row).toBeVisible()
})

for (const hasTouch of [false, true])
  test.describe(`on a phone ${hasTouch ? 'with' : 'without'} touch`, () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch, isMobile: hasTouch })

    test('the line about the connection is below the header, also of a scrolled page', async ({
      page,
      context,
    }) => {
      const customer = await newMember('Pia Phone')
      const ticket = await newTicket(customer, { description: 'It hums.\n\n'.repeat(80) })
      await openAs(page, customer.email, `/tickets/${ticket}`)
      await settled(page)
      await page.evaluate(() => scrollTo(0, 400))
      await context.setOffline(true)
      const line = page.getByText(/You are offline/)
      await expect(line).toBeVisible()
      const header = await page.getByRole('banner').boundingBox()
      const { y = 0 } = (await line.boundingBox()) ?? {}
      expect(Math.abs(y - (header?.y ?? 0) - (header?.height ?? 0))).toBeLessThanOrEqual(1)
    })
  })

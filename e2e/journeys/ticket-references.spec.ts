import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from '../support/accessible'
import { clientOf, db, newComment, newMember, newTicket } from '../support/factories'
import { tabTo } from '../support/keyboard'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'
import { box } from '../support/ticket-page'

const numberOf = async (id: string) =>
  Number((await db`select number from public.tickets where id = ${id}`)[0]?.number)
const link = (page: Page, number: number) => page.getByRole('link', { name: `#${number}`, exact: true })
const tip = (page: Page) => page.locator('[data-tip]')

test('the number of a ticket in a message leads there, and only those who may read it see that it exists', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const [rosa, olga, agent] = await Promise.all([
    newMember('Rosa Refers'),
    newMember('Olga Other'),
    newMember('Abe Agent', 'agent'),
  ])
  const own = await newTicket(rosa, { subject: 'My invoice of May', status: 'solved' })
  const foreign = await newTicket(olga, {
    subject:
      'Olga’s secret: a very long title that is cut nowhere and says what happened to the toner of the third floor',
  })
  const arabic = await newTicket(rosa, { subject: 'الطابعة معطلة \u202e#99' })
  const ticket = await newTicket(rosa, { subject: 'Numbers in messages' })
  const [mine, others, rtl] = [await numberOf(own), await numberOf(foreign), await numberOf(arabic)]
  const missing = 900_000_000
  await newComment(
    rosa,
    ticket,
    `As in **#${mine}** and Ticket #${others}, [#${missing}], https://x.example/#${mine}`,
  )
  await newComment(agent, ticket, `Please see #${rtl}, \`#${mine}\` and #${others}.`)

  await openAs(page, agent.email, `/tickets/${ticket}`)
  await expect(link(page, mine)).toHaveCount(1)
  await expect(link(page, others)).toHaveCount(2)
  await expect(link(page, missing)).toHaveCount(0)
  await expect(link(page, mine)).toHaveAccessibleDescription('My invoice of May, Solved')

  // By pointer, which can go to the tip, and by keyboard; Escape hides it.
  await link(page, others).last().hover()
  await expect(tip(page)).toContainText('Olga’s secret')
  await tip(page).hover()
  await expect(tip(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
  await page.mouse.move(2, 2)
  await tabTo(page, link(page, mine))
  await expect(tip(page)).toContainText('My invoice of Maysolved')
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await link(page, rtl).focus()
    await link(page, others).last().hover()
    await expect(tip(page)).toContainText('Olga’s secret')
    await expectAccessible(page, `a number's title and status, ${colorScheme}, ${width} px`)
    await page.screenshot({ path: `test-results/ticket-reference-${colorScheme}-${width}.png` })
    await page.mouse.move(2, 2)
    await expect(tip(page)).toContainText('الطابعة')
    await expectAccessible(page, `a title in Arabic, ${colorScheme}, ${width} px`)
    await page.screenshot({ path: `test-results/ticket-reference-rtl-${colorScheme}-${width}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })

  // A change of the other ticket is seen, and the link leads there.
  await link(page, mine).focus()
  await db`update public.tickets set status = 'on_hold' where id = ${own}`
  await expect(link(page, mine)).toHaveAccessibleDescription('My invoice of May, On Hold')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My invoice of May' })).toBeVisible()

  // The requester: their own tickets are links. Of the other, page and answers tell what they tell of a missing one.
  const customer = await otherDevice(browser)
  const answers: string[] = []
  customer.on('response', (response) => {
    if (response.url().includes('ticket_references'))
      void response.text().then((text) => answers.push(`${new URL(response.url()).searchParams} ${text}`))
  })
  await openAs(customer, rosa.email, `/tickets/${ticket}`)
  await expect(link(customer, mine)).toHaveCount(1)
  await expect(link(customer, rtl)).toHaveCount(1)
  await expect(link(customer, others)).toHaveCount(0)
  await expect(customer.getByText(`Ticket #${others}, [#${missing}]`)).toBeVisible()
  expect(answers).toHaveLength(1)
  for (const number of [mine, rtl, others, missing]) expect(answers[0]).toContain(String(number))
  expect(answers[0]).not.toContain('Olga')
  expect(answers[0]).not.toContain(`"number":${others}`)
  const html = await customer.content()
  expect(html).not.toContain('Olga’s secret')
  expect(html).not.toMatch(new RegExp(`(tickets/|ticket-|ticket=")(${others}|${missing})`))
  await expectAccessibleInBothSchemes(customer, 'numbers of tickets as a customer')
  await link(customer, mine).click()
  await expect(customer.getByRole('heading', { name: 'My invoice of May' })).toBeVisible()
  await customer.context().close()
})

const setUndo = (seconds: number) => db`update public.workspace_settings set undo_send_seconds = ${seconds}`
test.afterEach(async () => void (await setUndo(0)))

test('a message that is not sent yet shows its links, and admins and merged tickets have them too', async ({
  page,
}) => {
  const [rosa, admin] = await Promise.all([newMember('Rosa Refers'), newMember('Ann Admin', 'admin')])
  const [source, target, ticket] = [
    await newTicket(rosa, { subject: 'Was merged' }),
    await newTicket(rosa, { subject: 'Shows both' }),
    await newTicket(rosa, { subject: 'Refers to both' }),
  ]
  const [from, into] = [await numberOf(source), await numberOf(target)]
  const { error } = await (await clientOf(admin)).rpc('merge_tickets', { source, target })
  expect(error).toBeNull()
  await openAs(page, admin.email, `/tickets/${ticket}`)
  await setUndo(40)
  await page.reload()
  await box(page).fill(`See #${from}.`)
  await box(page).press('Control+Enter')
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await expect(link(page, from)).toHaveAccessibleDescription(`Was merged, Open, Merged into #${into}`)
  await link(page, from).click()
  await expect(page.getByText(`#${from} was merged into #${into}`)).toBeVisible()
})

test('5,000 numbers in a message do not hold up the page', async ({ page }) => {
  const [rosa, agent] = await Promise.all([newMember('Rosa Refers'), newMember('Abe Agent', 'agent')])
  const ticket = await newTicket(rosa, { subject: 'Many numbers' })
  const number = await numberOf(ticket)
  for (const text of ['#1 '.repeat(3_300), `#${number} `.repeat(1_600), `*a* #${number} `.repeat(800)])
    await newComment(rosa, ticket, text.slice(0, 10_000))
  let requests = 0
  page.on('request', (request) => void (requests += request.url().includes('ticket_references') ? 1 : 0))
  const start = Date.now()
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await expect(link(page, number).first()).toBeAttached()
  test.info().annotations.push({ type: 'milliseconds', description: String(Date.now() - start) })
  expect(await link(page, number).count()).toBeLessThanOrEqual(1_000)
  // One more for the change by which the ticket came to be.
  expect(requests).toBeLessThanOrEqual(2)
})

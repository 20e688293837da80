import { db, newMember, newTicket } from '../support/factories'
import { textFile } from '../support/files'
import { writeTicket } from '../support/new-ticket'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, expectText } from '../support/ticket-page'

const ELSEWHERE = 'You are writing this in another tab.'
const continueHere = { name: 'Continue here' } as const

test('a reply with a file is taken over on a second computer, and its file goes when it is sent there', async ({
  page: office,
  browser,
}) => {
  const agent = await newMember('Nina Notebook', 'agent')
  const ticket = await newTicket(await newMember('Tom Two'), { subject: 'Where is my invoice?' })
  await db`update public.tickets set assigned_to = ${agent.id} where id = ${ticket}`
  await openAs(office, agent.email, `/tickets/${ticket}`)
  await box(office).fill('Here is your invoice')
  await office.locator('input[type=file]').first().setInputFiles(textFile('invoice.txt'))
  const row = async () => (await db`select files from public.ticket_drafts where user_id = ${agent.id}`)[0]
  await expect.poll(async () => (await row())?.files).toMatchObject([{ name: 'invoice.txt' }])

  const home = await otherDevice(browser)
  await openAs(home, agent.email, `/tickets/${ticket}`)
  await expect(home.getByText('You are writing this on another device.')).toBeVisible()
  await expect(home.getByText('Here is your invoice')).toBeVisible()
  await expect(home.getByText('Its file stays on that device: invoice.txt')).toBeVisible()
  await expect(box(home)).toHaveCount(0)
  await home.getByRole('button', continueHere).click()
  await expectText(box(home), 'Here is your invoice')
  await expect(home.getByText(/This draft has 1 file on another device: invoice\.txt/)).toBeVisible()

  // The first computer sees it and lets go, by itself.
  await expect(office.getByText('You are writing this on another device.')).toBeVisible()
  await box(home).fill('Your invoice comes by post')
  await home.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(home.getByText('Comment added', { exact: true }).first()).toBeVisible()
  await expect.poll(row).toBeUndefined()

  await office.reload()
  await expectText(box(office), '')
  await expect(office.getByText('invoice.txt')).toHaveCount(0)
  await box(office).fill('An unrelated reply')
  await office.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(office.getByText('Comment added', { exact: true }).first()).toBeVisible()
  expect(await db`select 1 from public.attachments where ticket_id = ${ticket}`).toHaveLength(0)
  await home.context().close()
})

test('two tabs with new tickets keep two drafts, also after a reload', async ({ page, context }) => {
  const customer = await newMember('Tara Tabs')
  await openAs(page, customer.email, '/tickets/new')
  await writeTicket(page, 'The printer is on fire')
  const second = await context.newPage()
  await second.goto('/tickets/new')
  await expect(second.getByText(ELSEWHERE)).toBeVisible()
  await second.getByRole('button', { name: 'Write another ticket' }).click()
  await second.getByLabel('Subject').fill('The lamp flickers')
  await second.getByLabel('Description').fill('Every evening, in the hall.')
  for (const tab of [page, second]) await tab.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('The printer is on fire')
  await expect(second.getByLabel('Subject')).toHaveValue('The lamp flickers')

  // A closed tab leaves its draft to the next.
  await second.close({ runBeforeUnload: false })
  const third = await context.newPage()
  await third.goto('/tickets/new')
  await third.getByRole('button', continueHere).click()
  await expect(third.getByLabel('Subject')).toHaveValue('The printer is on fire')
  await expect(page.getByText(ELSEWHERE)).toBeVisible()
})

test('a comment is written in one of two tabs, with its files', async ({ page, context }) => {
  const customer = await newMember('Cora Comment')
  const ticket = await newTicket(customer, { subject: 'It hums' })
  await openAs(page, customer.email, `/tickets/${ticket}`)
  const second = await context.newPage()
  await second.goto(`/tickets/${ticket}`)
  await expect(box(second)).toBeVisible()
  await box(page).fill('It hums all night')
  await page.locator('input[type=file]').first().setInputFiles(textFile('hum.txt'))
  await expect(second.getByText(ELSEWHERE)).toBeVisible()
  await second.getByRole('button', continueHere).click()
  await expectText(box(second), 'It hums all night')
  await expect(second.getByText('hum.txt')).toBeVisible()
  await expect(page.getByText(ELSEWHERE)).toBeVisible()
  await second.getByRole('button', { name: 'Send', exact: true }).click()
  await expectText(box(page), '')
  await expect(page.getByText(ELSEWHERE)).toBeHidden()
  await expect
    .poll(async () => await db`select file_name from public.attachments where ticket_id = ${ticket}`)
    .toMatchObject([{ file_name: 'hum.txt' }])
})

test('a pasted text that is too long is kept and marked', async ({ page }) => {
  const customer = await newMember('Paula Paste')
  // A phone and a long title: the box begins in the middle of the screen.
  const ticket = await newTicket(customer, { subject: 'A long log of the printer '.repeat(5) })
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await box(page).focus()
  await page.evaluate((text) => document.execCommand('insertText', false, text), 'x'.repeat(13_889))
  await expectText(box(page), 'x'.repeat(13_889))
  await expect(page.getByText('3,889 characters too long')).toBeVisible()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await page.locator('input[type=file]').first().setInputFiles(textFile('log.txt'))
  await expect(page.getByText('log.txt')).toBeVisible()
  await expect(send).toBeInViewport({ ratio: 1 })
})

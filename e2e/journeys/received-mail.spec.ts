import { expectAccessibleAtBothWidths } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { mailsTo, mailToWorkspace, replyAddressOf } from '../support/mail'
import { expect, newAddress, test } from '../support/portal'
import { watchForScripts } from '../support/script-watch'
import { openAs } from '../support/session'
import { box, send } from '../support/ticket-page'

const hostile = `
  <style>body { background: url(https://tracker.example/canary/style.gif) }</style>
  <link rel="stylesheet" href="https://tracker.example/canary/sheet.css">
  <p onclick="alert('clicked')">It burns since Monday.</p>
  <script>alert('ran')</script>
  <img src="https://tracker.example/canary/pixel.gif" alt="a picture" onerror="alert('failed')">
  <form action="https://tracker.example/canary/form"><button>Win a phone</button></form>
  <iframe src="https://tracker.example/canary/frame"></iframe>
  <div class="gmail_quote">
    <div>On Mon, 23 Nov 2026 at 09:00, Olga Old &lt;olga@example.org&gt; wrote:<br></div>
    <blockquote>Have you called the printer shop?</blockquote>
  </div>`

test('a customer who only mails gets an answer by mail; nothing in their email runs or loads', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const agent = await newMember('Rita Reader', 'agent')
  const [mia, subject] = [newAddress('mia'), `Smoke ${Date.now().toString(36)}`]
  const { found } = await watchForScripts(page)
  await mailToWorkspace({ from: { name: 'Mia Mail', address: mia }, subject, html: hostile })
  const [ticket] = await db<{ id: string }[]>`select id from public.tickets where subject = ${subject}`

  await openAs(page, agent.email, `/tickets/${ticket?.id}`)
  await expect(page.getByText('It burns since Monday.')).toBeVisible()
  await expect(page.getByText(/by email/).first()).toBeVisible()
  await expect(page.getByText('Have you called the printer shop?')).toBeHidden()
  await page.getByRole('button', { name: 'Show quoted text' }).click()
  await expect(page.getByText('Have you called the printer shop?')).toBeVisible()

  await page.getByRole('button', { name: 'Show original email' }).click()
  const original = page.frameLocator('iframe[title="Content of the email"]')
  await expect(original.getByText('It burns since Monday.')).toBeVisible()
  await original.getByText('It burns since Monday.').click()
  await expect(original.locator('script, link, form, iframe, button, img')).toHaveCount(0)
  expect(found).toEqual([])
  const dialog = page.getByRole('dialog', { name: 'Original email' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  await box(page).fill('Please pull the plug.')
  await send(page).click()
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
  const answer = async () =>
    (await mailsTo(page, mia)).find(({ text }) => text.includes('Please pull the plug.'))
  await expect.poll(async () => Boolean(await answer()), { timeout: 30_000 }).toBe(true)
  expect((await answer())?.subject).toContain(subject)
  expect(found).toEqual([])
})

test('an unmatched email is read, and added to a ticket by its number', async ({ page }) => {
  test.setTimeout(180_000)
  const [customer, agent] = await Promise.all([newMember('Nora Named'), newMember('Uma Unmatched', 'agent')])
  const [named, other] = [
    await newTicket(customer, { subject: 'Named by the email' }),
    await newTicket(customer, { subject: 'Meant by the email' }),
  ]
  const [row] = await db<{ number: string }[]>`select number::text from public.tickets where id = ${other}`
  const [stan, subject] = [newAddress('stan'), `From elsewhere ${Date.now().toString(36)}`]
  await mailToWorkspace({ from: stan, to: await replyAddressOf(named), subject, text: 'I have the manual.' })

  await openAs(page, agent.email, '/dashboard/agent')
  await page.getByRole('link', { name: /Unmatched email/ }).click()
  const mail = page.getByRole('listitem').filter({ hasText: subject })
  await expect(mail.getByText(/Named by the email, from Nora Named/)).toBeVisible()
  await expect(mail.getByText('The email names a ticket to which its sender may not write.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a list of unmatched emails')
  await mail.getByRole('button', { name: /^Show original/ }).click()
  await expect(page.getByRole('dialog').getByText('I have the manual.')).toBeVisible()
  await page.keyboard.press('Escape')

  await mail.getByRole('button', { name: /^Other ticket/ }).click()
  await mail.getByLabel('Ticket number').fill(row?.number ?? '')
  await page.keyboard.press('Enter')
  await expect(mail.getByText(/Meant by the email, from Nora Named/)).toBeVisible()
  await mail.getByRole('button', { name: new RegExp(`^Add to #${row?.number}: `) }).click()
  await expect(page.getByText('Email added to the ticket')).toBeVisible()
  await expect(mail).toHaveCount(0)
  const comments = await db<{ content: string }[]>`
    select content from public.comments where ticket_id = ${other} and source = 'mail'`
  expect(comments.map(({ content }) => content)).toEqual(['I have the manual.'])
})

test('an email that was not filed is found with its reason and its original', async ({ page }) => {
  test.setTimeout(180_000)
  const agent = await newMember('Ines Ignored', 'agent')
  const subject = `Out of office ${Date.now().toString(36)}`
  const headers = { 'Auto-Submitted': 'auto-replied' }
  await mailToWorkspace({ from: newAddress('olaf'), subject, headers, text: 'I am away until Monday.' })

  await openAs(page, agent.email, '/dashboard/agent/unmatched')
  const mail = page.getByRole('listitem').filter({ hasText: subject })
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue('waiting')
  await expect(mail).toHaveCount(0)
  await page.getByLabel('Show', { exact: true }).selectOption('Not filed')
  await expect(mail.getByText('An automatic reply, such as an out-of-office note.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a list of emails that were not filed')
  await mail.getByRole('button', { name: /^Show original/ }).click()
  await expect(page.getByRole('dialog').getByText('I am away until Monday.')).toBeVisible()
  await page.keyboard.press('Escape')
  await mail.getByRole('button', { name: /^New ticket/ }).click()
  await expect(page.getByText('Email added to the ticket')).toBeVisible()
  await expect(mail).toHaveCount(0)
})

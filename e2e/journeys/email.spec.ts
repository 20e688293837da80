import { expectAccessibleAtBothWidths } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { mailsTo } from '../support/mail'
import { expect, newAddress, test } from '../support/portal'
import { openAs } from '../support/session'
import { box } from '../support/ticket-page'

test('an admin adds an address, tests the mail server and blocks a sender', async ({ page }) => {
  test.setTimeout(120_000)
  const admin = await newMember('Emil Email', 'admin')
  const name = `workspace-${Date.now().toString(36)}`
  await openAs(page, admin.email, '/admin/settings')
  await page.getByRole('link', { name: 'Email' }).click()
  await expect(page.getByRole('heading', { name: 'Email', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText(`Sent to ${admin.email}`)).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(page, admin.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Test email from /))

  await page.getByRole('button', { name: 'Add address' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessibleAtBothWidths(page, 'the form of an address')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${name}@example.com`)
  await dialog.getByLabel('Priority for new tickets').selectOption('high')
  await dialog.getByLabel('Tags for new tickets').fill('sales, mail')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name}@example.com`, { exact: true })).toBeVisible()
  const [saved] = await db`select kind, default_priority, default_tags, is_active from public.mail_addresses
    where address = ${`${name}@example.com`}`
  expect(saved).toEqual({
    kind: 'support',
    default_priority: 'high',
    default_tags: ['sales', 'mail'],
    is_active: true,
  })
  await page.getByRole('button', { name: `Remove ${name}@example.com` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`${name}@example.com`, { exact: true })).toBeHidden()

  await page.getByRole('tab', { name: 'Blocked' }).click()
  await page.getByLabel('Address or domain').fill(`@${name}.example`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(`@${name}.example`) })).toBeVisible()
  await page.getByRole('button', { name: `Unblock @${name}.example` }).click()
  await expect(page.getByRole('row', { name: new RegExp(`@${name}.example`) })).toBeHidden()
})

test('an agent replies with somebody in copy; the outbox shows both mails; a message is forwarded', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const [customer, agent, admin] = await Promise.all([
    newMember('Cora Copy'),
    newMember('Ada Answer', 'agent'),
    newMember('Olga Outbox', 'admin'),
  ])
  const ticket = await newTicket(customer, { subject: 'Two people wait' })
  const [bob, expert] = [newAddress('bob'), newAddress('expert')]
  await openAs(page, agent.email, `/tickets/${ticket}`)
  const people = page.getByRole('region', { name: 'CC' })
  await people.getByLabel('Email address').fill(bob)
  await page.keyboard.press('Enter')
  await expect(people.getByText(bob)).toBeVisible()
  await expect(page.getByText('Also sent to 1 CC recipient')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a ticket with somebody in copy')
  await box(page).fill('You are **both** next.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()

  const mailTo = async (address: string) => {
    const find = async () =>
      (await mailsTo(page, address)).find(({ text }) => text.includes('You are both next.'))
    await expect.poll(async () => Boolean(await find()), { timeout: 20_000 }).toBe(true)
    return find()
  }
  const [toBob, toCora] = [await mailTo(bob), await mailTo(customer.email)]
  expect(toBob?.headers?.cc).toContain(customer.email)
  expect(toCora?.headers?.cc).toContain(bob)
  expect(toCora?.headers?.['reply-to']).toMatch(/\+\d+\.[0-9a-f]{20}@/)
  expect(toCora?.text).toContain('Reply to this email to add to the ticket.')

  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessibleAtBothWidths(page, 'the form to forward a message')
  await dialog.getByLabel('To').fill(expert)
  await dialog.getByLabel('Message (optional)').fill('Can you help them?')
  await dialog.getByRole('button', { name: 'Forward', exact: true }).click()
  await expect(page.getByText(`Forwarded to ${expert}`).first()).toBeVisible()
  const forwarded = await mailTo(expert)
  expect(forwarded?.text).toContain('Can you help them?')

  await people.getByRole('button', { name: `Remove ${bob}` }).click()
  await expect(people.getByText(bob)).toBeHidden()

  await openAs(page, admin.email, '/admin/settings/email?part=outbox')
  for (const address of [bob, customer.email, expert]) {
    const row = page.getByRole('row', { name: new RegExp(address.replace('+', '\\+')) }).first()
    await expect(row).toContainText('Sent')
  }
})

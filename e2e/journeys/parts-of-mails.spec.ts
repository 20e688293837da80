import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../support/accessible'
import { db, newMember } from '../support/factories'
import { mailToWorkspace } from '../support/mail'
import { expect, newAddress, test } from '../support/portal'
import { watchForScripts } from '../support/script-watch'
import { openAs } from '../support/session'

const sheet = Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * 31) % 256))
const calendar = [
  ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'SUMMARY:Demo of the printer'],
  ...[
    'DTSTART;TZID=Europe/Berlin:20261201T100000',
    'DTEND;TZID=Europe/Berlin:20261201T110000',
    'LOCATION:Hall 3',
  ],
  ...['END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')
const forwarded = [
  ...['From: Ann Old <ann@example.org>', 'To: Bob <bob@example.org>', 'Subject: The fire of Monday'],
  ...['Date: Mon, 23 Nov 2026 09:00:00 +0000', 'Content-Type: text/html; charset=utf-8', ''],
  '<p>Smoke <b>everywhere</b>.</p><script>alert("ran")</script><img src="https://tracker.example/canary/p.gif">',
].join('\r\n')

async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test('staff open whatever was sent: a sheet, a page, an invitation, a mail in the mail, the original', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const agent = await newMember('Paula Parts', 'agent')
  const [olaf, subject] = [newAddress('olaf'), `All kinds ${Date.now().toString(36)}`]
  const { found } = await watchForScripts(page)
  await mailToWorkspace({
    ...{ from: olaf, subject, text: 'See what I attached.' },
    attachments: [
      { filename: 'report.xlsx', content: sheet },
      { filename: 'page.html', contentType: 'text/html', content: '<script>alert("ran")</script>' },
      { filename: 'invite.ics', contentType: 'text/calendar; method=REQUEST', content: calendar },
      { contentType: 'message/rfc822', content: forwarded },
    ],
  })
  const [ticket] = await db<{ id: string }[]>`select id from public.tickets where subject = ${subject}`
  await openAs(page, agent.email, `/tickets/${ticket?.id}`)
  const parts = page.getByRole('region', { name: 'Only in the original email' })
  await expect(parts.getByText('Tue, 1 Dec 2026, 10:00 – 11:00 (Europe/Berlin) · Hall 3')).toBeVisible()
  await expect(parts.getByText('Demo of the printer')).toBeVisible()

  const report = await saved(page, parts.getByRole('button', { name: 'Download report.xlsx' }))
  expect(report.name).toBe('report.xlsx')
  expect(report.bytes.equals(sheet)).toBe(true)
  const hostile = await saved(page, parts.getByRole('button', { name: 'Download page.html' }))
  expect(hostile.bytes.toString()).toBe('<script>alert("ran")</script>')
  const original = await saved(page, page.getByRole('button', { name: 'Download original (.eml)' }))
  expect(original.name).toBe(`${subject}.eml`)
  expect(original.bytes.toString()).toContain('The fire of Monday')

  await parts.getByRole('button', { name: 'Show the email “The fire of Monday”' }).click()
  const inner = page.getByRole('group', { name: 'Attached email: The fire of Monday' })
  await expect(inner.getByText('Smoke everywhere.')).toBeVisible()
  await expect(inner.getByText('Ann Old <ann@example.org>')).toBeVisible()
  await expect(inner.locator('img, script, iframe')).toHaveCount(0)
  await expectAccessibleAtBothWidths(page, 'a message with parts of its email')
  await page.getByRole('button', { name: 'Show original email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Original email' })
  await expect(dialog.getByRole('button', { name: 'Download page.html' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'an original email with its parts')
  expect(found).toEqual([])
})

test('an encrypted email says so in plain words and offers its original', async ({ page }) => {
  const agent = await newMember('Erna Encrypted', 'agent')
  const [olga, subject] = [newAddress('olga'), `Secret ${Date.now().toString(36)}`]
  const secret = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----'
  const raw = [
    ...[`From: ${olga}`, 'To: support@localhost', `Subject: ${subject}`, 'MIME-Version: 1.0'],
    'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=e',
    ...['', '--e', 'Content-Type: application/pgp-encrypted', '', 'Version: 1'],
    ...['--e', 'Content-Type: application/octet-stream; name="encrypted.asc"', '', secret, '--e--', ''],
  ].join('\r\n')
  await mailToWorkspace({ envelope: { from: olga, to: 'support@localhost' }, raw })
  const [ticket] = await db<{ id: string }[]>`select id from public.tickets where subject = ${subject}`
  await openAs(page, agent.email, `/tickets/${ticket?.id}`)
  await expect(page.getByText('This email is encrypted and cannot be read here.')).toBeVisible()
  const original = await saved(page, page.getByRole('button', { name: 'Download original (.eml)' }))
  expect(original.bytes.toString()).toContain(secret)
  const part = await saved(page, page.getByRole('button', { name: 'Download encrypted.asc' }))
  expect(part.bytes.toString()).toContain('hQEMA')
})

test('customers see no parts of their emails', async ({ page }) => {
  const customer = await newMember('Carla Customer')
  const subject = `My sheet ${Date.now().toString(36)}`
  await mailToWorkspace({
    ...{ from: customer.email, subject, text: 'Here is my sheet.' },
    attachments: [{ filename: 'report.xlsx', content: sheet }],
  })
  const [ticket] = await db<{ id: string }[]>`select id from public.tickets where subject = ${subject}`
  await openAs(page, customer.email, `/tickets/${ticket?.id}`)
  await expect(page.getByText('Here is my sheet.')).toBeVisible()
  await expect(page.getByText(/by email/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Only in the original email' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
})

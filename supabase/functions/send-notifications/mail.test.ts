import { describe, expect, it } from 'vitest'
import { notificationMail, type Notification } from './mail.ts'
import { hasSecretKey, secretKeys } from './secret-keys.ts'

const notification = (overrides: Partial<Notification> = {}): Notification => ({
  id: 'b8a3a1f0-0000-4000-8000-000000000001',
  kind: 'reply',
  recipientEmail: 'cora@example.com',
  recipientName: 'Cora',
  ticketId: '3f0c9c1e-0000-4000-8000-000000000002',
  ticketNumber: 1042,
  ticketSubject: 'Printer',
  actorName: 'Ada',
  excerpt: 'Done.',
  needsPassword: false,
  ...overrides,
})
const portal = 'https://help.example.com'

describe('notificationMail', () => {
  it.each([
    ['reply', 'Done.', 'Ada replied to your ticket.', '> Done.'],
    ['opened', 'No paper', 'Ada opened a ticket for you.', '> No paper'],
    ['comment', 'Thanks', 'Ada commented on a ticket assigned to you.', '> Thanks'],
    ['status', 'in_progress', 'Ada set the status of your ticket to In Progress.', undefined],
    ['reopened', 'It is back', 'Ada replied and reopened a ticket assigned to you.', '> It is back'],
    ['taken_over', 'You are away', 'Ada took over a ticket that was assigned to you.', '> You are away'],
    ['assigned', '', 'Ada assigned a ticket to you.', undefined],
    ['something new', '', 'Ada changed your ticket.', undefined],
  ])('describes the event: %s', (kind, excerpt, sentence, quote) => {
    const { text } = notificationMail(notification({ kind, excerpt }), portal)
    expect(text).toContain(`${sentence}\nPrinter`)
    if (quote) expect(text).toContain(quote)
    else expect(text).not.toContain('> ')
    expect(text).toContain(`Open the ticket: ${portal}/tickets/3f0c9c1e-0000-4000-8000-000000000002`)
  })

  it('names the number in its subject', () => {
    expect(notificationMail(notification(), portal).subject).toBe('[#1042] Printer')
  })

  it('leads a person without a password to the page where they set one', () => {
    const { text, html } = notificationMail(notification({ kind: 'opened', needsPassword: true }), portal)
    expect(text).toContain(`Set a password: ${portal}/auth/reset-password?email=cora%40example.com`)
    expect(html).toContain('reset-password?email=cora%40example.com')
    expect(text).not.toContain('Open the ticket')
  })

  it('formats the quoted message as HTML and as readable text', () => {
    const mail = notificationMail(
      notification({ excerpt: '**Restart** it, see [the guide](https://a.example/)' }),
      portal,
    )
    expect(mail.html).toContain('<strong>Restart</strong> it, see <a href="https://a.example/"')
    expect(mail.text).toContain('> Restart it, see the guide (https://a.example/)')
  })

  it('keeps user text out of headers and markup', () => {
    const nasty = 'a\r\nBcc: x@example.com\u2028<b>&"\''
    const mail = notificationMail(
      notification({ ticketSubject: nasty, actorName: nasty, recipientName: nasty, excerpt: nasty }),
      portal,
    )
    for (const line of [mail.subject, mail.to.name]) expect(line).not.toMatch(/[\r\n\u2028]/)
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('&lt;b&gt;&amp;&quot;&#39;')
  })

  it.each([
    'a@example.com,b@example.com',
    '"a@evil.example x"@example.com',
    'A <a@example.com>',
    'a@b@c',
    '',
  ])('rejects %j, which is not a single plain address', (recipientEmail) =>
    expect(() => notificationMail(notification({ recipientEmail }), portal)).toThrow(/not valid/),
  )

  it('keeps its id when resent, and threads with other mails about its ticket', () => {
    const [one, again] = [notificationMail(notification(), portal), notificationMail(notification(), portal)]
    expect(again.messageId).toBe(one.messageId)
    expect(one.messageId).toBe('<notification.b8a3a1f0-0000-4000-8000-000000000001@help.example.com>')
    const other = notificationMail(notification({ id: 'b8a3a1f0-0000-4000-8000-000000000009' }), portal)
    expect([other.messageId === one.messageId, other.references === one.references]).toEqual([false, true])
  })
})

describe('hasSecretKey', () => {
  const keys = secretKeys({
    SUPABASE_SERVICE_ROLE_KEY: 'older-secret-key-of-the-project',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_newer_key_of_the_project"}',
  })
  const ask = (headers: HeadersInit) => hasSecretKey(new Request(portal, { headers }), keys)

  it('accepts each of the secret keys', async () => {
    expect(await ask({ authorization: 'Bearer older-secret-key-of-the-project' })).toBe(true)
    expect(await ask({ apikey: 'sb_secret_newer_key_of_the_project' })).toBe(true)
  })

  it('rejects other callers', async () => {
    expect(await ask({})).toBe(false)
    expect(await ask({ apikey: '' })).toBe(false)
    expect(await ask({ apikey: 'sb_secret_newer_key', authorization: 'Bearer x' })).toBe(false)
    for (const env of [{}, { SUPABASE_SERVICE_ROLE_KEY: '' }, { SUPABASE_SECRET_KEYS: 'broken' }])
      expect(secretKeys(env)).toEqual([])
  })
})

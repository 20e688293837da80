import { describe, expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'
import type { Notification } from './notification.ts'

describe('notificationMail', () => {
  it.each([
    ['reply', 'Done.', 'Ada replied to your ticket.', 'Done.'],
    ['copy', 'Done.', 'Ada replied to a ticket you are copied on.', 'Done.'],
    ['opened', 'No paper', 'Ada opened a ticket for you.', 'No paper'],
    ['comment', 'Thanks', 'Ada commented on a ticket assigned to you.', 'Thanks'],
    ['status', 'in_progress', 'Ada set the status of your ticket to In Progress.', undefined],
    ['reopened', 'It is back', 'Ada replied and reopened a ticket assigned to you.', 'It is back'],
    ['reopened', '', 'Ada reopened a ticket assigned to you.', undefined],
    ['taken_over', 'You are away', 'Ada took over a ticket that was assigned to you.', 'You are away'],
    ['assigned', '', 'Ada assigned a ticket to you.', undefined],
    ['assigned', 'You know them', 'Ada assigned a ticket to you.', 'You know them'],
    ['mention', '', 'Ada mentioned you in an internal note.', undefined],
    ['unassigned', 'No paper', 'Ada opened a new ticket.', 'No paper'],
    ['followed', 'Thanks', 'Ada replied to a ticket you follow.', 'Thanks'],
    ['followed', '', 'Ada updated a ticket you follow.', undefined],
    ['something new', '', 'Ada changed your ticket.', undefined],
  ])('describes the event: %s', (kind, message, sentence, body) => {
    const { text } = notificationMail(notification({ kind, message }), portal)
    const link = `Open the ticket: ${portal}/tickets/3f0c9c1e-0000-4000-8000-000000000002`
    expect(text).toContain(`${sentence}\nPrinter\n\n${body ? `${body}\n\n` : ''}${link}`)
  })

  it('carries its secret for delivery reports in a header alone', () => {
    const { text, html, headers } = notificationMail(notification({ reportCode: 'c0de' }), portal)
    expect(headers['X-Helpdesk-Delivery']).toBe('c0de')
    expect(`${text}${html}`).not.toContain('c0de')
    expect(notificationMail(notification(), portal).headers).not.toHaveProperty('X-Helpdesk-Delivery')
  })

  it('refuses a mail politely, without a ticket and without a link', () => {
    const values = {
      kind: 'refused',
      recipientId: '',
      ticketId: '',
      ticketSubject: 'Hello',
      references: [],
      isFromStaff: false,
      isProven: true,
    }
    const { subject, text, headers } = notificationMail(
      notification({ ...values, inReplyTo: 'q1@mail.example' }),
      portal,
    )
    expect(subject).toBe('Re: Hello')
    expect(text).toContain(
      'Hello Cora,\n\nYour message was not delivered, because your account here is not active.',
    )
    expect(text).not.toContain(portal)
    expect(headers['Auto-Submitted']).toBe('auto-replied')
  })

  it('names the number in its subject', () => {
    expect(notificationMail(notification(), portal).subject).toBe('[#1042] Printer')
  })

  it('leads everybody to the ticket first, and a person without a password also to the page where they set one', () => {
    const { text, html } = notificationMail(notification({ kind: 'opened', needsPassword: true }), portal)
    const page = `${portal}/auth/reset-password?email=cora%40example.com`
    expect(text).toContain(`You have no password for our portal yet. Set a password: ${page}`)
    expect(html).toContain('reset-password?email=cora%40example.com')
    const links = (part: string) =>
      [...part.matchAll(/https:\/\/help\.example\.com\/[^"\s]*/g)].map(([link]) => link)
    for (const part of [text, html])
      expect(links(part)).toEqual([`${portal}/tickets/3f0c9c1e-0000-4000-8000-000000000002`, page])
  })

  it('formats the message as HTML and as readable text', () => {
    const mail = notificationMail(
      notification({ message: '**Restart** it, see [the guide](https://a.example/)' }),
      portal,
    )
    expect(mail.html).toContain('<strong>Restart</strong> it, see <a href="https://a.example/"')
    expect(mail.text).toContain('\nRestart it, see the guide (https://a.example/)\n')
  })

  it('keeps user text out of headers and markup', () => {
    const nasty = 'a\r\nBcc: x@example.com\u2028<b>&"\''
    const mail = notificationMail(
      notification({
        ticketSubject: nasty,
        actorName: nasty,
        recipientName: nasty,
        message: nasty,
        author: nasty,
        history: [{ author: nasty, address: nasty, at: '2026-11-24T03:10:00Z', text: nasty }],
        copies: [{ name: nasty, address: 'bob@example.com' }],
        workspace: { name: nasty, accent: nasty, logo: nasty, signature: nasty },
        messageId: 'a>\r\nBcc: x@example.com',
        references: ['b\r\nBcc: x@example.com'],
      }),
      portal,
    )
    const headers = [mail.subject, mail.to.name, mail.fromName, mail.cc?.[0]?.name, mail.messageId]
    for (const line of [...headers, ...(mail.references ?? [])]) expect(line).not.toMatch(/[\r\n\u2028]/)
    expect(mail.files).toEqual([])
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

  it.each(['a@example.com,b@example.com', 'A <a@example.com>'])('rejects %j in copy', (address) =>
    expect(() => notificationMail(notification({ copies: [{ name: '', address }] }), portal)).toThrow(
      /not valid/,
    ),
  )

  it('is answered to the address of the ticket; without one, it says that answers are not read', () => {
    const replyTo = 'support+1042.0123456789abcdef0123@example.com'
    const mail = notificationMail(notification({ replyTo }), portal)
    expect(mail.replyTo).toEqual({ name: '', address: replyTo })
    expect(mail.text).toContain('Reply to this email to add to the ticket.')
    expect(mail.text).not.toContain('are not monitored')
    const silent = notificationMail(notification(), portal)
    expect(silent.replyTo).toBeUndefined()
    expect(silent.text).toContain('Replies to this email are not monitored.')
    const noteAddress = 'notes+1042.0123456789abcdef0123@example.com'
    expect(
      notificationMail(notification({ kind: 'comment', isStaff: true, replyTo, noteAddress }), portal).text,
    ).toContain(`Replies to ${noteAddress} become internal notes.`)
  })

  it.each([
    ['comment', true],
    ['reply', false],
    ['copy', false],
  ])('says above the message that its sender is not verified (%s)', (kind, isStaff) => {
    const words = 'The message came by email, and its sender is not verified.'
    const row = notification({ kind, isStaff, isUnverified: true, message: 'Pay now.' })
    const mail = notificationMail(row, portal)
    for (const text of [mail.text, mail.html])
      expect(text.indexOf('Pay now.')).toBeGreaterThan(text.indexOf(words))
    expect(mail).toMatchObject({ text: expect.stringContaining(words), html: expect.stringContaining(words) })
    expect(notificationMail({ ...row, isUnverified: false }, portal).text).not.toContain(words)
  })

  it('says so of an earlier message too', () => {
    const earlier = {
      author: 'Olive',
      address: 'olive@example.org',
      at: '2026-11-24T03:10:00Z',
      text: 'Pay now.',
    }
    const { text, html } = notificationMail(
      notification({ history: [{ ...earlier, isUnverified: true }, earlier] }),
      portal,
    )
    for (const shown of [text, html]) expect(shown.match(/\(sender not verified\) wrote:/g)).toHaveLength(1)
  })

  it('names the status that was set with a reply', () => {
    const { text } = notificationMail(notification({ newStatus: 'on_hold' }), portal)
    expect(text).toContain('Ada replied to your ticket and set it to On Hold.\nPrinter\n\nDone.')
  })

  it.each([
    ['a solved ticket', { kind: 'status', message: 'solved' }, true],
    ['a closed ticket', { kind: 'status', message: 'closed' }, true],
    ['a reply that solves it', { newStatus: 'solved' }, true],
    ['a pending ticket', { kind: 'status', message: 'pending' }, false],
    ['a plain reply', { message: 'solved' }, false],
  ])('says that an answer reopens the ticket: %s', (_, row, reopens) => {
    const replyTo = 'support+1042.0123456789abcdef0123@example.com'
    const answered = notificationMail(notification({ ...row, replyTo }), portal).text
    expect(answered.includes('Reply to this email to reopen the ticket.')).toBe(reopens)
    expect(answered.includes('Reply to this email to add to the ticket.')).toBe(!reopens)
    const silent = notificationMail(notification(row), portal).text
    expect(silent.includes('Add a comment to the ticket to reopen it.')).toBe(reopens)
  })

  it('shows the workspace: sender, logo, accent color and signature', () => {
    const workspace = {
      name: 'Acme',
      accent: '#ffee00',
      logo: 'data:image/png;base64,iVBORw0KGgo=',
      signature: 'Acme GmbH\nBerlin',
    }
    const mail = notificationMail(notification({ workspace }), portal)
    expect(mail.fromName).toBe('Ada (Acme)')
    expect(mail.html).toContain('background:#ffee00;color:#000000')
    expect(mail.html).toContain('src="cid:logo@mail"')
    expect(mail.files).toEqual([
      { filename: 'logo.png', content: 'iVBORw0KGgo=', contentType: 'image/png', cid: 'logo@mail' },
    ])
    expect(mail.text).toContain('\n\nAcme GmbH\nBerlin\n\n')
    expect(
      notificationMail(notification({ workspace, kind: 'assigned', isStaff: true }), portal).text,
    ).not.toContain('Berlin')
  })

  it('shows attached images in the message and links large files', () => {
    const image = { filename: 'a "b".png', content: 'AA==', contentType: 'image/png', cid: 'file-0@mail' }
    const links = [{ name: 'big.pdf', url: 'https://a.example/big?token=1&x="' }]
    const mail = notificationMail(notification(), portal, { attached: [image], links })
    expect(mail.html).toContain('<img src="cid:file-0@mail" alt="a &quot;b&quot;.png"')
    expect(mail.html).toContain('href="https://a.example/big?token=1&amp;x=&quot;"')
    expect(mail.text).toContain('big.pdf (for 7 days): https://a.example/big')
    expect(mail.files).toEqual([image])
  })

  it('names files that are not uploaded yet', () => {
    const mail = notificationMail(notification({ missingFiles: ['a <b>.pdf', 'c\r\nBcc: x.txt'] }), portal)
    expect(mail.text).toContain('\n\nNot uploaded yet: a <b>.pdf, c Bcc: x.txt\n\n')
    expect(mail.html).toContain('Not uploaded yet: a &lt;b&gt;.pdf, c')
    expect(notificationMail(notification(), portal).text).not.toContain('Not uploaded yet')
  })

  it('marks automatic mails as such, and a written answer not', () => {
    const headers = (kind: string, more: Partial<Notification> = {}) =>
      notificationMail(notification({ kind, ...more }), portal).headers['Auto-Submitted']
    expect(headers('received')).toBe('auto-replied')
    expect(headers('status', { message: 'open' })).toBe('auto-generated')
    expect(headers('comment', { isStaff: true })).toBe('auto-generated')
    expect(headers('reply')).toBeUndefined()
  })

  it('gives outside people no link into the portal', () => {
    const mail = notificationMail(
      notification({ kind: 'forward', recipientId: '', note: 'Can you help?', author: 'Cora' }),
      portal,
    )
    expect(mail.text).toContain('Ada forwarded you a message from Cora.\n\nCan you help?')
    expect(mail.text + mail.html).not.toContain(`${portal}/`)
    expect(mail.text).not.toContain('in your settings')
  })
})

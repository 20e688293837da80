import { describe, expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'
import type { Notification } from './notification.ts'

describe('an automatic answer', () => {
  const answer = (more: Partial<Notification>) =>
    notificationMail(
      notification({
        kind: 'received',
        recipientId: '',
        isFromStaff: false,
        message: '',
        actorName: '',
        recipientName: 'Buy pills',
        ticketSubject: 'At evil.example',
        ...more,
      }),
      portal,
    )

  it('repeats name and subject to a proven sender', () => {
    const mail = answer({ isProven: true })
    expect(mail.subject).toBe('[#1042] At evil.example')
    expect(mail.text).toContain(
      'Hello Buy pills,\n\nWe received your message. Your ticket number is #1042. We will reply to this conversation.\nAt evil.example\n',
    )
  })

  it.each([
    ['received', '3f0c9c1e-0000-4000-8000-000000000002', '[#1042] We received your message'],
    ['refused', '', 'Your message was not delivered'],
  ])('repeats nothing of theirs to others: %s', (kind, ticketId, subject) => {
    const mail = answer({ kind, ticketId })
    expect(mail.subject).toBe(subject)
    expect(mail.to.name).toBe('')
    expect(mail.text).toMatch(/^Hello,\n\n/)
    expect(mail.text + mail.html).not.toMatch(/pills|evil/)
    expect(mail.text.includes('#1042')).toBe(kind === 'received')
  })
})

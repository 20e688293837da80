import { describe, expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'
import type { Notification } from './notification.ts'

describe('the author of a mail', () => {
  const carl = {
    actorName: 'Ada Agent',
    authorAddress: 'carl@copy.example',
    isFromStaff: false,
    workspace: { name: 'Acme', accent: '', logo: '', signature: '' },
  }

  it.each([
    ['reply', false, 'A person in copy wrote on your ticket: Ada Agent <carl@copy.example>.'],
    ['copy', false, 'A person in copy wrote on a ticket you are copied on: Ada Agent <carl@copy.example>.'],
    ['copy', true, 'The requester wrote on a ticket you are copied on: Ada Agent <carl@copy.example>.'],
    [
      'comment',
      false,
      'Ada Agent <carl@copy.example>, who is in copy, commented on a ticket assigned to you.',
    ],
    ['comment', true, 'Ada Agent <carl@copy.example> commented on a ticket assigned to you.'],
    ['reopened', true, 'Ada Agent <carl@copy.example> replied and reopened a ticket assigned to you.'],
    ['unassigned', true, 'Ada Agent <carl@copy.example> opened a new ticket.'],
    ['followed', true, 'Ada Agent <carl@copy.example> replied to a ticket you follow.'],
  ])('is distinguished from staff whatever the name: %s', (kind, isFromRequester, sentence) => {
    const mail = notificationMail(notification({ ...carl, kind, isFromRequester }), portal)
    expect(mail.text).toContain(`\n\n${sentence}\n`)
    expect(mail.text).not.toContain('Ada Agent replied to')
    expect(mail.fromName).toBe('carl@copy.example via Acme')
  })

  it('is named by the address alone without a name, and not at all without both', () => {
    const first = (more: Partial<Notification>) =>
      notificationMail(notification({ ...carl, ...more }), portal)
    expect(first({ actorName: '' }).text).toContain('wrote on your ticket: carl@copy.example.')
    expect(first({ actorName: '', authorAddress: '' }).text).toContain(
      'A person in copy wrote on your ticket: Somebody.',
    )
    expect(first({ authorAddress: '' }).fromName).toBe('Acme')
  })
})

import { describe, expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'

describe('a mail that its recipient can stop', () => {
  it('ends with the way to unsubscribe, for people and for mail programs, which differ', () => {
    const functions = 'https://abc.supabase.co/functions/v1'
    const row = notification({
      kind: 'assigned',
      unsubscribeToken: 'p.assigned.ab',
      stopToken: 'p.assigned.cd',
    })
    const { text, html, headers } = notificationMail(row, portal, undefined, functions)
    const page = `${portal}/auth/unsubscribe?token=p.assigned.cd`
    expect(text).toContain(`Unsubscribe from these emails: ${page}`)
    expect(html).toContain(`<a href="${page}"`)
    expect(`${text}${html}`).not.toContain('p.assigned.ab')
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<${functions}/unsubscribe?token=p.assigned.ab>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  it('lets people in copy leave the ticket, by the text alone', () => {
    const { text, headers } = notificationMail(
      notification({ kind: 'copy', recipientId: '', stopToken: 't.copy.cd' }),
      portal,
    )
    expect(text).toContain(`Stop copies of this ticket: ${portal}/auth/unsubscribe?token=t.copy.cd`)
    expect(Object.keys(headers).join()).not.toMatch(/unsubscribe/i)
  })

  it.each([
    ['copy', 'You no longer get copies of this ticket: someone used the link'],
    ['status', 'You no longer get emails about the status of your tickets: someone used the link'],
  ])('says that a link stopped mails (%s), with the way back', (message, sentence) => {
    const values = {
      kind: 'stopped',
      message,
      recipientId: '',
      ticketId: '',
      ticketSubject: 'Email notifications',
    }
    const { subject, text, headers } = notificationMail(
      notification({ ...values, references: [], isFromStaff: false, stopToken: 'x.y.z' }),
      portal,
    )
    expect(subject).toBe('Email notifications')
    expect(text).toContain(sentence)
    expect(text).toContain(`Get these emails again: ${portal}/auth/unsubscribe?token=x.y.z`)
    expect(text).not.toContain('Unsubscribe from')
    expect(headers['Auto-Submitted']).toBe('auto-generated')
  })

  it('has no link without a token', () => {
    const { text, html, headers } = notificationMail(notification(), portal)
    expect(`${text}${html}${Object.keys(headers).join()}`).not.toMatch(/unsubscribe/i)
  })
})

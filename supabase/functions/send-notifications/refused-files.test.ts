import { describe, expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'
import type { Notification } from './notification.ts'

const fileLimits = { maxFiles: 5, maxBytes: 5_242_880, extensions: ['png', 'pdf'] }
const file = (name: string, reason: string, more = 0) => ({ name, reason, more })
const answer = (more: Partial<Notification> = {}) =>
  notificationMail(
    notification({
      kind: 'refused_files',
      recipientId: '',
      isProven: true,
      message: '',
      actorName: '',
      isFromStaff: false,
      fileLimits,
      refusedFiles: [file('a.exe', 'type')],
      ...more,
    }),
    portal,
  )

describe('the answer about refused files', () => {
  it('names each with its reason and what can be done', () => {
    const { text, html, subject } = answer({
      refusedFiles: [file('a.exe', 'type'), file('b.png', 'size')],
      replyTo: 'help@desk.example',
      hasTicketPage: true,
    })
    expect(subject).toBe('[#1042] Printer')
    expect(text).toContain(
      'Not attached:\n–\u00a0a.exe (type not accepted)\n–\u00a0b.png (larger than 5 MB)\n\n',
    )
    expect(text).toContain(
      'Accepted are .png, .pdf, up to 5 MB each and 5 files for a ticket. To send a file that fits, add it to the ticket in our portal or reply to this email with it.',
    )
    expect(text).toContain(`Open the ticket: ${portal}/tickets/3f0c9c1e-0000-4000-8000-000000000002`)
    expect(html).toContain('–\u00a0b.png (larger than 5 MB)')
  })

  it('names a hundred and counts the others', () => {
    const { text } = answer({
      refusedFiles: [
        ...Array.from({ length: 120 }, (_, n) => file(`${n}.exe`, 'type')),
        file('', 'count', 12),
      ],
    })
    expect(text).toContain('–\u00a099.exe (type not accepted)\n–\u00a0and 32 more\n')
    expect(text).not.toContain('100.exe')
  })

  it('counts for each reason what it must not name', () => {
    const { text, subject } = answer({
      isProven: false,
      refusedFiles: [file('', 'type'), file('', 'type'), file('', 'empty')],
    })
    expect(subject).toBe('[#1042] Some files were not attached')
    expect(text).toContain('–\u00a02 files (type not accepted)\n–\u00a01 file (empty)\n')
  })

  it('says how to make room', () => {
    const { text } = answer({ refusedFiles: [file('6.png', 'count')], hasTicketPage: true })
    expect(text).toContain(
      '5 files for a ticket. To make room, delete files that are no longer needed from the ticket in our portal.',
    )
  })

  it('offers nothing where no files are taken', () =>
    expect(answer({ fileLimits: { ...fileLimits, maxFiles: 0 } }).text).toContain(
      'Files cannot be attached here.',
    ))

  it('escapes names', () =>
    expect(answer({ refusedFiles: [file('<b>.exe', 'type')] }).html).toContain('–\u00a0&lt;b&gt;.exe'))
})

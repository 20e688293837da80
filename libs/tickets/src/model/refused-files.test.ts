import { describe, expect, it } from 'vitest'
import { refusedFilesText } from './refused-files'

const mail = { comment_id: null, quoted: '' }
const file = (name: string, reason: string) => ({ name, reason })

describe('refusedFilesText', () => {
  it('is empty when all files were attached', () => {
    expect(refusedFilesText(mail)).toBe('')
    expect(refusedFilesText({ ...mail, refused_files: [] })).toBe('')
  })

  it('leaves out what a mail program added', () => {
    const logo = { ...file('logo.png', 'count'), incidental: true }
    expect(refusedFilesText({ ...mail, refused_files: [logo] })).toBe('')
    expect(refusedFilesText({ ...mail, refused_files: [logo, file('a.exe', 'type')] })).toBe(
      '1 file was not attached: type not accepted.',
    )
  })

  it('counts the reasons, and files without a name', () => {
    const refused_files = [file('a.exe', 'type'), file('b.png', 'count'), { reason: 'count', more: 12 }]
    expect(refusedFilesText({ ...mail, refused_files, files_answer: 'sent' })).toBe(
      '14 files were not attached: 1 type not accepted, 13 too many files. The sender was told by email.',
    )
  })

  it.each([
    ['waiting', 'The sender will be told by email.'],
    ['automatic', 'The sender was not told, because the email is automatic.'],
    ['note', 'The sender was not told, because the email was added as a note.'],
    ['limit', 'The sender was not told, because they have had too many automatic emails.'],
  ])('says whether the sender knows: %s', (files_answer, text) =>
    expect(refusedFilesText({ ...mail, refused_files: [file('a.exe', 'type')], files_answer })).toBe(
      `1 file was not attached: type not accepted. ${text}`,
    ),
  )

  it('gives the reason of a mail that was not sent', () => {
    const failed = { ...mail, refused_files: [file('a.exe', 'type')], files_answer: 'failed' }
    expect(refusedFilesText({ ...failed, files_error: 'address_blocked' })).toMatch(
      /The sender could not be told by email: The address is blocked\.$/,
    )
    expect(refusedFilesText({ ...failed, files_error: '550 No such user' })).toMatch(
      /email: 550 No such user\.$/,
    )
    expect(refusedFilesText(failed)).toMatch(/The sender could not be told by email\.$/)
  })
})

import { describe, expect, it } from 'vitest'
import {
  attachmentRejection,
  contentTypeOf,
  countedFiles,
  inChosenOrder,
  recordedFileName,
  storagePath,
} from './attachments'

const MB = 1024 * 1024
const file = (name: string, size = 10) => ({ name, size })
const rejection = (each: ReturnType<typeof file>, maxBytes = 5 * MB) =>
  attachmentRejection(each, { max_file_bytes: maxBytes })

describe('attachmentRejection', () => {
  it.each(['a.png', 'a.jpg', 'a.jpeg', 'a.gif', 'a.pdf', 'a.doc', 'a.docx', 'a.txt', 'A.PNG'])(
    'accepts %s',
    (name) => expect(rejection(file(name))).toBeNull(),
  )
  it.each(['a.exe', 'a.svg', 'png', 'a.png.html', 'a.', ''])('refuses %j by type', (name) => {
    expect(rejection(file(name))).toMatch(/^File type must be /)
  })
  it('accepts the types of the workspace instead', () => {
    const limits = { max_file_bytes: MB, file_types: ['csv', '7z'] }
    expect(attachmentRejection(file('a.CSV'), limits)).toBeNull()
    expect(attachmentRejection(file('a.7z'), limits)).toBeNull()
    expect(attachmentRejection(file('a.png'), limits)).toBe('File type must be one of .csv, .7z')
  })
  it('accepts exactly 5 MB and refuses one byte more and an empty file', () => {
    expect(rejection(file('a.png', 5 * MB))).toBeNull()
    expect(rejection(file('a.png', 5 * MB + 1))).toBe('File is too large: the limit is 5 MB')
    expect(rejection(file('a.png', 0))).toBe('File is too small: it is empty')
  })
  it('applies the limit of the workspace', () => {
    expect(rejection(file('a.png', 1536), 1536)).toBeNull()
    expect(rejection(file('a.png', 1537), 1536)).toBe('File is too large: the limit is 1.5 KB')
  })
})

describe('storagePath', () => {
  const now = new Date(1700000000123)
  it('consists of ticket, timestamp and extension', () => {
    expect(storagePath('t1', 'My Photo.PNG', now)).toBe('t1/1700000000123.png')
    expect(storagePath('t1', 'a.pdf', now, '2')).toBe('t1/1700000000123-2.pdf')
  })
  it('drops the rest of the file name', () => {
    expect(storagePath('t1', '../../etc/x.txt', now)).toBe('t1/1700000000123.txt')
  })
})

it('derives the content type from the extension', () => {
  expect(contentTypeOf('Scan.JPEG')).toBe('image/jpeg')
  expect(contentTypeOf('x.bin')).toBe('application/octet-stream')
})

it.each([
  ['a.png', 'a.png'],
  ['a/b\\c\n.PNG', 'a_b_c_.PNG'],
  ['.txt', 'file.txt'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('records %j as %j', (name, expected) => expect(recordedFileName(name)).toBe(expected))

it('counts the files of the ticket itself whose senders are proven', () => {
  const files = [
    { ticket_id: 't', is_unproven: false },
    { ticket_id: 't' },
    { ticket_id: 't', is_unproven: true },
    { ticket_id: 'merged', is_unproven: false },
  ]
  expect(countedFiles(files, 't')).toBe(2)
})

it('sorts files as they were chosen, not as their uploads ended', () => {
  const file = (chosen: number, recorded: number) => ({
    storage_path: `t/${1_767_600_000_000 + chosen}-abcd1234.png`,
    created_at: new Date(1_767_600_001_000 + recorded).toISOString(),
  })
  const first = file(0, 900)
  const second = file(1, 300)
  const later = file(2, 600)
  expect(inChosenOrder([second, later, first])).toEqual([first, second, later])
})

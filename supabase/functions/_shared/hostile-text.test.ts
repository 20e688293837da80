import { readFileSync } from 'node:fs'
import { slowest } from '@helpdesk/testing/hostile-text'
import { describe, expect, it } from 'vitest'
import { markdownToHtml, markdownToText } from './mail-markdown.ts'
import { foldQuotes } from './received-mail/fold-quotes.ts'
import { htmlToText, remoteSources, safeHtml } from './received-mail/html.ts'
import { parseMail } from './received-mail/parse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (raw: Uint8Array) => parseMail(raw, { trustedHost: 'mx.desk.example', sender: '' })

const headers = [
  ...['From', 'Subject', 'Message-ID', 'In-Reply-To', 'References', 'Date', 'To', 'Cc', 'Reply-To', 'Return-Path', 'Delivered-To'],
  ...['Content-Type', 'Content-Disposition', 'Auto-Submitted', 'Precedence', 'X-Failed-Recipients'],
]
const inHeaders = (text: string) => {
  const line = text.replace(/[\r\n]/g, ' ')
  const lines = [...headers.map((name) => `${name}: ${line}`), `Authentication-Results: mx.desk.example; ${line}`]
  return read(bytes(`${lines.join('\r\n')}\r\n\r\nx`))
}
const asBody = (header: string) => (text: string) => read(bytes(`From: mailer-daemon@x.example\r\nSubject: failure notice\r\n${header}\r\n\r\n${text}`))

/** Far above what a linear reader takes, far below a quadratic one. */
const MAX_MS = 400

describe('hostile text is read in time', () => {
  it.each<[string, (text: string) => unknown, number]>([
    ['Markdown', (text) => [markdownToHtml(text), markdownToText(text)], 10_000],
    ['quoted history', foldQuotes, 50_000],
    ['HTML', (text) => [htmlToText(text), safeHtml(text, new Map()), remoteSources(text)], 20_000],
    ['headers of a mail', inHeaders, 5_000],
    ['a bounce', asBody('X-A: b'), 5_000],
    ['flowed text', asBody('Content-Type: text/plain; format=flowed'), 5_000],
    ['parts', asBody('Content-Type: multipart/mixed; boundary=a'), 5_000],
  ])('%s', async (_name, reader, length) => {
    const [name, milliseconds] = await slowest(reader, length)
    expect(milliseconds, name).toBeLessThan(MAX_MS)
  }, 120_000)

  it.each<[string, string]>([
    ['many short lines', '\r\n' + 'a\r\n'.repeat(500_000)],
    ['many empty lines', '\r\n' + '\n'.repeat(500_000)],
    ['many lines that look like a boundary', 'Content-Type: multipart/mixed; boundary=x\r\n\r\n' + '--y\r\n'.repeat(400_000)],
    ['many parts', 'Content-Type: multipart/mixed; boundary=x\r\n\r\n' + '--x\r\n\r\na\r\n'.repeat(100_000)],
    ['many header fields', 'X-A: b\r\n'.repeat(60_000) + '\r\nx'],
    ['deep parts', Array.from({ length: 5_000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')],
  ])('%s: the mail is kept by its header', async (_name, rest) => {
    const raw = bytes(`From: Olive <olive@example.org>\r\nSubject: Fire\r\n${rest}`)
    const before = process.cpuUsage()
    const found = await read(raw)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(4 * MAX_MS)
    expect(found).toMatchObject({ content: 'This email could not be read. The original is available.', files: [] })
  })

  it('25 MB of files is read', async () => {
    const file = `--x\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(330_000)}--x--`
    const raw = bytes(`From: olive@example.org\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${file}`)
    const { rejected_files } = await read(raw)
    expect(rejected_files).toMatchObject([{ name: 'a.pdf', reason: 'type' }])
  }, 30_000)
})

it('the bounds of Markdown and of forms are those of the portal', () => {
  const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  expect(source('./markdown-bounds.ts')).toBe(source('../../../libs/tickets/src/model/markdown/markdown-bounds.ts'))
  expect(source('./multipart-bounds.ts')).toBe(source('../../../apps/local-supabase/src/storage/multipart-bounds.ts'))
})

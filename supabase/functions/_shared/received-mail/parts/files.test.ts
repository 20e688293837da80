import { describe, expect, it } from 'vitest'
import { parseMail } from '../parse.ts'
import type { Delivery } from '../received-mail.ts'

const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))
const parse = (lines: string[], delivery: Delivery = {}) =>
  parseMail(bytes('From: Olive <olive@example.org>', ...lines), delivery)
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('files', () => {
  const attached = (name: string, type: string, content: string) => [
    `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}`,
  ]
  const withFiles = (...parts: string[][]) =>
    parse([
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'See files.',
      ...parts.flat(),
      '--b--',
    ])

  it('are taken when they are what their names say; others are named', async () => {
    const { files, rejected_files } = await withFiles(
      attached('photo.png', 'image/png', png),
      attached('program.exe', 'application/octet-stream', 'TVqQAAM='),
      attached('archive.zip', 'application/zip', 'UEsDBAo='),
      attached('page.html', 'text/html', 'PHNjcmlwdD4='),
      attached('program.png', 'image/png', 'TVqQAAM='),
      attached('no-ending', 'application/octet-stream', 'eA=='),
      attached('empty.txt', 'text/plain', ''),
    )
    // The database decides which of them the workspace accepts.
    expect(files).toEqual([
      { index: 0, name: 'photo.png', type: 'image/png', size: 70 },
      { index: 2, name: 'archive.zip', type: 'application/zip', size: 5 },
      { index: 3, name: 'page.html', type: 'application/octet-stream', size: 8 },
    ])
    expect(rejected_files).toEqual([
      { index: 1, name: 'program.exe', type: 'application/octet-stream', size: 5, reason: 'type' },
      ...['program.png', 'no-ending'].map((name) => expect.objectContaining({ name, reason: 'type' })),
      { index: 6, name: 'empty.txt', type: 'text/plain', size: 0, reason: 'empty' },
    ])
  })

  it('have names without folders, line breaks and Markdown', async () => {
    const { files } = await withFiles(
      attached('../../etc/passwd.txt', 'text/plain', 'eA=='),
      attached('[click](https://evil.example).txt', 'text/plain', 'eA=='),
      attached('C:\\\\temp\\\\notes.txt', 'text/plain', 'eA=='),
    )
    expect(files.map(({ name }) => name)).toEqual(['passwd.txt', 'evil.example).txt', 'notes.txt'])
  })

  it.each(['Angebot – März, 3 % für „Müller & Söhne“ (1.200 €).txt', 'L’été… d’Ann.txt', 'Danke 👍.txt'])(
    'keep the marks of the name %s',
    async (name) => {
      const { files } = await withFiles(attached(name, 'text/plain', 'eA=='))
      expect(files.map((file) => file.name)).toEqual([name])
    },
  )

  it.each(['a\u202ecod.txt', 'a\u200bb.txt', 'a*b`c[d]<e>|f#g@h;i.txt'])(
    'lose what deceives or is Markdown in %j',
    async (name) => {
      const { files } = await withFiles(attached(name, 'text/plain', 'eA=='))
      expect(files.map((file) => file.name).join()).toMatch(/^[a-z_]+\.txt$/)
    },
  )

  it('keep long names whole, and cut longer ones between words', async () => {
    const whole = `${'word '.repeat(36)}end.txt`
    const { files } = await withFiles(
      attached(whole, 'text/plain', 'eA=='),
      attached(`${'word '.repeat(60)}end.txt`, 'text/plain', 'eA=='),
      attached(`${'x'.repeat(300)}.txt`, 'text/plain', 'eA=='),
    )
    expect(files[0]?.name).toBe(whole)
    expect(files[1]?.name).toMatch(/^(?:word ){38}word….txt$/)
    expect(files[2]?.name).toBe(`${'x'.repeat(195)}….txt`)
  })

  it('are all named, up to two hundred, and the others counted', async () => {
    const { rejected_files } = await withFiles(
      ...Array.from({ length: 230 }, (_, n) => attached(`${n}.exe`, 'application/x-msdownload', 'TVo=')),
    )
    expect(rejected_files.slice(0, -1).map((file) => 'name' in file && file.name)).toEqual(
      Array.from({ length: 200 }, (_, n) => `${n}.exe`),
    )
    expect(rejected_files.at(-1)).toEqual({ more: 30, reason: 'count' })
    const name = '\u7b14'.repeat(120)
    const long = await withFiles(
      ...Array.from({ length: 200 }, (_, n) =>
        attached(`${name}${n}.exe`, 'application/x-msdownload', 'TVo='),
      ),
    )
    expect(JSON.stringify(long.rejected_files).length).toBeLessThan(65_536)
  })

  it('that mail programs add come last and are marked when they are left out', async () => {
    const logo = attached('logo.png', 'image/png', png)
    logo[0] = logo[0]?.replace('\r\n\r\n', '\r\nContent-ID: <logo@x>\r\n\r\n') ?? ''
    const html = ['--b', 'Content-Type: text/html', '', '<img src="cid:logo@x">']
    const { files, rejected_files } = await withFiles(
      html,
      logo,
      attached('photo.png', 'image/png', png),
      attached('card.vcf', 'text/vcard', 'MAA='),
    )
    const logos = ['logo.png', 'card.vcf'].map((name) => ({ name, incidental: true }))
    expect(files).toMatchObject([{ index: 1, name: 'photo.png' }, ...logos])
    expect(files[0]).not.toHaveProperty('incidental')
    expect(rejected_files).toEqual([])
  })
})

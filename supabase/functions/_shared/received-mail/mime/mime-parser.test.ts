import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../characters/characters.ts'
import { enrichedToText } from '../html/enriched-text.ts'
import { parseMail, readMail } from '../parse.ts'

const bytes = (...lines: string[]) => Uint8Array.from(lines.join('\r\n'), (sign) => sign.charCodeAt(0))
const contentOf = async (...lines: string[]) =>
  (await parseMail(bytes('From: ann@c.example', ...lines), {})).content

describe('a mail whose type', () => {
  it.each([
    ['has no subtype', 'Content-Type: text', 'Hello'],
    ['has a charset and no subtype', 'Content-Type: text; charset=windows-1252', 'Hello'],
    ['is empty', 'Content-Type:', 'Hello'],
    ['has only parameters', 'Content-Type: ; charset=utf-8', 'Hello'],
    ['has no semicolon', 'Content-Type: text/plain charset=utf-8', 'Hello'],
    ['has a comma', 'Content-Type: text/plain, charset=utf-8', 'Hello'],
    ['is an unknown text', 'Content-Type: text/x-unknown', 'Hello'],
    ['is Markdown', 'Content-Type: text/markdown; charset=utf-8', 'Hello'],
    ['is a word', 'Content-Type: plain', 'Hello'],
    [
      'is enriched text',
      'Content-Type: text/enriched',
      '<bold>Hel</bold><color><param>red</param>lo</color>',
    ],
    ['is text but whose text is HTML', 'Content-Type: text', '<html><p>Hello</p></html>'],
    ['is the word html', 'Content-Type: html', '<p>Hello</p>'],
    ['is HTML without a semicolon', 'Content-Type: text/html charset=utf-8', '<p>Hello</p>'],
  ])('%s still gives its text', async (_name, type, body) =>
    expect(await contentOf(type, '', body)).toBe('Hello'),
  )

  it('is text keeps its file', async () => {
    const { attachments } = await readMail(
      bytes('Content-Type: text/markdown; name=readme.md', '', '# Hello'),
    )
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['readme.md', 'text/markdown'],
    ])
  })

  it('is an alternative shows its plain text, else Markdown', async () => {
    const parts = [
      '--b',
      'Content-Type: text/plain',
      '',
      'Hello',
      '--b',
      'Content-Type: text/markdown',
      '',
      '# Hello',
      '--b--',
    ]
    expect(await contentOf('Content-Type: multipart/alternative; boundary=b', '', ...parts)).toBe('Hello')
    const alone = parts.slice(4)
    expect(await contentOf('Content-Type: multipart/alternative; boundary=b', '', ...alone)).toBe('# Hello')
  })

  it('is enriched text keeps its lines', () => {
    expect(enrichedToText('one\r\ntwo\r\n\r\nthree <<x>\n<nofill>a\nb</nofill>\nc')).toBe(
      'one two\nthree <x> a\nb c',
    )
    expect(enrichedToText('a<param>hidden</param>b<nl>c <lt>d')).toBe('ab\nc <d')
  })
})

describe('a boundary', () => {
  const text = ['--b', 'Content-Type: text/plain; charset=iso-8859-1', '', 'Gr\xfc\xdfe']
  const pdf = [
    '--b',
    'Content-Type: application/pdf; name=a.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
  ]
  it.each([
    ['that is missing', 'Content-Type: multipart/mixed'],
    ['that is empty', 'Content-Type: multipart/mixed; boundary=""'],
    ['that occurs nowhere', 'Content-Type: multipart/mixed; boundary=other'],
    ['without a semicolon', 'Content-Type: multipart/mixed boundary=b'],
    ['behind a type without a subtype', 'Content-Type: multipart; boundary=b'],
  ])('%s is found in the body', async (_name, type) => {
    for (const end of [['--b--'], []]) {
      const { content, files } = await parseMail(
        bytes('From: ann@c.example', type, '', 'Preamble', ...text, ...pdf, ...end),
        {},
      )
      expect({ content, files: files.map(({ name }) => name) }).toEqual({
        content: 'Grüße',
        files: ['a.pdf'],
      })
    }
  })

  it.each(['X-A: b', 'Content-Type:'])('is found in a mail without a type: %s', async (type) => {
    const { content, files } = await parseMail(
      bytes('From: ann@c.example', type, '', '', ...text, ...pdf, '--b--'),
      {},
    )
    expect({ content, files: files.map(({ name }) => name) }).toEqual({ content: 'Grüße', files: ['a.pdf'] })
  })

  it('is found in an inner part', async () => {
    const inner = [
      '--o',
      'Content-Type: multipart/alternative; boundary=wrong',
      '',
      ...text,
      '--b--',
      '--o--',
    ]
    expect(await contentOf('Content-Type: multipart/mixed; boundary=o', '', ...inner)).toBe('Grüße')
  })

  it('that no line has leaves the whole text', async () => {
    expect(await contentOf('Content-Type: multipart/mixed; boundary=b', '', 'Hello', '--bc', 'Ann')).toBe(
      'Hello\n--bc\nAnn',
    )
  })

  it('is not a line of the text', async () => {
    const lines = ['--b', 'Content-Type: text/plain', '', 'a', '--c', 'Content-Type: x', '', '--c--', '--b--']
    expect(await contentOf('Content-Type: multipart/mixed; boundary=b', '', ...lines)).toBe(
      'a\n--c\nContent-Type: x\n\n--c--',
    )
  })
})

describe('bare characters in a header', () => {
  it.each([
    ['windows-1252', 'From: J\xf6rg \x84K\x93 <joerg@example.org>', 'Jörg „K“'],
    ['UTF-8', 'From: J\xc3\xb6rg <joerg@example.org>', 'Jörg'],
  ])('are read from %s', async (_name, header, name) => {
    expect((await parseMail(bytes(header, '', 'x'), {})).from).toEqual({ address: 'joerg@example.org', name })
  })

  it('hide no character of an address', async () => {
    // In Shift_JIS and GBK the second byte of a character may be one of ASCII.
    for (const charset of ['shift_jis', 'gbk', 'big5', 'utf-16', 'utf-7', 'iso-2022-jp']) {
      const raw = bytes(
        'From: boss@victim.example, \x81<eve@evil.example>',
        `Content-Type: text/plain; charset=${charset}`,
        '',
        'x',
      )
      expect((await parseMail(raw, {})).from.address, charset).toBe('')
    }
  })
})

describe('any bytes', () => {
  const labels = [
    'utf-8',
    'utf-16',
    'utf-7',
    'utf-32',
    'hz',
    'iso-2022-jp',
    'iso-2022-kr',
    'gb18030',
    'big5',
    'euc-jp',
    'windows-1252',
    'macintosh',
    'cp850',
    '',
  ]
  it('are decoded under any label', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...labels, 'constructor', '__proto__', 'hex'), fc.string()),
        fc.uint8Array({ max: 255, maxLength: 60 }),
        (label, content) => {
          expect(typeof decodeText(content, label)).toBe('string')
        },
      ),
    )
  })

  it('in ASCII are the same text under every label of eight bits', () => {
    const plain = Uint8Array.from({ length: 95 }, (_, n) => n + 32)
    for (const label of [
      'utf-8',
      'gb18030',
      'big5',
      'euc-jp',
      'shift_jis',
      'euc-kr',
      'windows-1252',
      'koi8-r',
      'macintosh',
      'cp850',
      'x-unknown',
      '',
    ])
      expect(decodeText(plain, label), label).toBe(String.fromCharCode(...plain))
  })
})

describe('hostile characters', () => {
  const mail = (label: string, body: string) =>
    bytes('From: ann@c.example', `Content-Type: text/plain; charset=${label}`, '', body)
  it.each([
    ['utf-7', '+AGE-'],
    ['utf-7', '+'],
    ['hz', '~{VR~}'],
    ['hz', '~'],
    ['iso-2022-jp', '\x1b$B>c\x1b(B'],
    ['iso-2022-jp', '\x1b'],
    ['iso-2022-kr', '\x0eGA\x0f'],
    ['gb18030', '\x81\x30\x81\x30'],
    ['gb18030', '\x81'],
    ['big5', '\xa6\x4c'],
    ['euc-jp', '\x8f'],
    ['utf-16', 'a\0'],
    ['utf-8', '\xff'],
    ['utf-8', '\xe4\x80'],
    ['unknown', '\xe4\xee'],
  ])(
    'are read in time: %s %j',
    async (label, piece) => {
      const raw = mail(label, `${piece.repeat(10_000 / piece.length)}\r\n`.repeat(400))
      const before = process.cpuUsage()
      await parseMail(raw, {})
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(1_500)
    },
    30_000,
  )

  it.each([...'<>\n;=?-', '<a>', '<<', '<param>', '</param>', '<a', '\n\n'])(
    'enriched text is read in time: %j',
    (piece) => {
      const before = process.cpuUsage()
      enrichedToText(piece.repeat(100_000))
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(600)
    },
  )
})

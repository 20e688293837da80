import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../base64.ts'
import { parseMail, readMail } from '../parse.ts'
import { showMail } from '../show.ts'

const read = <Entry>(file: string): Entry[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../corpora/characters', file), 'utf8'))
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const bytesIn = (base64: string) => latin1(atob(base64))

const mails = read<{ name: string; raw: string; text: string; subject: string }>('mails.json')
/** Bytes are written by Python's codecs. */
const charsets = read<{ charset: string; labels: string[]; text: string; bytes: string }>('charsets.json')

const hex = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
const quoted = (bytes: Uint8Array) => [...bytes].map(hex).join('').replace(/.{72}/g, '$&=\r\n')
const percent = (bytes: Uint8Array) => [...bytes].map(hex).join('').replaceAll('=', '%')
const binary = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** Ways in which a mail may contain the bytes, and where their text is found. */
const forms: Record<string, (bytes: Uint8Array, label: string) => Promise<string | null | undefined>> = {
  '8bit body': (bytes, label) => bodyOf(label, '8bit', binary(bytes)),
  'base64 body': (bytes, label) => bodyOf(label, 'base64', toBase64(bytes)),
  'quoted-printable body': (bytes, label) => bodyOf(label, 'quoted-printable', quoted(bytes)),
  'B words in the subject': (bytes, label) => subjectOf(`=?${label}?B?${toBase64(bytes)}?=`),
  'Q words in the subject': (bytes, label) => subjectOf(`=?${label}?Q?${[...bytes].map(hex).join('')}?=`),
  'a B word as file name': (bytes, label) => fileNameOf(`filename="=?${label}?B?${toBase64(bytes)}?="`),
  'a file name with charset': (bytes, label) => fileNameOf(`filename*=${label}''${percent(bytes)}`),
  'a name in From': (bytes, label) => nameOf(`=?${label}?B?${toBase64(bytes)}?=`),
}
const bodyOf = async (label: string, encoding: string, body: string) =>
  (
    await readMail(
      latin1(
        `Content-Type: text/plain; charset="${label}"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`,
      ),
    )
  ).text?.trimEnd()
const subjectOf = async (subject: string) => (await readMail(latin1(`Subject: ${subject}\r\n\r\nx`))).subject
const nameOf = async (name: string) =>
  (await parseMail(latin1(`From: ${name} <a@b.example>\r\n\r\nx`), {})).from.name
const fileNameOf = async (parameter: string) =>
  (
    await readMail(
      latin1(`Content-Type: application/pdf\r\nContent-Disposition: attachment; ${parameter}\r\n\r\nx`),
    )
  ).attachments[0]?.filename

/** Bytes that end lines or strings are not sent as they are. */
const isSkipped = (charset: string, form: string) => charset.startsWith('utf-16') && form === '8bit body'

describe('characters of mails', () => {
  it.each(mails)('$name', async ({ raw, text, subject }) => {
    const mail = await parseMail(bytesIn(raw), {})
    expect({ text: mail.content, subject: mail.subject }).toEqual({ text, subject })
  })

  const rows = charsets.flatMap(({ labels, ...row }) => labels.map((label) => ({ label, ...row })))
  const cases = rows.flatMap((row) =>
    Object.keys(forms)
      .filter((form) => !isSkipped(row.charset, form))
      .map((form) => ({ ...row, form })),
  )
  it.each(cases)('$label: $form', async ({ label, text, bytes, form }) => {
    expect((await forms[form]?.(bytesIn(bytes), label))?.normalize('NFC')).toBe(
      text.normalize('NFC').slice(0, form === 'a name in From' ? 100 : undefined),
    )
  })

  it('are tested in at least 29 charsets', () => {
    expect(charsets.length).toBeGreaterThanOrEqual(29)
    console.log(`${charsets.length} charsets, ${rows.length} labels, ${cases.length} forms`)
  })

  it.each(charsets.filter(({ charset }) => /^(?:windows|iso-8859|koi8|gb|big5|shift|euc)/.test(charset)))(
    'bare $charset in the subject is read as the text is',
    async ({ text, bytes, labels }) => {
      const raw = `Subject: ${binary(bytesIn(bytes))}\r\nContent-Type: text/plain; charset=${labels[0]}\r\n\r\nx`
      expect((await readMail(latin1(raw))).subject?.normalize('NFC')).toBe(text.normalize('NFC'))
    },
  )
})

describe('text with another charset than its label', () => {
  const utf8 = (text: string) => binary(new TextEncoder().encode(text))
  it.each([
    ['UTF-8 as ISO-8859-1', 'iso-8859-1', utf8('Grüße'), 'Grüße'],
    ['UTF-8 as windows-1251', 'windows-1251', utf8('Принтер'), 'Принтер'],
    ['UTF-8 as GB2312', 'gb2312', utf8('打印机坏了。'), '打印机坏了。'],
    ['UTF-8 as UTF-16', 'utf-16', utf8('Grüße aus Köln'), 'Grüße aus Köln'],
    ['windows-1252 as UTF-8', 'utf-8', 'Gr\xfc\xdfe \x96 5 \x80', 'Grüße – 5 €'],
    [
      'a footer in windows-1252 below UTF-8',
      'utf-8',
      `${utf8('Grüße, 日本 😀')} f\xfcr 5 \x80 `,
      'Grüße, 日本 😀 für 5 €',
    ],
    ['UTF-8 below windows-1252', '', `\xe4\xf6\xfc ${utf8('ß')}.`, 'äöü ß.'],
    ['UTF-8 that is cut off within a character', 'utf-8', '\xc3\xbc\xe2\x82', 'ü\ufffd'],
    ['a last letter of windows-1252', 'utf-8', 'Caf\xe9', 'Café'],
    ['halves of characters in UTF-8', 'utf-8', 'ok \xed\xa0\xbd\xed\xb8\x80', 'ok 😀'],
    ['longer forms than needed in UTF-8', 'utf-8', '\xc0\xafa \xe0\x80\xaf', 'À¯a à€¯'],
    ['a Chinese word that could be UTF-8', 'gb2312', '\xc3\xab', '毛'],
    ['a Thai word that could be UTF-8', 'tis-620', '\xc3\xb6', 'รถ'],
    ['Japanese without a label', '', '\x1b$B>c32\x1b(B', '障害'],
    [
      'Cyrillic without a label',
      '',
      '\xcf\xf0\xe8\xed\xf2\xe5\xf0 \xf1\xeb\xee\xec\xe0\xed',
      'Принтер сломан',
    ],
    [
      'Greek without a label',
      '',
      '\xcf \xe5\xea\xf4\xf5\xf0\xf9\xf4\xde\xf2 \xe4\xe5\xed',
      'Ο εκτυπωτής δεν',
    ],
    ['umlauts in a row without a label', '', 'Test \xe4\xf6\xfc\xdf \xc4\xd6\xdc', 'Test äöüß ÄÖÜ'],
    ['the code page of UTF-8', 'cp65001', utf8('€'), '€'],
    ['the code page of ISO-8859-2', '28592', '\xb1', 'ą'],
    ['a label that is a codec but no charset', 'base64', 'Gr\xfc\xdfe', 'Grüße'],
  ])('%s', async (_name, label, body, text) => expect(await bodyOf(label, '8bit', body)).toBe(text))

  it.each([
    ['in its head', '', '<meta charset="windows-1251">', '\xcf\xf0\xe8\xed\xf2\xe5\xf0', 'Принтер'],
    [
      'as http-equiv',
      '',
      "<META http-equiv=Content-Type content='text/html; charset=iso-8859-2'>",
      'za\xbf\xf3\xb3\xe6',
      'zażółć',
    ],
    ['beside an unknown label', 'unknown-8bit', '<meta charset=koi8-r>', '\xf0\xd2\xc9', 'При'],
    ['beside another label, which counts', 'windows-1252', '<meta charset=koi8-r>', '\xfc\xdf', 'üß'],
  ])('HTML that names its charset %s', async (_name, label, head, body, text) => {
    const { content } = await parseMail(
      latin1(`Content-Type: text/html${label && `; charset=${label}`}\r\n\r\n${head}<p>${body}</p>`),
      {},
    )
    expect(content).toBe(text)
  })
})

describe('the original email', () => {
  it('has the characters of its headers, files and text', async () => {
    const raw = [
      'From: =?windows-1252?Q?J=F6rg_=84K=93?= <joerg@example.org>',
      'To: "=?utf-8?B?U3Vww7ZydA==?=" <a@desk.example>, b@desk.example',
      'Subject: Preis 5 \x80',
      'Content-Type: multipart/mixed; boundary=b',
      ...['', '--b', 'Content-Type: text/plain; charset=windows-1252', '', '\x84Ja\x93'],
      ...[
        '--b',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="Gr\xf6\xdfe.pdf"',
        '',
        'x',
        '--b--',
      ],
    ].join('\r\n')
    const shown = await showMail(latin1(raw))
    expect(shown.headers).toEqual([
      { name: 'From', value: 'Jörg „K“ <joerg@example.org>' },
      { name: 'To', value: '"Supört" <a@desk.example>, b@desk.example' },
      { name: 'Subject', value: 'Preis 5 €' },
    ])
    expect(shown.text.trim()).toBe('„Ja“')
    expect(shown.files.map(({ name }) => name)).toEqual(['Größe.pdf'])
  })

  it('is shown in its charset when it cannot be parsed', async () => {
    const raw = latin1(`Subject: Gr\xfc\xdfe\r\n\r\n${'--\r\n'.repeat(5_001)}`)
    expect((await showMail(raw)).text).toContain('Grüße')
  })
})

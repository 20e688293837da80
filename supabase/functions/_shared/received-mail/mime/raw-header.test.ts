import { expect, it } from 'vitest'
import { parseMail, readHeader, readMail } from '../parse.ts'
import type { Delivery } from '../received-mail.ts'
import { headerOf, MAX_HEADER } from './raw-header.ts'

const host = 'mx.desk.example'
const found = `Authentication-Results: ${host}; spf=pass smtp.mailfrom=evil.example; dmarc=none header.from=victim.example\r\n`
const bytes = (text: string) => new TextEncoder().encode(text)
/** Cannot be read whole. */
const manyParts = '--\r\n'.repeat(5001)
const parse = (text: string, delivery: Delivery = { trustedHost: host }) => parseMail(bytes(text), delivery)

const pieces = [
  ...[
    'From: boss@victim.example',
    'From: me@evil.example',
    'To: a@b.example',
    'Cc: spy@evil.example',
    'Subject: x',
  ],
  ...[
    'Content-Type: text/plain',
    'content-transfer-encoding: base64',
    'MIME-Version: 1.0',
    'Content-Type : x',
    'Content-Type:',
  ],
  ...[
    'Content-Type: multipart/mixed; boundary=',
    'Content-Type: message/rfc822',
    'Content-Disposition: attachment',
    'mime-version:\t',
  ],
  ...[
    ' ; spf=pass smtp.mailfrom=victim.example',
    '\t(c)',
    'X-A: b',
    'Content-Typ',
    'e: x',
    ':',
    '"',
    'é: ü',
    '\0',
    '\x0b',
    '\u0085',
    '\u00a0',
    '\u2028',
  ],
  `Authentication-Results: ${host}; spf=pass smtp.mailfrom=victim.example; dmarc=pass header.from=victim.example`,
]
const ends = ['\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r', '']

it('the header alone is read as within the whole mail, however its lines end', async () => {
  let seed = 7
  const random = (below: number) => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) >>> 8) % below
  for (let n = 0; n < 3000; n += 1) {
    const lines = Array.from(
      { length: 7 },
      () => `${pieces[random(pieces.length)] ?? ''}${ends[random(ends.length)] ?? ''}`,
    )
    const text = found + lines.join('') + (n % 10 === 0 ? '' : '\r\nTo: x@y.example\r\n\r\nbody\r\n')
    const [whole, header] = await Promise.all([readMail(bytes(text)), readHeader(bytes(text))])
    expect({ headers: header.headers, subject: header.subject, text: '' }, JSON.stringify(text)).toEqual({
      headers: whole.headers,
      subject: whole.subject,
      text: '',
    })
  }
})

it.each([
  [
    'goes on with the verdict',
    `${found}Content-Type: x\r ; spf=pass smtp.mailfrom=victim.example\r\nFrom: boss@victim.example`,
    'boss@victim.example',
  ],
  [
    'begins a verdict',
    `Content-Type: x\rAuthentication-Results: ${host}; spf=pass smtp.mailfrom=victim.example; dmarc=pass header.from=victim.example\r\nFrom: boss@victim.example`,
    'boss@victim.example',
  ],
  [
    'begins another author',
    'X-F: a\rContent-Type: b\r\nFrom: me@evil.example\r\nContent-Type: x\rFrom: boss@victim.example',
    'me@evil.example',
  ],
])('text behind a carriage return that %s is none', async (_name, header, author) => {
  for (const body of ['hello', manyParts]) {
    const mail = await parse(`${header}\r\nTo: support@desk.example\r\n\r\n${body}`)
    expect([mail.from.address, mail.authentication]).toEqual([author, 'none'])
  }
})

it.each([
  ['that cannot be read whole', `From: boss@victim.example\r\n\r\n${manyParts}`],
  [
    'with a blank behind the name of findings',
    `Authentication-Results : ${host}; spf=pass smtp.mailfrom=victim.example; dmarc=pass header.from=victim.example\r\nFrom: boss@victim.example\r\n\r\nhello`,
  ],
  [
    'with findings whose name is folded',
    `Authentication-Results\r\n\t: ${host}; spf=pass smtp.mailfrom=victim.example; dmarc=pass header.from=victim.example\r\nFrom: boss@victim.example\r\n\r\nhello`,
  ],
  [
    'whose header is longer than the bound',
    `From: boss@victim.example\r\nX: x${'\r'.repeat(MAX_HEADER)}\n\r\nhello`,
  ],
  [
    'with a carriage return within a line of its header',
    'X-F: a\rFrom: me@victim.example\r\nFrom: boss@victim.example\r\n\r\nhello',
  ],
])('a mail %s never counts as authenticated', async (_name, text) => {
  const verdict = `Authentication-Results: ${host}; spf=pass smtp.mailfrom=victim.example; dmarc=pass header.from=victim.example\r\n`
  expect((await parse(text)).authentication).not.toBe('pass')
  expect((await parse(verdict + text)).authentication).toBe('none')
  expect((await parse(text, { verdict: 'pass' })).authentication).toBe('none')
  expect((await parse(text, { signedInAs: 'boss@victim.example' })).authentication).toBe('none')
  expect((await parse(text, {})).authentication).toBe('unchecked')
  expect((await parse(text, { verdict: 'fail' })).authentication).toBe('fail')
})

it('carriage returns before the end of a line and within the text say nothing', async () => {
  const text = `Authentication-Results: ${host}; spf=pass smtp.mailfrom=victim.example; dmarc=pass header.from=victim.example\r\r\nFrom: boss@victim.example\r\r\n\r\r\na\rb`
  expect(await parse(text)).toMatchObject({
    from: { address: 'boss@victim.example' },
    authentication: 'pass',
  })
})

it.each([
  ['in a line', 'x'.repeat(300_000)],
  ['in carriage returns', `x\r\n${'\r'.repeat(300_000)}From: me@evil.example`],
  ['after many lines', 'x\r\nX-Y: some words of a header\r\n'.repeat(10_000)],
])('a header that is cut %s names nobody', async (_name, text) => {
  const long = `From: boss@victim.example\r\nX: ${text}\r\n\r\nhello`
  expect((await parse(long, { isHeaderOnly: true })).from.address).toBe('')
  expect(headerOf(bytes(long))).toMatchObject({ bytes: { length: MAX_HEADER }, isCut: true })
})

it('a header is whole when the empty line below it is within the bound', () => {
  const header = `X: ${'x'.repeat(MAX_HEADER - 7)}\r\n`
  expect(headerOf(bytes(`${header}\r\nhello`))).toMatchObject({
    bytes: { length: MAX_HEADER - 2 },
    isCut: false,
  })
  expect(headerOf(bytes(`X${header}\r\nhello`)).isCut).toBe(true)
  expect(headerOf(bytes(`X:${header}`))).toMatchObject({ bytes: { length: MAX_HEADER }, isCut: false })
  expect(headerOf(bytes(`\r\n${'x'.repeat(MAX_HEADER)}`))).toMatchObject({
    bytes: { length: 0 },
    isCut: false,
  })
})

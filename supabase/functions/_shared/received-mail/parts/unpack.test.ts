import { describe, expect, it } from 'vitest'
import { readCms } from './cms.ts'
import { bytesOf } from './files.ts'
import { openPart, showPart } from './open-part.ts'
import { parseMail, readMail } from '../parse.ts'
import { readTnef } from './tnef.ts'
import { binary, enveloped, object, signed, text8, tnef, unicode } from './wrappers.fixtures.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const sheet = Uint8Array.from({ length: 5_000 }, (_, n) => (n * 31) % 256)
const png = new Uint8Array(Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64'))

/** Not compressed: the kind of its header says so. */
const rtfBytes = (text: string) =>
  new Uint8Array(
    Buffer.concat(
      [new Uint32Array([text.length + 12, text.length, 0x414c454d, 0]), Buffer.from(text)].map((piece) =>
        Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength),
      ),
    ),
  )

const attached = (type: string, name: string, bytes: Uint8Array) =>
  [
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    base64(bytes),
  ].join('\r\n')
const mail = (...parts: string[]) =>
  utf8(
    [
      'From: Olive <olive@example.org>',
      'Subject: Files',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...parts.map((part) => `--b\r\n${part}`),
      '--b--',
      '',
    ].join('\r\n'),
  )
const textPart = (text: string) => `Content-Type: text/plain\r\n\r\n${text}`
const winmail = (bytes: Uint8Array) => attached('application/ms-tnef', 'winmail.dat', bytes)

describe('winmail.dat', () => {
  const packed = tnef({
    values: [unicode(0x0037, 'Grüße'), unicode(0x1000, 'See the sheet.')],
    files: [
      {
        title: 'REPORT~1.XLS',
        content: sheet,
        values: [unicode(0x3707, 'Bericht März.xlsx'), unicode(0x370e, 'application/vnd.ms-excel')],
      },
      { title: 'shot.png', content: png, values: [text8(0x3712, 'img1@x')] },
      { title: 'empty.txt' },
    ],
  })

  it('gives its files, which are taken by the rules of the workspace', async () => {
    const raw = mail(textPart('See the sheet.'), winmail(packed))
    const { content, files, rejected_files, parts } = await parseMail(raw, {})
    expect(content).toBe('See the sheet.')
    expect(files).toMatchObject([{ index: 2, name: 'shot.png', type: 'image/png', size: png.length }])
    expect(rejected_files).toMatchObject([{ name: 'Bericht März.xlsx', reason: 'type' }])
    expect(parts).toMatchObject([
      { index: 1, name: 'Bericht März.xlsx', size: 5_000 },
      { index: 2, name: 'shot.png' },
    ])
    expect((await openPart(raw, [1]))?.bytes).toEqual(sheet)
  })

  it('gives its text when the mail has none', async () => {
    expect((await parseMail(mail(winmail(packed)), {})).content).toBe('See the sheet.')
    const body = tnef({ body: 'Caf\u00e9 au lait' })
    expect((await parseMail(mail(winmail(body)), {})).content).toBe('Café au lait')
    const html = tnef({ values: [binary(0x1013, utf8('<p>It <b>burns</b>.</p>'))] })
    expect((await parseMail(mail(winmail(html)), {})).content).toBe('It burns.')
    const rtf = tnef({ values: [binary(0x1009, rtfBytes("{\\rtf1\\ansi Gr\\'fc\\'dfe.\\par Ann}"))] })
    expect((await parseMail(mail(winmail(rtf)), {})).content).toBe('Grüße.\nAnn')
  })

  it('shows a message in it as a mail, with its own files', async () => {
    const inner = tnef({
      values: [
        unicode(0x0037, 'Older “message”'),
        unicode(0x1000, 'It smokes.'),
        unicode(0x0c1a, 'Ann Äther'),
        unicode(0x5d01, 'ann@example.org'),
      ],
      files: [{ title: 'a.xlsx', content: sheet }],
    })
    const raw = mail(
      textPart('See below.'),
      winmail(
        tnef({
          files: [
            { title: 'x', values: [object(0x3701, new Uint8Array([...new Uint8Array(16), ...inner]))] },
          ],
        }),
      ),
    )
    const { parts } = await parseMail(raw, {})
    expect(parts).toMatchObject([{ index: 1, kind: 'mail', title: 'Older “message”' }])
    const shown = await showPart(raw, [1])
    expect(shown).toMatchObject({ text: 'It smokes.', files: [{ index: 0, name: 'a.xlsx', size: 5_000 }] })
    expect((await openPart(raw, [1, 0]))?.bytes).toEqual(sheet)
  })

  it('that is none stays a file', async () => {
    const { parts, files } = await parseMail(mail(textPart('x'), winmail(utf8('no such thing'))), {})
    expect(parts).toMatchObject([{ index: 0, name: 'winmail.dat', size: 13 }])
    expect(files).toMatchObject([{ name: 'winmail.dat', type: 'application/octet-stream' }])
  })

  it('may be cut off or changed anywhere', () => {
    for (let length = 0; length < packed.length; length += 7)
      expect(() => readTnef(packed.subarray(0, length))).not.toThrow()
    for (let at = 6; at < 600; at += 1) {
      const broken = packed.slice()
      broken[at] = 0xff
      expect(() => readTnef(broken)).not.toThrow()
    }
  })

  it('has bounds on files, messages within one another, and properties', () => {
    const many = tnef({ files: Array.from({ length: 500 }, () => ({ title: 'a.txt', content: png })) })
    expect(readTnef(many)?.files).toHaveLength(200)
    let deep = tnef({ values: [unicode(0x0037, 'innermost')] })
    for (let level = 0; level < 50; level += 1)
      deep = tnef({
        files: [{ title: 'x', values: [object(0x3701, new Uint8Array([...new Uint8Array(16), ...deep]))] }],
      })
    expect(readTnef(deep)?.files).toHaveLength(1)
    const count = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x03, 0x10, 0x01, 0x00, 0xff, 0xff, 0xff, 0xff])
    expect(readTnef(tnef({ files: [{ title: 'a', content: png, values: [] }] }))?.files).toHaveLength(1)
    expect(() => readTnef(new Uint8Array([...tnef({}), ...count]))).not.toThrow()
  })
})

describe('a signed mail of S/MIME', () => {
  const inner = utf8(
    `Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n${textPart('Signed words.')}\r\n--i\r\n${attached('image/png', 'shot.png', png)}\r\n--i--\r\n`,
  )
  const smime = (bytes: Uint8Array) =>
    attached('application/pkcs7-mime; smime-type=signed-data', 'smime.p7m', bytes)

  it.each([
    ['at once', false],
    ['in pieces', true],
  ])('shows its content and files, written %s', async (_name, inPieces) => {
    const raw = utf8(`From: olive@example.org\r\nSubject: Signed\r\n${smime(signed(inner, inPieces))}`)
    const { content, files, rejected_files, subject } = await parseMail(raw, {})
    expect({ content, subject, rejected_files }).toEqual({
      content: 'Signed words.',
      subject: 'Signed',
      rejected_files: [],
    })
    expect(files).toMatchObject([{ index: 1, name: 'shot.png' }])
    const { attachments } = await readMail(raw)
    expect(attachments[1] && bytesOf(attachments[1])).toEqual(png)
  })

  it('with a signature apart shows its content and names no signature', async () => {
    const raw = utf8(
      [
        'From: olive@example.org',
        'Content-Type: multipart/signed; boundary=s; protocol="application/pkcs7-signature"',
        '',
        `--s\r\n${textPart('Signed words.')}`,
        `--s\r\n${attached('application/pkcs7-signature', 'smime.p7s', sheet)}`,
        '--s--',
      ].join('\r\n'),
    )
    expect(await parseMail(raw, {})).toMatchObject({
      content: 'Signed words.',
      rejected_files: [],
      parts: [],
    })
  })

  it('keeps the footer of a list below it', async () => {
    const raw = mail(
      smime(signed(utf8('Content-Type: text/html\r\n\r\n<p>Signed words.</p>'))),
      textPart('Sent to the list.'),
    )
    expect((await parseMail(raw, {})).content).toBe('Signed words.\n\nSent to the list.')
  })

  it('within others is opened three times', async () => {
    let deep = utf8(textPart('innermost'))
    for (let level = 0; level < 4; level += 1) deep = utf8(smime(signed(deep)))
    expect((await parseMail(utf8(`From: a@b.example\r\n${decode(deep)}`), {})).content).toBe('')
  })

  it('may be cut off or changed anywhere, and written in crumbs', () => {
    for (const whole of [signed(inner), signed(inner, true)]) {
      for (let length = 0; length < 400; length += 1)
        expect(() => readCms(whole.subarray(0, length))).not.toThrow()
      for (let at = 0; at < 120; at += 1) {
        const broken = whole.slice()
        broken[at] = 0x80
        expect(() => readCms(broken)).not.toThrow()
      }
    }
    const crumbs = signed(new Uint8Array(150_000), true, 1)
    expect(readCms(crumbs)).toBeUndefined()
    expect(readCms(new Uint8Array(1_000_000).fill(0x30).map((_, n) => (n % 2 ? 0x80 : 0x30)))).toBeUndefined()
  })
})

describe('an encrypted or signed mail', () => {
  const sentence = 'This email is encrypted and cannot be read here. Its original is kept.'

  it('says that it is encrypted by S/MIME', async () => {
    const raw = utf8(
      `From: olive@example.org\r\n${attached('application/pkcs7-mime; smime-type=enveloped-data', 'smime.p7m', enveloped())}`,
    )
    expect(await parseMail(raw, {})).toMatchObject({
      content: sentence,
      rejected_files: [],
      parts: [{ index: 0, kind: 'encrypted', name: 'smime.p7m' }],
    })
  })

  it('says that it is encrypted by OpenPGP', async () => {
    const armored = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----'
    const raw = utf8(
      [
        'From: olive@example.org',
        'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=e',
        '',
        '--e\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1',
        `--e\r\nContent-Type: application/octet-stream; name="encrypted.asc"\r\n\r\n${armored}`,
        '--e--',
      ].join('\r\n'),
    )
    expect(await parseMail(raw, {})).toMatchObject({
      content: sentence,
      rejected_files: [],
      parts: [{ index: 1, kind: 'encrypted', name: 'encrypted.asc' }],
    })
    const inline = await parseMail(utf8(`From: a@b.example\r\n\r\nHello,\r\n${armored}\r\nBye`), {})
    expect(inline.content).toBe(`Hello,\n${sentence}\nBye`)
  })

  it('shows text that is signed by OpenPGP', async () => {
    const text =
      '-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nIt burns.\r\n\r\n- -- but\r\nonly a little\r\n-----BEGIN PGP SIGNATURE-----\r\n\r\niQEz\r\n-----END PGP SIGNATURE-----'
    const { content } = await parseMail(utf8(`From: a@b.example\r\n\r\n${text}`), {})
    expect(content).toBe('It burns.\n\n-- but\nonly a little')
  })
})

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readRequest } from './request.ts'

const settings = { secret: 'the secret of those who deliver', mailgunKey: 'key-0123456789abcdef0123' }
const timestamp = String(Math.floor(Date.now() / 1000))
const signature = createHmac('sha256', settings.mailgunKey).update(`${timestamp}token`).digest('hex')
const signed = { timestamp, token: 'token', signature }
const mail = { recipient: 'desk@example.com', sender: 'a@example.com', 'body-mime': 'Subject: Grüße + more' }

const multipart = 'multipart/form-data; boundary=form-7f3k'
const urlencoded = 'application/x-www-form-urlencoded'
const read = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
  readRequest(
    new Request('http://function/', { method: 'POST', body, headers: { 'content-type': type } }),
    settings,
  )
const part = (name: string, value = 'x', more = '') =>
  `--form-7f3k\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const partsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('')

describe('a form', () => {
  const original = { incoming: { raw: new TextEncoder().encode(mail['body-mime']) }, signature }
  it('is read with a valid signature, whatever its files are called', async () => {
    const file = part('attachment-1', 'x', '; filename="token"')
    expect(await read(`${file}${partsOf({ ...signed, ...mail })}--form-7f3k--\r\n`, multipart)).toMatchObject(
      original,
    )
    expect(await read(new URLSearchParams({ ...signed, ...mail }).toString(), urlencoded)).toMatchObject(
      original,
    )
  })

  it('keeps the bytes of a mail that is no UTF-8', async () => {
    const raw = 'Subject: Gr\xfc\xdfe 100%\r\n\r\n5 \x80 + 1'
    const bytes = Uint8Array.from(raw, (sign) => sign.charCodeAt(0))
    const form = partsOf({ ...signed, ...mail, 'body-mime': raw })
    const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    const pairs = new URLSearchParams({ ...signed, recipient: mail.recipient }).toString()
    const expected = { incoming: { raw: bytes }, signature }
    const whole = Uint8Array.from(`${form}--form-7f3k--\r\n`, (sign) => sign.charCodeAt(0))
    expect(await read(whole, multipart)).toMatchObject(expected)
    expect(await read(`${pairs}&body-mime=${escaped}`, urlencoded)).toMatchObject(expected)
  })

  it.each([
    ['parts', `${part('f').repeat(1_001)}--form-7f3k--\r\n`, multipart],
    ['files', `${part('f', 'x', '; filename="a"').repeat(1_001)}--form-7f3k--\r\n`, multipart],
    ['boundaries', '--form-7f3k'.repeat(5_000), multipart],
    ['lines in a header', `--form-7f3k\r\n${'a: b\r\n'.repeat(8_000)}\r\nx\r\n--form-7f3k--\r\n`, multipart],
    ['fields', 'a=1&'.repeat(1_001), urlencoded],
  ])('with too many %s is refused', (_what, body, type) =>
    expect(read(body, type)).rejects.toMatchObject({ status: 413 }),
  )

  it.each([
    ['x="boundary=zzzz"; boundary=form-7f3k', 413],
    ['x="; boundary=zzzz"; boundary=form-7f3k', 413],
    ['xboundary=form-7f3k', 400],
  ])('is counted by the boundary that it is read by: %s', (parameters, status) =>
    expect(
      read(`${part('f').repeat(1_001)}--form-7f3k--\r\n`, `multipart/form-data; ${parameters}`),
    ).rejects.toMatchObject({ status }),
  )

  it('without a signature is refused before it is parsed', async () => {
    await expect(read('--form-7f3k\r\nnothing that can be parsed', multipart)).rejects.toMatchObject({
      status: 401,
    })
    const body = `a=${'+'.repeat(10_000_000)}`
    const began = process.cpuUsage()
    await expect(read(body, urlencoded)).rejects.toMatchObject({ status: 401 })
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
  })
})

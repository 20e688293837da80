import { expect, it } from 'vitest'
import { toBase64 } from '../base64.ts'
import { showMail } from './show.ts'

/** The beginning of a PNG, which says how large its picture is. */
function png(width: number, height: number, bytes = 100): Uint8Array {
  const file = new Uint8Array(bytes)
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(file.buffer).setUint32(16, width)
  new DataView(file.buffer).setUint32(20, height)
  return file
}

const mail = (html: string, picture: Uint8Array) =>
  new TextEncoder().encode(
    [
      'From: olive@example.org',
      'Content-Type: multipart/related; boundary=x',
      '',
      '--x',
      'Content-Type: text/html',
      '',
      html,
      '--x',
      'Content-Type: image/png',
      'Content-ID: <logo>',
      'Content-Transfer-Encoding: base64',
      '',
      toBase64(picture).replace(/.{76}/g, '$&\r\n'),
      '--x--',
    ].join('\r\n'),
  )

const logo = '<img src="cid:logo" alt="Logo">'

it('shows a picture wherever the mail names it', async () => {
  const { html } = await showMail(mail(logo.repeat(20), png(200, 100, 50_000)))
  expect(html.match(/<img src="data:image\/png;base64,/g)).toHaveLength(20)
})

it('names a picture that the mail shows too often, instead of repeating its bytes', async () => {
  const { html } = await showMail(mail(logo.repeat(4_000), png(200, 100, 30_000)))
  expect(html.length).toBeLessThan(22_000_000)
  expect(html).toContain('data:image/png')
  expect(html).toContain('[image: Logo]')
})

it('names a picture that has more pixels than a browser should unpack', async () => {
  expect((await showMail(mail(logo, png(20_000, 20_000)))).html).toContain('<span>[image: Logo]</span>')
})

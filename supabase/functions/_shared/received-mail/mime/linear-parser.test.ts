import { describe, expect, it } from 'vitest'
import { bytesOf } from '../parts/files'
import { parseMail, readMail } from '../parse'

const mailOf = (encoding: string, body: string) =>
  new TextEncoder().encode(
    `From: ann@c.example\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`,
  )
const textOf = async (encoding: string, body: string) => (await readMail(mailOf(encoding, body))).text

describe('the parser of mails', () => {
  it.each([
    ['8bit', 'a\r\n\r\nb', 'a\n\nb\n'],
    ['quoted-printable', 'a=41=\r\nb\r\nc=', 'aAb\nc'],
    ['base64', 'YWI=\r\nY2Q=\r\nZWY', 'abcdef'],
  ])('joins the lines of %s', async (encoding, body, text) => {
    expect(await textOf(encoding, body)).toBe(text)
  })

  it('joins the lines of a file', async () => {
    const part = 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    const raw = `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${part}${'QUJD\r\n'.repeat(1_000)}--x--\r\n`
    const { attachments } = await readMail(new TextEncoder().encode(raw))
    expect(attachments.map((file) => bytesOf(file).length)).toEqual([3_000])
  })

  it('takes linear time for the lines of a large text', async () => {
    const line = `${'QUJD'.repeat(19)}\r\n`
    const raw = mailOf('8bit', line.repeat(150_000))
    const used = process.cpuUsage()
    const { content } = await parseMail(raw, {})
    const { user, system } = process.cpuUsage(used)
    expect(content).toMatch(/^QUJD/)
    // A Blob of as many pieces took 3 s for these 12 MB.
    expect(user + system).toBeLessThan(1_800_000)
  }, 30_000)

  it('reads the header alone of a mail with too many units of base64', async () => {
    const { content, from } = await parseMail(mailOf('base64', `${'QUI='.repeat(19)}\r\n`.repeat(6_000)), {})
    expect(content).toBe('This email could not be read. The original is available.')
    expect(from.address).toBe('ann@c.example')
  })
})

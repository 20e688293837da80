import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'
import type { Notification } from './notification.ts'

/** Lines of the header as they are sent. */
async function headerOf(overrides: Partial<Notification>): Promise<string[]> {
  const { to, cc, subject, text, messageId, inReplyTo, references } = notificationMail(
    notification(overrides),
    portal,
  )
  const mail = { to, cc, subject, text, messageId, inReplyTo, references, from: 'desk@help.example.com' }
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(mail)
  return String(message).split('\r\n\r\n')[0]?.split('\r\n') ?? []
}

const isPlain = (line: string) => /^[\t -~]{0,998}$/.test(line)
const long = `${'a'.repeat(400)}@x`
const strange = ['é'.repeat(400), '漢'.repeat(480), 'a\u0001b@x', '\u00a0', 'a\u007fb@x', 'b'.repeat(2_000)]

it('names only Message-IDs that every server takes', async () => {
  const header = await headerOf({
    references: ['ticket.1@workspace', ...strange, 'a@x', long],
    inReplyTo: strange[1] ?? '',
  })
  expect(header.filter((line) => !isPlain(line))).toEqual([])
  const text = header.join('\r\n')
  expect(text).toMatch(/References: <ticket\.1@workspace> <a@x>\r\n <a{400}@x>\r\n/)
  expect(text).toMatch(/In-Reply-To:\r\n <a{400}@x>\r\n/)
})

it('names people in copy whose address every server takes', async () => {
  const copies = [
    { name: '', address: 'jürgen@bücher.example' },
    { name: 'Bob', address: 'bob@bücher.example' },
  ]
  const header = await headerOf({ copies })
  expect(header.filter((line) => !isPlain(line))).toEqual([])
  expect(header).toContain('Cc: Bob <bob@xn--bcher-kva.example>')
})

import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mail } from './mail'
import { startSmtpReceiver, type SmtpReceiver } from './smtp-receiver'

let receiver: SmtpReceiver
let received: Mail[]
const logged: string[] = []
beforeEach(async () => {
  received = []
  const mailbox = { deliver: async (mail: Mail) => void received.push(mail) }
  receiver = await startSmtpReceiver(mailbox, (line) => void logged.push(line))
})
afterEach(() => receiver.close())

const send = (mail: Record<string, unknown>) =>
  createTransport(receiver.url).sendMail({ from: 'desk@example.com', ...mail })

describe('the mail receiver', () => {
  it('delivers both parts of a mail to each recipient', async () => {
    const html = '<p>Grüße aus <b>Köln</b> 😀</p>'
    await send({ to: ['ann@example.com', 'bob@example.com'], subject: 'Grüße 😀', text: 'a\nb', html })
    expect(received).toEqual(
      ['ann@example.com', 'bob@example.com'].map((to) => ({
        to,
        subject: 'Grüße 😀',
        text: 'a\nb',
        html: `${html}\n`,
      })),
    )
  })

  it('rejects a mail that is too large', async () => {
    await expect(send({ to: 'ann@example.com', text: 'x'.repeat(1_100_000) })).rejects.toThrow(/5\d\d/)
    expect(received).toEqual([])
  })
})

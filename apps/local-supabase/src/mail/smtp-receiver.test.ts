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
    expect(received).toMatchObject(
      ['ann@example.com', 'bob@example.com'].map((to) => ({
        to,
        subject: 'Grüße 😀',
        text: 'a\nb',
        html: `${html}\n`,
      })),
    )
  })

  it('keeps sender, threading, files and embedded pictures', async () => {
    await send({
      from: { name: 'Ada (Acme)', address: 'desk@example.com' },
      to: 'ann@example.com',
      cc: 'Bob <bob@example.com>',
      replyTo: 'desk+1@example.com',
      messageId: '<two@example.com>',
      inReplyTo: '<one@example.com>',
      references: ['<zero@example.com>', '<one@example.com>'],
      text: 'a',
      html: '<img src="cid:logo@mail">',
      attachments: [
        {
          filename: 'logo.png',
          content: 'AAEC',
          encoding: 'base64',
          contentType: 'image/png',
          cid: 'logo@mail',
        },
        { filename: 'a.txt', content: 'hello' },
      ],
    })
    expect(received[0]).toMatchObject({
      from: 'Ada (Acme) <desk@example.com>',
      html: '<img src="data:image/png;base64,AAEC">\n',
      headers: {
        'message-id': '<two@example.com>',
        'in-reply-to': '<one@example.com>',
        references: '<zero@example.com> <one@example.com>',
        'reply-to': 'desk+1@example.com',
        cc: 'Bob <bob@example.com>',
      },
      files: [
        { name: 'logo.png', type: 'image/png', size: 3 },
        { name: 'a.txt', type: 'text/plain', size: 5 },
      ],
    })
  })

  it('rejects a mail that is too large', async () => {
    await expect(send({ to: 'ann@example.com', text: 'x'.repeat(27_000_000) })).rejects.toThrow(/5\d\d/)
    expect(received).toEqual([])
  })
})

import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import type { Mail } from './mail'
import type { Mailbox } from '../mailbox/handler'
import { startSmtpReceiver } from './smtp-receiver'
import { createMailSender } from './sender'

function box(): Mailbox & { mails: Mail[] } {
  const mails: Mail[] = []
  return { mails, deliver: async (mail) => void mails.push(mail), handler: async () => undefined }
}
const mail = { to: 'pat@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' }

it('does not wait for the mail server, except when it stops', async () => {
  const mailbox = box()
  const receiver = await startSmtpReceiver(mailbox, () => {})
  const sender = createMailSender(receiver.url, 'Desk <desk@example.com>', box(), () => {})
  await sender.send(mail)
  expect(mailbox.mails).toEqual([])
  await sender.close()
  expect(mailbox.mails).toMatchObject([{ to: 'pat@example.com', subject: 'Hello' }])
  await receiver.close()
})

it('logs a refusal of the mail server without its password and the mail', async () => {
  const server = createServer((socket) => socket.end('554 closed today\r\n'))
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const lines: string[] = []
  const sender = createMailSender(
    `smtp://desk:its-password@127.0.0.1:${port}`,
    'desk@example.com',
    box(),
    (line) => lines.push(line),
  )
  await sender.send({ ...mail, text: 'https://desk.example/verify?token=secret' })
  await sender.close()
  expect(lines.join()).toMatch(/^A mail could not be sent: .*554 closed today/)
  expect(lines.join()).not.toMatch(/its-password|secret/)
  server.close()
})

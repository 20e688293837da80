import type { Readable } from 'node:stream'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from '../mailbox/handler'

export interface SmtpReceiver {
  /** `smtp://127.0.0.1:<port>` */
  url: string
  close(): Promise<void>
}

const maxBytes = 1024 * 1024

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/**
 * An SMTP server on 127.0.0.1 that delivers the mails of functions to the local mailbox.
 */
export async function startSmtpReceiver(
  mailbox: Pick<Mailbox, 'deliver'>,
  log: (line: string) => void,
  port = 0,
): Promise<SmtpReceiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    async onData(stream, session, done) {
      try {
        const bytes = await read(stream)
        if (stream.sizeExceeded)
          throw Object.assign(new Error('The mail is too large'), { responseCode: 552 })
        const { subject = '', text = '', html = '' } = await PostalMime.parse(bytes)
        for (const { address } of session.envelope.rcptTo)
          await mailbox.deliver({ to: address, subject, text: text.replaceAll('\r\n', '\n').trimEnd(), html })
        done()
      } catch (error) {
        log(`mail: not received: ${String(error)}`)
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  // Without a listener, a client that disconnects early would end the process.
  server.on('error', (error) => log(`mail: ${error.message}`))
  const open = await new Promise<number>((resolve, reject) => {
    const listening = server.listen(port, '127.0.0.1', () => {
      const address = listening.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('The mail receiver got no port'))
    })
  })
  return {
    url: `smtp://127.0.0.1:${open}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

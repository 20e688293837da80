import type { Readable } from 'node:stream'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import { guarded } from '../guard'
import type { Mailbox } from '../mailbox/handler'
import { StartError } from '../start-error'
import type { Log } from '../log/log'

export interface SmtpReceiver {
  /** `smtp://127.0.0.1:<port>` */
  url: string
  close(): Promise<void>
}

/** As many mail providers. */
const maxBytes = 25 * 1024 * 1024

const shown = ['message-id', 'in-reply-to', 'references', 'reply-to', 'cc', 'auto-submitted']

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content, 'base64') : Buffer.from(new Uint8Array(content))

/** Larger pictures stay out of the mailbox, which keeps its mails in memory. */
const maxPictureBytes = 200_000

/** The HTML part with its embedded pictures as data URLs, which the mailbox can show. */
function withPictures({ html = '', attachments }: Email): string {
  return attachments
    .filter((file) => file.contentId && bytesOf(file).length <= maxPictureBytes)
    .reduce((result, file) => {
      const url = `data:${file.mimeType};base64,${bytesOf(file).toString('base64')}`
      return result.replaceAll(`cid:${file.contentId?.replace(/^<|>$/g, '')}`, url)
    }, html)
}

/** A received message as the mailbox keeps it. */
function toMail(message: Email, to: string) {
  const { subject = '', text = '', headers, from, attachments } = message
  return {
    to,
    subject,
    text: text.replaceAll('\r\n', '\n').trimEnd(),
    html: withPictures(message),
    from: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ''),
    headers: Object.fromEntries(
      headers.filter(({ key }) => shown.includes(key)).map(({ key, value }) => [key, value]),
    ),
    files: attachments.map((file) => ({
      name: file.filename ?? '',
      type: file.mimeType,
      size: bytesOf(file).length,
    })),
  }
}

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
  log: Log,
  port = 0,
): Promise<SmtpReceiver> {
  const deliver = async (stream: SMTPServerDataStream, { rcptTo }: SMTPServerEnvelope) => {
    const bytes = await read(stream)
    if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large'), { responseCode: 552 })
    const message = await PostalMime.parse(bytes)
    for (const { address } of rcptTo) await mailbox.deliver(toMail(message, address))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    onData: (stream, session, done) =>
      void deliver(stream, session.envelope).then(
        () => done(),
        (error: unknown) => {
          log(`mail: not received: ${String(error)}`, { level: 'error' })
          done(error instanceof Error ? error : new Error(String(error)))
        },
      ),
  })
  const open = await new Promise<number>((resolve, reject) => {
    // Without a listener, a client that disconnects early would end the process.
    const failed = (error: Error) => {
      log(`mail: ${error.message}`, { level: 'error' })
      reject(new StartError(`The mailbox cannot take mails on port ${port}: ${error.message}`))
    }
    server.on('error', guarded(failed, reject))
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

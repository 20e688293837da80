import { createTransport } from 'nodemailer'

/** A mail to send. */
export interface OutgoingMail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId?: string
  references?: string
}

export interface PostOffice {
  /** @throws when the server does not answer or does not let us in */
  verify(): Promise<unknown>
  /** @throws when this mail was not taken */
  send(mail: OutgoingMail): Promise<unknown>
  close(): void
}

/**
 * Mails through SMTP, a few connections at a time. Nothing is ever read from a file or fetched from an address.
 * @param smtp - `smtps://user:password@host:465`
 * @param from - `Helpdesk <no-reply@example.com>`
 */
export function openPostOffice(smtp: string, from: string, maxConnections = 2): PostOffice {
  const transport = createTransport({
    url: smtp,
    pool: true,
    maxConnections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    verify: () => transport.verify(),
    send: (mail) => transport.sendMail({ from, ...mail }),
    close: () => transport.close(),
  }
}

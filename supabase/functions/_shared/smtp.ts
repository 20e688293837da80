import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId?: string
  references?: string
}

export interface Mailer {
  /** @throws when the server is unreachable or rejects the credentials */
  verify(): Promise<unknown>
  /** @throws when the server rejects this mail */
  send(mail: OutgoingMail): Promise<unknown>
  close(): void
}

/**
 * Sends mails by SMTP over a connection pool. Mails cannot include local files or URLs.
 * @param smtp - `smtps://user:password@host:465`
 * @param from - `Helpdesk <no-reply@example.com>`
 */
export function createMailer(smtp: string, from: string, maxConnections = 2): Mailer {
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

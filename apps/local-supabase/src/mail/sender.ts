import { createTransport } from 'nodemailer'
import type { Mail } from './mail'
import type { Mailbox } from '../mailbox/handler'
import type { Log } from '../log/log'

export interface Sender {
  send(mail: Mail): Promise<void>
  /** Waits for pending mails. */
  close(): Promise<void>
}

/** A busy server greets late: RFC 5321, 4.5.3.2.1 asks for five minutes. */
const greeting = 300_000

/**
 * Sends through SMTP_URL, else to the local mailbox. `send` does not wait for the mail server: the delay or a failure
 * would reveal whether the address has an account. Failures are logged.
 */
export function createMailSender(
  smtpUrl: string | undefined,
  from: string,
  mailbox: Mailbox,
  log: Log,
): Sender {
  if (!smtpUrl) return { send: (mail) => mailbox.deliver(mail), close: async () => {} }
  const transport = createTransport({ url: smtpUrl, connectionTimeout: greeting, greetingTimeout: greeting })
  const pending = new Set<Promise<unknown>>()
  return {
    async send(mail) {
      const sent = transport
        .sendMail({ from, ...mail })
        .catch((error: unknown) =>
          log(`A mail could not be sent: ${error instanceof Error ? error.message : String(error)}`, {
            level: 'error',
          }),
        )
        .finally(() => pending.delete(sent))
      pending.add(sent)
    },
    close: async () => void (await Promise.all(pending)),
  }
}

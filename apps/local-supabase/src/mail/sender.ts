import { createTransport } from 'nodemailer'
import type { Mail } from './mail'
import type { Mailbox } from '../mailbox/handler'

export interface Sender {
  send(mail: Mail): Promise<void>
  /** Waits for the mails that are on their way. */
  close(): Promise<void>
}

/**
 * Real delivery when SMTP_URL is set, else the local mailbox. A mail server may take seconds or refuse: the answer to
 * whoever asked for a mail must show neither, since none is sent to an address without an account. So nobody waits for
 * it; a failure is logged, and the mail can be asked for again.
 */
export function createMailSender(
  smtpUrl: string | undefined,
  from: string,
  mailbox: Mailbox,
  log: (line: string) => void,
): Sender {
  if (!smtpUrl) return { send: (mail) => mailbox.deliver(mail), close: async () => {} }
  const transport = createTransport(smtpUrl)
  const pending = new Set<Promise<unknown>>()
  return {
    async send(mail) {
      const sent = transport
        .sendMail({ from, ...mail })
        .catch((error: unknown) =>
          log(`A mail could not be sent: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => pending.delete(sent))
      pending.add(sent)
    },
    close: async () => void (await Promise.all(pending)),
  }
}

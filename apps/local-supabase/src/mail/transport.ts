import { createTransport } from 'nodemailer'
import type { Mail, Mailbox } from '../http/types'

export type SendMail = (mail: Mail) => Promise<void>

/** Real delivery when SMTP_URL is set, else the local mailbox. */
export function mailSender(smtpUrl: string | undefined, from: string, mailbox: Mailbox): SendMail {
  if (!smtpUrl) return (mail) => mailbox.deliver(mail)
  const transport = createTransport(smtpUrl)
  return async (mail) => {
    await transport.sendMail({ from, ...mail })
  }
}

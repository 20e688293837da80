import type { Page } from '@playwright/test'
import { z } from 'zod'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { db } from './factories'
import { expect } from './portal'
import { portal } from './this-portal'

const messages = z.array(
  z.object({
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    from: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
)

/** The mails to `email`, newest first. */
export async function mailsTo(page: Page, email: string) {
  const response = await page.request.get(`/mail/api/messages?to=${encodeURIComponent(email)}`)
  return messages.parse(await response.json())
}

/** Sends a mail to the workspace by SMTP, as a mail program does. */
export async function mailToWorkspace(mail: SendMailOptions): Promise<void> {
  const { hostname, port } = new URL(portal.smtpUrl)
  const transport = createTransport({ host: hostname, port: Number(port), ignoreTLS: true })
  await transport.sendMail({ to: 'support@localhost', ...mail })
}

/** The reply address of a ticket. */
export async function replyAddressOf(ticket: string): Promise<string> {
  const [row] = await db<{ address: string }[]>`select private.reply_address(${ticket}, 'support') as address`
  return row?.address ?? ''
}

/** What links stand in: a real Auth server sends its mails without a text part. */
const linksIn = ({ text, html }: { text: string; html: string }) =>
  text ||
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')).join('\n')

/** The link in the newest mail to `email` whose subject matches. */
export async function newestLink(page: Page, email: string, subject: RegExp, link: RegExp): Promise<string> {
  const find = async () => {
    const mail = (await mailsTo(page, email)).find((message) => subject.test(message.subject))
    return (mail && link.exec(linksIn(mail))?.[0]) ?? ''
  }
  await expect.poll(find, { timeout: 15_000, message: `a mail to ${email}` }).not.toBe('')
  return find()
}

/** Opens the link of the newest mail to `email` whose subject matches, and confirms on its page. */
export async function followMail(page: Page, email: string, subject: RegExp): Promise<void> {
  await page.goto(await newestLink(page, email, subject, /https?:\/\/\S+token_hash=\S+/))
  await page.getByRole('button', { name: /^(Confirm|Continue$)/ }).click()
}

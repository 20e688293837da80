import type { ReceivedMail } from '../_shared/received-mail/received-mail.ts'
import { bodyOf, relaxedBody } from '../_shared/received-mail/sender/signed-body.ts'

/** SHA-256 in hex. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Tells mails apart that have the same Message-ID: SHA-256 in hex of the body and of what was read. Headers say how a body is
 * read and what it answers, so that a forged copy with others must not pass for the mail itself. Of a mail whose signature proves its
 * author, what was signed and the words that were read, without blanks: with other headers, anybody can send it again.
 */
export async function contentHash(mail: ReceivedMail, raw: Uint8Array): Promise<string> {
  const { subject, sent_at, content, references, is_automatic, is_response, bounce } = mail
  const files = mail.parts.map(({ name }) => name)
  if (mail.is_signed) {
    const read = [content.replace(/\s+/g, ''), files, bounce !== null]
    const signed = [await hashOf(relaxedBody(raw)), subject, sent_at, ...read]
    return hashOf(new TextEncoder().encode(JSON.stringify(signed)))
  }
  const words = [
    await hashOf(bodyOf(raw)),
    subject,
    sent_at,
    content,
    files,
    references,
    is_automatic,
    is_response,
    bounce !== null,
  ]
  return hashOf(new TextEncoder().encode(JSON.stringify(words)))
}

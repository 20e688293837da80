import { headerOf } from '../_shared/received-mail/mime/raw-header.ts'
import type { ReceivedMail } from '../_shared/received-mail/received-mail.ts'

const NEWLINE = 10

/** The bytes below the header and the empty line: hosts on the way write above it. Nobody knows where a header that is cut ends. */
function bodyOf(raw: Uint8Array): Uint8Array {
  const { bytes, isCut } = headerOf(raw)
  if (isCut) return raw
  const below = raw.subarray(bytes.length)
  return below.subarray(below.indexOf(NEWLINE) + 1)
}

/** SHA-256 in hex. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Tells mails apart that have the same Message-ID: SHA-256 in hex of the body and of what was read. Headers say how a body is
 * read and what it answers, so that a forged copy with others must not pass for the mail itself.
 */
export async function contentHash(mail: ReceivedMail, raw: Uint8Array): Promise<string> {
  const { subject, sent_at, content, references, is_automatic, is_response, bounce } = mail
  const files = mail.parts.map(({ name }) => name)
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

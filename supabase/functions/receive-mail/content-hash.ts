import { headerOf } from '../_shared/received-mail/mime/raw-header.ts'

const NEWLINE = 10

/** The bytes below the header and the empty line: hosts on the way write above it. */
function bodyOf(raw: Uint8Array): Uint8Array {
  const below = raw.subarray(headerOf(raw).length)
  return below.subarray(below.indexOf(NEWLINE) + 1)
}

/** SHA-256 in hex. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Tells mails apart that have the same Message-ID: SHA-256 in hex of subject, date and body, whatever way the mail came. */
export async function contentHash(mail: { subject: string; sent_at: string | null }, raw: Uint8Array): Promise<string> {
  const words = [mail.subject, mail.sent_at, await hashOf(bodyOf(raw))]
  return hashOf(new TextEncoder().encode(JSON.stringify(words)))
}

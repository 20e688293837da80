import { toBase64 } from '../_shared/base64.ts'

/** Upper bytes of a FILETIME of 2026. Programs compare the bytes behind it. */
const TIME = [0x01, 0xdc, 0, 0, 0, 0]

/**
 * The Thread-Index of a ticket's mails (MS-OXOMSG 2.2.1.3): Outlook groups by it, and keeps it in answers without Message-IDs.
 * @param ticketId a UUID
 */
export function threadIndexOf(ticketId: string): string | undefined {
  const hex = ticketId.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex)) return undefined
  return toBase64(
    new Uint8Array([...TIME, ...(hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))]),
  )
}

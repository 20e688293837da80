/**
 * The link that writes to an address. Everything in it is escaped: an address is text that somebody typed, and `?` or
 * `&` would set subject, copies and body of the mail.
 */
export function mailTo(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}

/**
 * A `mailto:` link. The address is escaped: `?` or `&` in it would set the subject, copies and body of the mail.
 */
export function mailTo(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}

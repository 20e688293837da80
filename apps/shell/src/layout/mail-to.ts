/**
 * A `mailto:` link. The address is escaped: a `?` or `&` could set subject, copies and body of the mail.
 */
export function mailTo(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}

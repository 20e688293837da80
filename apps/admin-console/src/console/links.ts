const TICKET = /^\/tickets\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type SafeLink =
  | { kind: 'ticket'; to: string }
  /** `host` is displayed: a link's text could pretend another destination. */
  | { kind: 'outside'; href: string; host: string }

/** A link of a message when it leads to a ticket or an http(s) page; null otherwise. */
export function safeLink(address: string | undefined): SafeLink | null {
  if (!address) return null
  if (TICKET.test(address)) return { kind: 'ticket', to: address }
  // Browsers resolve an address without a scheme against this site.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { href, protocol, host, username, password } = new URL(address)
  if (!/^https?:$/.test(protocol) || username || password) return null
  return { kind: 'outside', href, host }
}

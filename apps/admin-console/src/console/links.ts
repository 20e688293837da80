const TICKET = /^\/tickets\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type SafeLink =
  | { kind: 'ticket'; to: string }
  /** `host` is displayed, because a link's text could name another destination. */
  | { kind: 'outside'; href: string; host: string }

/** Parses a link of a message; null unless it leads to a ticket or an http(s) page. */
export function safeLink(address: string | undefined): SafeLink | null {
  if (!address) return null
  if (TICKET.test(address)) return { kind: 'ticket', to: address }
  // Browsers resolve an address without a scheme against this site.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { href, protocol, host, username, password } = new URL(address)
  if (!/^https?:$/.test(protocol) || username || password) return null
  return { kind: 'outside', href, host }
}

const TICKET = /^\/tickets\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type SafeLink =
  | { kind: 'ticket'; to: string }
  /** `host` is shown, so that the text of a link cannot pretend to lead elsewhere. */
  | { kind: 'outside'; href: string; host: string }

/** Where a link of a message may lead: a ticket, or an http(s) page. Everything else is null, and shown as text. */
export function safeLink(address: string | undefined): SafeLink | null {
  if (!address) return null
  if (TICKET.test(address)) return { kind: 'ticket', to: address }
  // A browser would read such an address on this page's own site.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { href, protocol, host, username, password } = new URL(address)
  if (!/^https?:$/.test(protocol) || username || password) return null
  return { kind: 'outside', href, host }
}

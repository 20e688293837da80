import { foundLabel } from '../../model/found-label'
import type { FoundTicket } from '../../model/found-tickets'
import { Marked } from './Marked'

/** Where a ticket matches besides its subject: `Comment by Avery Lindqvist: … the hit …`. Unstyled, for long lists. */
export function FoundLine({ ticket }: { ticket: FoundTicket }) {
  const label = foundLabel(ticket)
  if (!label || ticket.snippet === null) return null
  return (
    <span data-found-line dir="auto">
      {label}: <Marked text={ticket.snippet} shortLead />
    </span>
  )
}

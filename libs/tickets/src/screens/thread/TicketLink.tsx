import { Link } from '@helpdesk/ui/router'
import { createContext } from 'react'
import type { TicketReference } from '../../api/ticket-references'

/** The tickets that become links in the messages below, by number. */
export const KnownTickets = createContext<ReadonlyMap<number, TicketReference>>(new Map())

/** The id of the hidden element that describes a ticket to screen readers. */
export const descriptionId = (number: number) => `ticket-${number}`

/**
 * A ticket's number in a message, as a link. It is as wide as the text was: nothing moves when the tickets are known. Its style is
 * that of the area around: a styled component for each would make long texts slow.
 */
export const TicketLink = ({ number }: { number: number }) => (
  <Link dir="ltr" to={`/tickets/${number}`} data-ticket={number} aria-describedby={descriptionId(number)}>
    #{number}
  </Link>
)

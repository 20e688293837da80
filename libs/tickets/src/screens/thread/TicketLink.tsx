import { RouterLink } from '@helpdesk/ui'
import { createContext } from 'react'
import type { TicketReference } from '../../api/ticket-references'

/** The tickets that become links in the messages below, by number. */
export const KnownTickets = createContext<ReadonlyMap<number, TicketReference>>(new Map())

/** The id of the hidden element that describes a ticket to screen readers. */
export const descriptionId = (number: number) => `ticket-${number}`

/** A ticket's number in a message, as a link. It is as wide as the text was: nothing moves when the tickets are known. */
export const TicketLink = ({ number }: { number: number }) => (
  <RouterLink
    to={`/tickets/${number}`}
    variant="underline"
    fontWeight="inherit"
    data-ticket={number}
    aria-describedby={descriptionId(number)}
  >
    #{number}
  </RouterLink>
)

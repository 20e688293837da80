import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useQuery } from '@helpdesk/ui/query'
import { useAtomValue } from 'jotai'
import { Activity, Suspense, useDeferredValue, useMemo, type ComponentType } from 'react'
import { PREFETCHED_MS, readTicket } from '@helpdesk/tickets/prefetch/prefetch-ticket'
import { splitTicketsAtom } from '../../state/split-view'

interface SplitTicketsProps {
  /** The ticket's screen. */
  Ticket: ComponentType<{ ticketId: string }>
}

/**
 * The ticket of the cursor, and its neighbours rendered hidden: the next key press only has to show one of them. Tickets
 * that leave or join follow in a second render.
 */
export function SplitTickets({ Ticket }: SplitTicketsProps) {
  const { current, around } = useAtomValue(splitTicketsAtom)
  const rendered = useDeferredValue(around)
  const ids = current === null || rendered.includes(current) ? rendered : around
  return (current ? ids : []).map((id) => (
    <SplitTicket key={id} ticketId={id} isCurrent={id === current} Ticket={Ticket} />
  ))
}

interface SplitTicketProps extends SplitTicketsProps {
  ticketId: string
  isCurrent: boolean
}

function SplitTicket({ ticketId, isCurrent, Ticket }: SplitTicketProps) {
  const { data } = useQuery({
    queryKey: ticketKeys.detail(ticketId),
    queryFn: () => readTicket(ticketId),
    gcTime: PREFETCHED_MS,
    // The list prefetches it, its screen refreshes it.
    enabled: false,
  })
  // The same element: a key press shows and hides, and renders neither ticket again.
  const ticket = useMemo(
    () => (
      <Suspense>
        <Ticket ticketId={ticketId} />
      </Suspense>
    ),
    [ticketId, Ticket],
  )
  return (isCurrent || data) && <Activity mode={isCurrent ? 'visible' : 'hidden'}>{ticket}</Activity>
}

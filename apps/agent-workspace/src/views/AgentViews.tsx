import { lazy } from 'react'
import { VIEWS_PATH } from '@helpdesk/staff/keys/places'
import { SplitPage } from '@helpdesk/staff/screens/split/SplitPage'
import { usePreloadPage } from '@helpdesk/tickets/prefetch/preload-page'
import { QueueToggles } from '../queue/QueueToggles'
import { ViewTickets } from './ViewTickets'

const loadTicket = async () => ({ default: (await import('../ticket/AgentTicket')).AgentTicket })
const Ticket = lazy(loadTicket)

/** `/dashboard/agent/views`: all tickets, or those of the saved view in the address. */
export function AgentViews() {
  usePreloadPage(loadTicket)
  return (
    <SplitPage Ticket={Ticket}>
      <ViewTickets home={VIEWS_PATH} tools={<QueueToggles />} />
    </SplitPage>
  )
}

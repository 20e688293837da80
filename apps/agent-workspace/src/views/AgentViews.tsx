import { lazy } from 'react'
import { VIEWS_PATH } from '@helpdesk/staff/keys/places'
import { SplitPage } from '@helpdesk/staff/screens/split/SplitPage'
import { QueueToggles } from '../queue/QueueToggles'
import { ViewTickets } from './ViewTickets'

const Ticket = lazy(async () => ({ default: (await import('../ticket/AgentTicket')).AgentTicket }))

/** `/dashboard/agent/views`: all tickets, or those of the saved view in the address. */
export function AgentViews() {
  return (
    <SplitPage Ticket={Ticket}>
      <ViewTickets home={VIEWS_PATH} tools={<QueueToggles />} />
    </SplitPage>
  )
}

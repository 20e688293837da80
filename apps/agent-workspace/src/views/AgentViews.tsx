import { ViewTickets } from './ViewTickets'
import { VIEWS_PATH } from '@helpdesk/staff/keys/places'
import { QueueToggles } from '../queue/QueueToggles'

/** `/dashboard/agent/views`: all tickets, or those of the saved view in the address. */
export function AgentViews() {
  return <ViewTickets home={VIEWS_PATH} tools={<QueueToggles />} />
}

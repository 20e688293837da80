import { ViewTickets } from './ViewTickets'
import { VIEWS_PATH } from '../keys/places'
import { QueueToggles } from '../queue/QueueToggles'

/** `/dashboard/agent/views`: every ticket, or those of the saved view that the address names. */
export function AgentViews() {
  return <ViewTickets home={VIEWS_PATH} tools={<QueueToggles />} />
}

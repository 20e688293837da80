import type { Ticket } from '@helpdesk/tickets/model/rows'
import { deferred } from '@helpdesk/ui'

/** Loaded when somebody replies to the incidents of a problem. */
export const { Screen: LazyIncidentReply } = deferred<{ problem: Ticket; onClose: () => void }>(
  async () => (await import('./IncidentReplyDialog')).IncidentReplyDialog,
  null,
)

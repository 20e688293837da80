import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { Box, deferred } from '@helpdesk/ui'

/** People in copy, loaded after the first paint. */
export const { Screen: LazyPeopleBlock } = deferred<{ detail: TicketDetail }>(
  async () => (await import('./PeopleBlock')).PeopleBlock,
  // As high as the block without anybody, so that the page below does not move.
  <Box height="7.4rem" />,
)
export const { Screen: LazyCopyNotice } = deferred<{ ticketId: string }>(
  async () => (await import('./CopyNotice')).CopyNotice,
  null,
)
export const { Screen: LazyUnreachedNotice } = deferred<{ ticketId: string }>(
  async () => (await import('./UnreachedNotice')).UnreachedNotice,
  null,
)

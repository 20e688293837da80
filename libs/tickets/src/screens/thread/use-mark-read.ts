import { useAuth } from '@helpdesk/auth'
import { useEffect } from 'react'
import { useMarkTicket } from '../../api/mark-ticket-read'
import { firstUnread } from '../../model/conversation'
import type { TicketDetail } from '../../model/rows'

/** Marks the open ticket as read when it has messages by others that its reader has not seen. */
export function useMarkRead({ ticket, comments, loaded_at, staff }: TicketDetail): void {
  const { user } = useAuth()
  const mark = useMarkTicket()
  const reader = user?.id ?? null
  const newest = comments.findLast(({ user_id }) => user_id !== reader)
  const lastRead = staff?.last_read_at
  const newestId = newest && (!lastRead || firstUnread([newest], lastRead, reader)) ? newest.id : undefined
  useEffect(() => {
    // Read again at the next visit, so a failure needs no message.
    if (newestId) mark(ticket.id, false, loaded_at).catch(() => undefined)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a refresh without new messages marks nothing
  }, [mark, ticket.id, newestId])
}

import { useAuth } from '@helpdesk/auth'
import { NOTIFICATIONS_KEY, UNREAD_KEY, type UnreadNotifications } from '@helpdesk/supabase'
import { useQueryClient } from '@helpdesk/ui/query'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useMarkTicket } from '../../api/mark-ticket-read'
import { firstUnread, historyOf } from '../../model/conversation'
import type { TicketDetail } from '../../model/rows'

/** True while the bell counts a notification about the ticket. The shell reads the count. */
function useNotified(ticketId: string): boolean {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  // No query of its own: its options would replace those of the shell, which knows how to read it.
  return useSyncExternalStore(
    useCallback((changed) => cache.subscribe(changed), [cache]),
    () => queries.getQueryData<UnreadNotifications>(UNREAD_KEY)?.tickets.includes(ticketId) ?? false,
  )
}

/** Marks the open ticket as read when it has messages or notifications that its reader has not seen. */
export function useMarkRead(detail: TicketDetail): void {
  const { ticket, comments, loaded_at } = detail
  const { user } = useAuth()
  const mark = useMarkTicket()
  const queries = useQueryClient()
  const notified = useNotified(ticket.id)
  const reader = user?.id ?? null
  const newest = comments.findLast(({ user_id }) => user_id !== reader)
  const { lastReadAt: lastRead } = historyOf(detail)
  const newestId = newest && (!lastRead || firstUnread([newest], lastRead, reader)) ? newest.id : undefined
  const markRead = useEffectEvent(() => {
    // Read again at the next visit, so a failure needs no message.
    mark(ticket.id, false, loaded_at)
      .then(() => (notified ? queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }) : undefined))
      .catch(() => undefined)
  })
  // A refresh without new messages marks nothing.
  useEffect(() => {
    if (newestId) markRead()
  }, [newestId])
  // By what the page shows now: a notification that is newer than the page stays until the page has its message.
  useEffect(() => {
    if (notified) markRead()
  }, [notified, loaded_at])
}

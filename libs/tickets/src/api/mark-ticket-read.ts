import { ask, loadData, z } from '@helpdesk/supabase'
import { useQueryClient } from '@helpdesk/ui/query'
import { useCallback } from 'react'
import { ticketKeys } from './keys'
import { patchRows } from '../cache/list-cache'

/**
 * Marks a ticket as read by the caller.
 * @param until when its page was loaded (`loaded_at`), so that a later message stays unread
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function markTicketRead(ticketId: string, until?: string): Promise<void> {
  const data = await loadData()
  await ask(data.rpc('mark_ticket_read', { ticket_id: ticketId, read_until: until }), z.unknown())
}

/** Marks a ticket as unread until the caller opens it again. @throws AppError */
export async function markTicketUnread(ticketId: string): Promise<void> {
  const data = await loadData()
  await ask(data.rpc('mark_ticket_unread', { ticket_id: ticketId }), z.unknown())
}

/** Marks a ticket as read or unread, and updates the loaded lists and counts. The function keeps its identity. */
export function useMarkTicket() {
  const queries = useQueryClient()
  return useCallback(
    async (ticketId: string, unread: boolean, until?: string): Promise<void> => {
      await (unread ? markTicketUnread(ticketId) : markTicketRead(ticketId, until))
      patchRows(queries, [ticketId], (row) => ({ ...row, unread }))
      void queries.invalidateQueries({ queryKey: ticketKeys.queueCounts() })
    },
    [queries],
  )
}

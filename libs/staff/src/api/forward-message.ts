import { ask, loadData, z } from '@helpdesk/supabase'
import { useTicketCache } from '@helpdesk/tickets/api/get-ticket'
import { useCommand } from '@helpdesk/ui/query'

export interface Forward {
  recipient: string
  /** null for the description. */
  commentId: string | null
  note: string
}

/**
 * Mails a public message of the ticket to an outside address.
 * @throws AppError `recipient_invalid`, `address_blocked`, `address_undeliverable`, `message_not_public`, `forward_limit`
 */
export async function forwardMessage(
  ticketId: string,
  { recipient, commentId, note }: Forward,
): Promise<void> {
  const data = await loadData()
  await ask(
    data.rpc('forward_message', {
      ticket_id: ticketId,
      recipient,
      comment_id: commentId ?? undefined,
      note: note.trim() || undefined,
    }),
    z.string(),
  )
}

/** The ticket is read again: forwarding leaves an internal note. */
export function useForwardMessage(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['forward-message', ticketId],
    mutationFn: (forward: Forward) => forwardMessage(ticketId, forward),
    onSuccess: () => cache.refetch(),
  })
}

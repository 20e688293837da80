import { useAuth } from '@helpdesk/auth'
import { ask, loadData, z, type Database } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { changedTicketSchema, type ChangedTicket, type Ticket } from '../model/rows'
import { useTicketCache } from './get-ticket'
import { ticketError } from './ticket-error'

type Columns = Database['public']['Tables']['tickets']['Update']

/** Changes to fields of a ticket. Which of them who may change, the server decides; it derives `closed_at` from the status. */
export type TicketChange = {
  [K in keyof Ticket & keyof Columns as Ticket[K] extends Columns[K] ? K : never]?: Ticket[K]
}

/**
 * Changes a ticket.
 * @throws AppError `update_unauthenticated` without a user; `ticket_forbidden` when the caller may not change it, also
 * when row level security hides the row and the update matches nothing
 */
export async function updateTicket(
  userId: string | null,
  ticketId: string,
  change: TicketChange,
): Promise<ChangedTicket> {
  if (!userId) throw ticketError('update_unauthenticated')
  const data = await loadData()
  const rows = await ask(
    data.from('tickets').update(change).eq('id', ticketId).select(),
    z.array(changedTicketSchema),
  )
  const ticket = rows[0]
  if (!ticket) throw ticketError('ticket_forbidden')
  return ticket
}

/** Changes one ticket and shows the result on the open page and in loaded lists. */
export function useUpdateTicket(ticketId: string) {
  const { user } = useAuth()
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['update-ticket', ticketId],
    subject: () => ticketId,
    mutationFn: (change: TicketChange) => updateTicket(user?.id ?? null, ticketId, change),
    onSuccess: (saved) => {
      cache.patch((detail) => ({ ...detail, ticket: { ...detail.ticket, ...saved } }))
      cache.saved(saved)
      // The history has a new event.
      void cache.refetch()
    },
  })
}

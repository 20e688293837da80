import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { markOtherLists, showInLists } from '@helpdesk/tickets/cache/list-cache'
import { agentsOnly, ticketError } from '@helpdesk/tickets/api/ticket-error'
import { claimRefusal, type Actor } from '@helpdesk/tickets/model/permissions'
import { ticketSchema, type Ticket } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { changeText } from '../model/change-text'
import { useAnnounceChange } from './undo-last-change'
import { useActor } from '../state/use-actor'

/**
 * Claims the most urgent, then oldest open ticket of the queue. Skips tickets that another call is claiming.
 * @returns null when the queue is empty
 * @throws AppError `queue_agents_only` for anyone but staff
 */
export async function takeNextTicket(actor: Actor | null): Promise<Ticket | null> {
  if (claimRefusal(actor, { assigned_to: null })) throw ticketError('queue_agents_only')
  const data = await loadData()
  const rows = await ask(data.rpc('next_ticket'), z.array(ticketSchema)).catch(
    agentsOnly('queue_agents_only'),
  )
  return rows[0] ?? null
}

/** Claims the next ticket and updates loaded lists. */
export function useTakeNextTicket() {
  const actor = useActor()
  const queries = useQueryClient()
  const announce = useAnnounceChange()
  return useCommand({
    mutationKey: ['next-ticket'],
    mutationFn: () => takeNextTicket(actor),
    onSuccess: (ticket) => {
      if (!ticket) return
      showInLists(queries, ticket)
      markOtherLists(queries, [ticket.id])
      announce({
        text: changeText(ticketRef(ticket), { assignee: 'you' }),
        saved: ticket,
        followsReply: true,
      })
    },
  })
}

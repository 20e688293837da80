import { ask, loadData } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { markOtherLists, showInLists } from '@helpdesk/tickets/cache/list-cache'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { ticketSchema, type Participant, type Ticket } from '@helpdesk/tickets/model/rows'
import { changeText } from '../model/change-text'
import { useActor } from '../state/use-actor'
import { useAnnounceChange } from './undo-last-change'

interface Assignment {
  ticketId: string
  /** Null returns the ticket to the queue. */
  assignee: Pick<Participant, 'id' | 'name'> | null
}

/**
 * Assigns an unassigned ticket, or one that the caller may update, to any active agent or admin.
 * @throws ConflictError `ticket_already_assigned`, which names the assignee, when somebody else has it meanwhile
 */
export async function assignTicket({ ticketId, assignee }: Assignment): Promise<Ticket> {
  const data = await loadData()
  const request = data.rpc('assign_ticket', { ticket_id: ticketId, assignee: assignee?.id })
  return ask(request.single(), ticketSchema)
}

/** Assigns a ticket and shows it in loaded lists. */
export function useAssignTicket() {
  const queries = useQueryClient()
  const announce = useAnnounceChange()
  const me = useActor()?.id
  return useCommand({
    mutationKey: ['assign-ticket'],
    subject: ({ ticketId }) => ticketId,
    mutationFn: assignTicket,
    onSuccess: (saved, { assignee }) => {
      showInLists(queries, saved)
      const name = assignee && (assignee.id === me ? 'you' : assignee.name)
      announce({ text: changeText(ticketRef(saved), { assignee: name }), saved })
    },
    onSettled: (_saved, _error, { ticketId }) => {
      markOtherLists(queries, [ticketId])
      return queries.invalidateQueries({ queryKey: ticketKeys.details() })
    },
  })
}

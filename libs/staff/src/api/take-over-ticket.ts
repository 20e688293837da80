import { ask, loadData } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { markOtherLists, showInLists } from '@helpdesk/tickets/cache/list-cache'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { ticketSchema, type Ticket } from '@helpdesk/tickets/model/rows'
import { useAnnounceChange } from './undo-last-change'
import * as texts from './texts'

interface TakeOver {
  ticket: Pick<Ticket, 'id' | 'assigned_to'>
  /** Shown to staff, and mailed to the previous assignee. At most 300 characters. */
  reason?: string
}

/**
 * Takes a ticket over from its assignee.
 * @throws ConflictError `ticket_already_assigned`, which names the assignee, when somebody else has it meanwhile
 */
export async function takeOverTicket({ ticket, reason }: TakeOver): Promise<Ticket> {
  const data = await loadData()
  const request = data.rpc('take_over_ticket', {
    ticket_id: ticket.id,
    reason,
    from_assignee: ticket.assigned_to ?? undefined,
  })
  return ask(request.single(), ticketSchema)
}

/** Takes a ticket over and shows it in loaded lists. */
export function useTakeOverTicket() {
  const queries = useQueryClient()
  const announce = useAnnounceChange()
  return useCommand({
    mutationKey: ['take-over-ticket'],
    target: ({ ticket }) => ticket.id,
    mutationFn: takeOverTicket,
    onSuccess: (saved) => {
      showInLists(queries, saved)
      announce({ text: `${ticketRef(saved)} ${texts.takenOver}`, saved })
    },
    onSettled: (_saved, _error, { ticket }) => {
      markOtherLists(queries, [ticket.id])
      return queries.invalidateQueries({ queryKey: ticketKeys.details() })
    },
  })
}

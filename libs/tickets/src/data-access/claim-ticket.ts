import { useAuth, useRole } from '@helpdesk/auth'
import { ConflictError, loadData } from '@helpdesk/supabase'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { claimRefusal, type Actor } from '../model/permissions'
import { ticketSchema, type Ticket } from '../model/rows'
import { ask } from './ask'
import { ticketKeys } from './keys'
import { ticketError } from './ticket-error'

/**
 * Takes an unassigned ticket. One statement on the server decides a race.
 * @throws AppError `assign_agents_only`, `already_assigned`, or a ConflictError when somebody was faster
 */
export async function claimTicket(
  actor: Actor | null,
  ticket: Pick<Ticket, 'id' | 'assigned_to'>,
): Promise<Ticket> {
  const refusal = claimRefusal(actor, ticket)
  if (refusal) throw ticketError(refusal)
  const data = await loadData()
  try {
    return await ask(data.rpc('claim_ticket', { ticket_id: ticket.id }).single(), ticketSchema)
  } catch (error) {
    // The server names who has it; only an answer without words is worded here.
    if (error instanceof ConflictError && !error.message) throw ticketError('claim_lost', error)
    throw error
  }
}

/** Command of `Assign to me`. Lists are read again whether it was won or lost. */
export function useClaimTicket() {
  const { user } = useAuth()
  const role = useRole()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ticket: Pick<Ticket, 'id' | 'assigned_to'>) =>
      claimTicket(user && role ? { id: user.id, role } : null, ticket),
    onSettled: () => void queries.invalidateQueries({ queryKey: ticketKeys.all }),
  })
}

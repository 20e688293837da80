import { ask, ConflictError, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { claimRefusal, type Actor } from '@helpdesk/tickets/model/permissions'
import { ticketSchema, ticketRowSchema, type Ticket, type TicketSummary } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { markOtherLists, patchRows, rowsInLists, showInLists } from '@helpdesk/tickets/cache/list-cache'
import { agentsOnly, ticketError } from '@helpdesk/tickets/api/ticket-error'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { changeText } from '../model/change-text'
import { useAnnounceChange } from './undo-last-change'
import { useActor } from '../state/use-actor'

/**
 * Assigns an unassigned ticket to the caller and sets it to in_progress. The server does both in one statement, so only
 * one of two concurrent callers succeeds.
 * @throws AppError `assign_agents_only`, `already_assigned`, or a ConflictError that names the current assignee
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
    // Only a conflict without a code of ours is explained here.
    if (error instanceof ConflictError && !error.message) throw ticketError('claim_lost', error)
    return agentsOnly('assign_agents_only')(error)
  }
}

/**
 * Like {@link claimTicket}, but succeeds when an earlier click or another tab of this user has claimed the ticket.
 */
async function claimOrKeep(actor: Actor | null, ticket: Pick<Ticket, 'id' | 'assigned_to'>): Promise<Ticket> {
  try {
    return await claimTicket(actor, ticket)
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'ticket_already_yours') throw error
    const data = await loadData()
    return ask(data.from('tickets').select('*').eq('id', ticket.id).single(), ticketSchema)
  }
}

/** A ticket's list row from the server; null when it is gone. */
async function readRow(ticketId: string): Promise<TicketSummary | null> {
  const data = await loadData()
  const rows = await ask(data.from('tickets').select('*').eq('id', ticketId), z.array(ticketRowSchema))
  return rows[0] ?? null
}

/** Restores the row; after a conflict, replaces it with the server's current one. */
async function restore(queries: QueryClient, before: TicketSummary | undefined, id: string, error: unknown) {
  if (before) patchRows(queries, [id], () => before)
  if (!(error instanceof ConflictError)) return
  const now = await readRow(id).catch(() => null)
  if (now) patchRows(queries, [id], () => now)
}

/**
 * Claims a ticket. Loaded lists change at once and are restored when the server refuses. Lists without the ticket become
 * stale.
 */
export function useClaimTicket() {
  const actor = useActor()
  const queries = useQueryClient()
  const announce = useAnnounceChange()
  return useCommand({
    mutationKey: ['claim-ticket'],
    target: ({ id }) => id,
    mutationFn: (ticket: Pick<Ticket, 'id' | 'assigned_to'>) => claimOrKeep(actor, ticket),
    onMutate: ({ id, assigned_to: assignee }) => {
      const before = rowsInLists(queries, [id]).get(id)
      if (actor && !claimRefusal(actor, { assigned_to: assignee }))
        patchRows(queries, [id], (row) => ({ ...row, assigned_to: actor.id, status: 'in_progress' }))
      return before
    },
    onError: (error, { id }, before) => restore(queries, before, id, error),
    onSuccess: (saved) => {
      showInLists(queries, saved)
      announce({ text: changeText(ticketRef(saved), { assignee: 'you' }), saved })
    },
    onSettled: (_saved, _error, { id }) => {
      markOtherLists(queries, [id])
      return queries.invalidateQueries({ queryKey: ticketKeys.detail(id) })
    },
  })
}

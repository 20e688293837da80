import { useAuth, useRole } from '@helpdesk/auth'
import { ask, ConflictError, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { claimRefusal, type Actor } from '@helpdesk/tickets/model/permissions'
import {
  ticketSchema,
  ticketSummarySchema,
  type Ticket,
  type TicketSummary,
} from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { LIST_COLUMNS } from '@helpdesk/tickets/api/list-tickets'
import { markOtherLists, patchRows, rowsInLists, showInLists } from '@helpdesk/tickets/api/list-cache'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'

/**
 * Takes an unassigned ticket, which goes to in_progress. One statement on the server decides a race.
 * @throws AppError `assign_agents_only`, `already_assigned`, or a ConflictError that names who was faster
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

/**
 * Takes the most urgent, then oldest open ticket of the queue; what another agent is being given is passed over.
 * @returns null when the queue is empty
 * @throws AppError `queue_agents_only` for anyone but staff
 */
export async function takeNextTicket(actor: Actor | null): Promise<Ticket | null> {
  if (claimRefusal(actor, { assigned_to: null })) throw ticketError('queue_agents_only')
  const data = await loadData()
  const rows = await ask(data.rpc('next_ticket'), z.array(ticketSchema))
  return rows[0] ?? null
}

/**
 * As {@link claimTicket}, for a button whose view may be old: a ticket that an earlier click, or this person in another
 * tab, has already claimed is the outcome that was asked for.
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

/** A ticket as lists have it, straight from the server; null when it is gone. */
async function readRow(ticketId: string): Promise<TicketSummary | null> {
  const data = await loadData()
  const rows = await ask(
    data.from('tickets').select(LIST_COLUMNS).eq('id', ticketId),
    z.array(ticketSummarySchema),
  )
  return rows[0] ?? null
}

/** Back to what it was or, when somebody else was faster, to what the server has now. */
async function restore(queries: QueryClient, before: TicketSummary | undefined, id: string, error: unknown) {
  if (before) patchRows(queries, [id], () => before)
  if (!(error instanceof ConflictError)) return
  const now = await readRow(id).catch(() => null)
  if (now) patchRows(queries, [id], () => now)
}

/** The signed-in person as the rules know them. */
export function useActor(): Actor | null {
  const { user } = useAuth()
  const role = useRole()
  return user && role ? { id: user.id, role } : null
}

/**
 * Command of `Assign to me`: lists show it at once, and take it back when the server refuses. Lists that show the
 * ticket keep their rows; the others are read again when they are next looked at.
 */
export function useClaimTicket() {
  const actor = useActor()
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['claim-ticket'],
    target: ({ id }) => id,
    mutationFn: (ticket: Pick<Ticket, 'id' | 'assigned_to'>) => claimOrKeep(actor, ticket),
    onMutate: ({ id, assigned_to: holder }) => {
      const before = rowsInLists(queries, [id]).get(id)
      if (actor && !claimRefusal(actor, { assigned_to: holder }))
        patchRows(queries, [id], (row) => ({ ...row, assigned_to: actor.id, status: 'in_progress' }))
      return before
    },
    onError: (error, { id }, before) => restore(queries, before, id, error),
    onSuccess: (saved) => showInLists(queries, saved),
    onSettled: (_saved, _error, { id }) => {
      markOtherLists(queries, [id])
      return queries.invalidateQueries({ queryKey: ticketKeys.detail(id) })
    },
  })
}

/** Command of `Next ticket`. */
export function useNextTicket() {
  const actor = useActor()
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['next-ticket'],
    mutationFn: () => takeNextTicket(actor),
    onSuccess: (ticket) => {
      if (!ticket) return
      showInLists(queries, ticket)
      markOtherLists(queries, [ticket.id])
    },
  })
}

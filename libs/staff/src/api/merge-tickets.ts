import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useCommand, useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import type { BulkResult } from '../model/bulk'
import { bulkResultFields } from './bulk-result'

const mergedSchema = z.object({ batch_id: z.string(), results: z.array(z.object(bulkResultFields)) })
const unmergedSchema = z.object({ number: z.number(), batch_id: z.nullable(z.string()) })

interface MergeInput {
  /** At most 200. */
  sources: readonly string[]
  target: string
}
interface MergeOutcome {
  /** What `undoBulkUpdate` takes. */
  batchId: string
  results: BulkResult[]
}

/**
 * Merges tickets into another. A refused one does not stop the others.
 * @throws AppError when the whole call is refused or fails
 */
export async function mergeTickets({ sources, target }: MergeInput): Promise<MergeOutcome> {
  const data = await loadData()
  const request = data.rpc('bulk_merge_tickets', { ticket_ids: [...sources], target })
  const { batch_id, results } = await ask(request, mergedSchema)
  return { batchId: batch_id, results }
}

/**
 * Takes a merge back. @returns the number of the ticket, and what `undoBulkUpdate` takes, null when it was not merged
 * @throws AppError
 */
export async function unmergeTicket(source: string): Promise<{ number: number; batchId: string | null }> {
  const data = await loadData()
  const { number, batch_id } = await ask(data.rpc('unmerge_ticket', { source }), unmergedSchema)
  return { number, batchId: batch_id }
}

function readAll(queries: QueryClient): void {
  for (const queryKey of [ticketKeys.details(), ticketKeys.lists(), ticketKeys.queueCounts()])
    void queries.invalidateQueries({ queryKey })
  void queries.invalidateQueries({ queryKey: ticketKeys.agentStats() })
}

/** {@link mergeTickets}, after which pages read tickets and lists again. */
export function useMergeTickets() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['merge-tickets'],
    mutationFn: mergeTickets,
    onSuccess: () => readAll(queries),
  })
}

/** {@link unmergeTicket}, after which pages read tickets and lists again. */
export function useUnmergeTicket() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['unmerge-ticket'],
    mutationFn: unmergeTicket,
    onSuccess: () => readAll(queries),
  })
}

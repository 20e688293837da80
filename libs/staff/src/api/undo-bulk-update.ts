import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { changedIds, type BulkResult } from '../model/bulk'
import { bulkResultsSchema } from './bulk-update-tickets'
import { markOtherLists, patchRows } from '@helpdesk/tickets/api/list-cache'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'

const answerSchema = z.object({ results: bulkResultsSchema })

/**
 * Restores the tickets of a batch that were not changed since. Only its author may, and only for a short time.
 * @throws AppError
 */
export async function undoBulkUpdate(batchId: string): Promise<BulkResult[]> {
  const data = await loadData()
  return (await ask(data.rpc('undo_bulk_update', { batch_id: batchId }), answerSchema)).results
}

interface UndoInput {
  /** In the order of the calls. */
  batchIds: readonly string[]
  /** The rows before the change. */
  before: ReadonlyMap<string, TicketSummary>
}

/** Undoes a bulk change and restores the rows in loaded lists. */
export function useUndoBulkUpdate() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['undo-bulk-update'],
    target: ({ batchIds }) => batchIds.join(),
    mutationFn: async ({ batchIds }: UndoInput) => {
      const results: BulkResult[] = []
      for (const batchId of batchIds) results.push(...(await undoBulkUpdate(batchId)))
      return results
    },
    onSuccess: (answer, { before }) => {
      const ids = changedIds(answer)
      patchRows(queries, ids, (row) => before.get(row.id) ?? row)
      markOtherLists(queries, ids)
    },
  })
}

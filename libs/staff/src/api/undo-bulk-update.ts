import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { changedIds, type BulkResult } from '../model/bulk'
import { bulkResultsSchema } from './bulk-update-tickets'
import { markOtherLists, patchRows } from '@helpdesk/tickets/api/list-cache'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'

const answerSchema = z.object({ results: bulkResultsSchema })

/**
 * Restores the tickets of a batch that nobody has changed since. Only the batch's author may, and only for a short time.
 * @throws AppError
 */
export async function undoBulkUpdate(batchId: string): Promise<BulkResult[]> {
  const data = await loadData()
  return (await ask(data.rpc('undo_bulk_update', { batch_id: batchId }), answerSchema)).results
}

interface UndoInput {
  batchId: string
  /** The rows as they were. */
  before: ReadonlyMap<string, TicketSummary>
}

/** Command of `Undo`: loaded lists show the rows as they were. */
export function useUndoBulkUpdate() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['undo-bulk-update'],
    target: ({ batchId }) => batchId,
    mutationFn: ({ batchId }: UndoInput) => undoBulkUpdate(batchId),
    onSuccess: (answer, { before }) => {
      const ids = changedIds(answer)
      patchRows(queries, ids, (row) => before.get(row.id) ?? row)
      markOtherLists(queries, ids)
    },
  })
}

import { ask, loadData } from '@helpdesk/supabase'
import type { QueryClient } from '@helpdesk/ui/query'
import { markOtherLists, patchRows } from '@helpdesk/tickets/cache/list-cache'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import type { UndoResult } from '../model/undo-report'
import { undoneSchema } from './run-undo'

/**
 * Restores the tickets of a batch that were not changed since. Only its author may, and only for a short time.
 * @throws AppError
 */
export async function undoBulkUpdate(batchId: string): Promise<UndoResult[]> {
  const data = await loadData()
  return (await ask(data.rpc('undo_bulk_update', { batch_id: batchId }), undoneSchema)).results
}

interface UndoInput {
  /** In the order of the calls. */
  batchIds: readonly string[]
  /** The rows before the change. */
  before: ReadonlyMap<string, TicketSummary>
}

/** Undoes a bulk change of one or more calls and restores the rows in loaded lists. @throws AppError */
export async function undoInLists(
  queries: QueryClient,
  { batchIds, before }: UndoInput,
): Promise<UndoResult[]> {
  const results: UndoResult[] = []
  for (const batchId of batchIds) results.push(...(await undoBulkUpdate(batchId)))
  const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
  patchRows(queries, ids, (row) => before.get(row.id) ?? row)
  markOtherLists(queries, ids)
  return results
}

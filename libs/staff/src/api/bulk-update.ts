import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { afterChange, type BulkChange, type BulkResult } from '../model/bulk'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { useActor } from './claim-ticket'
import { markOtherLists, patchRows, rowsInLists } from '@helpdesk/tickets/api/list-cache'

const results = z.array(z.object({ id: z.string(), ok: z.boolean(), message: z.nullish(z.string()) }))
const outcome = z.object({ batch_id: z.string(), results })
const undone = z.object({ results })

/** What became of each ticket, and the handle by which the call can be taken back. */
export interface BulkOutcome {
  batchId: string
  results: BulkResult[]
}

/**
 * Changes up to 200 tickets in one call. Each by the same rights as alone; a refused one does not stop the others.
 * @throws AppError when the call as a whole is refused or does not arrive
 */
export async function bulkUpdate(ids: readonly string[], change: BulkChange): Promise<BulkOutcome> {
  const data = await loadData()
  const request = data.rpc('bulk_update_tickets', { ticket_ids: [...ids], change: { ...change } })
  const answer = await ask(request, outcome)
  return { batchId: answer.batch_id, results: answer.results }
}

/** Takes back what nobody has touched since. Only its own author, and soon. @throws AppError */
export async function undoBulkUpdate(batchId: string): Promise<BulkResult[]> {
  const data = await loadData()
  return (await ask(data.rpc('undo_bulk_update', { batch_id: batchId }), undone)).results
}

interface BulkInput {
  ids: readonly string[]
  change: BulkChange
}
interface UndoInput {
  batchId: string
  /** The rows as they were. */
  before: ReadonlyMap<string, TicketSummary>
}

const changed = (all: readonly BulkResult[]) => all.filter(({ ok }) => ok).map(({ id }) => id)

/** Both commands of the bar over many tickets; loaded lists show what came of them without being read again. */
export function useBulkUpdate() {
  const queries = useQueryClient()
  const me = useActor()?.id
  const update = useCommand({
    mutationKey: ['bulk-update'],
    subject: () => null,
    mutationFn: async ({ ids, change }: BulkInput) => {
      const before = rowsInLists(queries, ids)
      return { ...(await bulkUpdate(ids, change)), before }
    },
    onSuccess: (answer, { change }) => {
      const ids = changed(answer.results)
      patchRows(queries, ids, (row) => afterChange(row, change, me))
      markOtherLists(queries, ids)
    },
  })
  const undo = useCommand({
    mutationKey: ['undo-bulk-update'],
    target: ({ batchId }) => batchId,
    mutationFn: ({ batchId }: UndoInput) => undoBulkUpdate(batchId),
    onSuccess: (answer, { before }) => {
      const ids = changed(answer)
      patchRows(queries, ids, (row) => before.get(row.id) ?? row)
      markOtherLists(queries, ids)
    },
  })
  return { update, undo }
}

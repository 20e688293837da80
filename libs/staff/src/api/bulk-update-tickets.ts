import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { afterChange, BULK_MAX, changedIds, partsOf, type BulkChange, type BulkResult } from '../model/bulk'
import { failureText } from '@helpdesk/tickets/model/errors'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useActor } from '../state/use-actor'
import { bulkResultFields } from './bulk-result'
import { markOtherLists, patchRows, rowsInLists } from '@helpdesk/tickets/cache/list-cache'

const answerSchema = z.object({
  batch_id: z.string(),
  results: z.array(z.object(bulkResultFields)),
})

/** The result for each ticket, and the batch id that `undoBulkUpdate` takes. */
export interface BulkOutcome {
  batchId: string
  results: BulkResult[]
}

/**
 * Changes up to 200 tickets in one call. Each needs the same permissions as a single change; a refused ticket does not
 * stop the others.
 * @throws AppError when the whole call is refused or fails
 */
export async function bulkUpdateTickets(ids: readonly string[], change: BulkChange): Promise<BulkOutcome> {
  const data = await loadData()
  const sent: BulkChange = { ...change }
  delete sent.assignee_name
  const { snoozed_until: until } = sent
  const request =
    until === undefined
      ? data.rpc('bulk_update_tickets', { ticket_ids: [...ids], change: { ...sent } })
      : data.rpc('snooze_tickets', { ticket_ids: [...ids], ...(until !== null && { until }) })
  const answer = await ask(request, answerSchema)
  return { batchId: answer.batch_id, results: answer.results }
}

interface BulkInput {
  ids: readonly string[]
  change: BulkChange
}

/**
 * Changes any number of tickets, some per call. After a failure the remaining tickets are reported as refused.
 * @throws AppError when the first call is refused or fails
 */
async function updateInCalls({
  ids,
  change,
}: BulkInput): Promise<{ batchIds: string[]; results: BulkResult[] }> {
  const batchIds: string[] = []
  const results: BulkResult[] = []
  for (const part of partsOf(ids, BULK_MAX)) {
    try {
      const outcome = await bulkUpdateTickets(part, change)
      batchIds.push(outcome.batchId)
      results.push(...outcome.results)
    } catch (error) {
      if (batchIds.length === 0) throw error
      results.push(
        ...ids
          .slice(batchIds.length * BULK_MAX)
          .map((id) => ({ id, ok: false, message: failureText(error) })),
      )
      break
    }
  }
  return { batchIds, results }
}

/** Changes tickets and patches loaded lists. The result includes the rows `before` the change. */
export function useBulkUpdateTickets() {
  const queries = useQueryClient()
  const me = useActor()?.id
  return useCommand({
    mutationKey: ['bulk-update'],
    subject: () => null,
    mutationFn: async ({ ids, change }: BulkInput) => {
      const before = rowsInLists(queries, ids)
      return { ...(await updateInCalls({ ids, change })), before }
    },
    onSuccess: (answer, { change }) => {
      const ids = changedIds(answer.results)
      patchRows(queries, ids, (row) => afterChange(row, change, me))
      markOtherLists(queries, ids)
      // The ticket beside the list.
      void queries.invalidateQueries({ queryKey: ticketKeys.details() })
    },
  })
}

import { useEffect, useState } from 'react'
import { useBulkUpdateTickets } from '../../api/bulk-update-tickets'
import { useUndoBulkUpdate } from '../../api/undo-bulk-update'
import {
  bulkReport,
  changedIds,
  UNDO_MS,
  type BulkChange,
  type BulkReport,
  type BulkResult,
  type BulkTarget,
} from '../../model/bulk'
import { failureText } from '@helpdesk/tickets/model/errors'

type Outcome = BulkReport & { failure?: string; undo?: () => void }

const undone = (report: BulkReport): BulkReport => ({
  ...report,
  done: report.done && `Undone: ${report.done}`,
})

/**
 * Changes many tickets and reports the result, with Undo for 10 s.
 * @param onChanged called with the ids that were changed, also when there are none
 */
export function useBulk(onChanged: (ids: readonly string[]) => void) {
  const update = useBulkUpdateTickets()
  const undo = useUndoBulkUpdate()
  const [outcome, setOutcome] = useState<Outcome>()
  const [updatedAt, setUpdatedAt] = useState(0)

  // Each change restarts the ten seconds.
  useEffect(() => {
    if (!updatedAt) return
    const timer = setTimeout(() => setOutcome((now) => now && { ...now, undo: undefined }), UNDO_MS)
    return () => clearTimeout(timer)
  }, [updatedAt])

  const fail = (error: unknown) => setOutcome({ done: null, refused: [], failure: failureText(error) })

  async function apply(tickets: readonly BulkTarget[], change: BulkChange) {
    const subjects = new Map(tickets.map(({ id, subject }) => [id, subject]))
    const report = (results: readonly BulkResult[], verb: string) =>
      bulkReport(results, verb, (id) => subjects.get(id))
    try {
      const answer = await update.mutateAsync({ ids: [...subjects.keys()], change })
      const revert = async () => {
        try {
          setOutcome(undone(report(await undo.mutateAsync(answer), 'restored')))
        } catch (error) {
          fail(error)
        }
      }
      const updated = report(answer.results, 'updated')
      setOutcome({ ...updated, undo: updated.done ? () => void revert() : undefined })
      setUpdatedAt(Date.now())
      onChanged(changedIds(answer.results))
    } catch (error) {
      fail(error)
    }
  }

  return { apply, busy: update.isPending || undo.isPending, outcome, dismiss: () => setOutcome(undefined) }
}

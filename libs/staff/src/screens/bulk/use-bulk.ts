import { useEffect, useState } from 'react'
import { useBulkUpdate } from '../../api/bulk-update'
import { bulkReport, UNDO_MS, type BulkChange, type BulkReport, type BulkResult } from '../../model/bulk'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'

type Told = BulkReport & { failure?: string; undo?: () => void }

/**
 * A change of many tickets, what is told of it, and for ten seconds the way back.
 * @param onChanged called with the tickets that took the change, also when there are none
 */
export function useBulk(onChanged: (ids: readonly string[]) => void) {
  const { update, undo } = useBulkUpdate()
  const [told, setTold] = useState<Told>()
  const [undoable, setUndoable] = useState(0)

  // Each change has its own ten seconds.
  useEffect(() => {
    if (!undoable) return
    const timer = setTimeout(() => setTold((now) => now && { ...now, undo: undefined }), UNDO_MS)
    return () => clearTimeout(timer)
  }, [undoable])

  const fail = (error: unknown) => setTold({ done: null, refused: [], failure: failureText(error) })

  async function apply(tickets: readonly TicketSummary[], change: BulkChange) {
    const subjects = new Map(tickets.map(({ id, subject }) => [id, subject]))
    const report = (results: readonly BulkResult[], verb: string) =>
      bulkReport(results, verb, (id) => subjects.get(id))
    try {
      const answer = await update.mutateAsync({ ids: [...subjects.keys()], change })
      const takeBack = async () => {
        try {
          setTold(report(await undo.mutateAsync(answer), 'as before'))
        } catch (error) {
          fail(error)
        }
      }
      const told = report(answer.results, 'updated')
      setTold({ ...told, undo: told.done ? () => void takeBack() : undefined })
      setUndoable(Date.now())
      onChanged(answer.results.filter(({ ok }) => ok).map(({ id }) => id))
    } catch (error) {
      fail(error)
    }
  }

  return { apply, busy: update.isPending || undo.isPending, told, dismiss: () => setTold(undefined) }
}

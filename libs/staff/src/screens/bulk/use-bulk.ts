import { useQueryClient } from '@helpdesk/ui/query'
import { useEffect, useState } from 'react'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'
import { useBulkUpdateTickets } from '../../api/bulk-update-tickets'
import { undoInLists } from '../../api/undo-bulk-update'
import { undoAndReport } from '../../api/run-undo'
import { useActor } from '../../state/use-actor'
import { changedIds, type BulkChange, type BulkTarget } from '../../model/bulk'
import { bulkReport, heldReason, type BulkReport } from '../../model/bulk-report'
import { announceChange, LONG_UNDO_MS, offerUndo, UNDO_MS } from '../../state/undo'
import { failureText } from '@helpdesk/tickets/model/errors'

export interface Outcome extends BulkReport {
  failure?: string
  undo?: () => void
  /** Tickets that turned out to be a colleague's. */
  held: readonly BulkTarget[]
}

/** Of more tickets than this, a change can be undone for longer: mails about it wait as long, as in bulk_updates.sql. */
const MANY = 10

/**
 * Changes many tickets. A change of all of them is announced like one of a single ticket, with Undo wherever the user
 * goes meanwhile, for 10 s or, of more than ten tickets, 60 s; refusals are reported beside the list.
 * @param onChanged called with the ids that were changed, also when there are none
 * @param isHeld true for a ticket that has to be taken over first: it is reported without being sent
 */
export function useBulk(
  onChanged: (ids: readonly string[]) => void,
  isHeld: (ticket: BulkTarget) => boolean,
) {
  const update = useBulkUpdateTickets()
  const queries = useQueryClient()
  const me = useActor()?.id
  const [outcome, setOutcome] = useState<Outcome>()
  const [offered, setOffered] = useState({ at: 0, ms: UNDO_MS })

  // Each change restarts the time.
  useEffect(() => {
    if (!offered.at) return
    const timer = setTimeout(() => setOutcome((now) => now && { ...now, undo: undefined }), offered.ms)
    return () => clearTimeout(timer)
  }, [offered])

  async function apply(tickets: readonly BulkTarget[], change: BulkChange) {
    try {
      const held = change.take_over ? [] : tickets.filter(isHeld)
      const ids = tickets.filter((each) => !held.includes(each)).map(({ id }) => id)
      const answer = await update.mutateAsync({ ids, change })
      const unsent = held.map((ticket) => ({ id: ticket.id, ok: false, message: heldReason(ticket) }))
      const report = bulkReport([...answer.results, ...unsent], change, tickets, me)
      const revert = () => void undoAndReport(queries, () => undoInLists(queries, answer), false)
      const ms = changedIds(answer.results).length > MANY ? LONG_UNDO_MS : UNDO_MS
      if (report.done && report.refused.length === 0) {
        setOutcome(undefined)
        announceChange({ text: report.done, undo: revert, ms })
      } else {
        const undo = () => {
          setOutcome(undefined)
          revert()
        }
        const taken = answer.results.filter(({ code }) => code === 'ticket_forbidden').map(({ id }) => id)
        setOutcome({
          ...report,
          undo: report.done ? offerUndo(undo, { ms, text: report.done }).run : undefined,
          held: tickets.filter(({ id }) => taken.includes(id)),
        })
        setOffered({ at: deviceNow(), ms })
      }
      onChanged(changedIds(answer.results))
    } catch (error) {
      setOutcome({ done: null, refused: [], held: [], failure: failureText(error) })
    }
  }

  return { apply, busy: update.isPending, outcome, dismiss: () => setOutcome(undefined) }
}

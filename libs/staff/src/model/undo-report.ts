import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { codeText } from '@helpdesk/ui'
import * as texts from './undo-texts'

/** What the undo did to one ticket. */
export interface UndoResult {
  id: string
  number: number
  ok: boolean
  code?: string | null | undefined
}

interface UndoReport {
  type: 'success' | 'error'
  title: string
  description?: string
}

const refusalOf = (code: string | null | undefined): string =>
  code === 'ticket_changed' ? texts.changedSince : codeText(code, null, texts.notRestored)

/** The toast after an undo: how many tickets were restored, and why others were not. */
export function undoReport(results: readonly UndoResult[]): UndoReport {
  const restored = results.filter(({ ok }) => ok)
  const kept = results.filter(({ ok }) => !ok)
  const title = restored[0]
    ? texts.restored(restored.length === 1 ? ticketRef(restored[0]) : texts.restoredTickets(restored.length))
    : texts.notUndone
  if (kept.length === 0) return { type: 'success', title }
  const description = kept
    .map((each) => texts.notRestoredBecause(ticketRef(each), refusalOf(each.code)))
    .join('\n')
  return { type: 'error', title, description }
}

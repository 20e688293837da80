import { ticketRef } from '@helpdesk/tickets/model/ticket-number'

/** What the undo did to one ticket. */
export interface UndoResult {
  id: string
  number: number
  ok: boolean
  message?: string | null | undefined
}

interface UndoReport {
  type: 'success' | 'error'
  title: string
  description?: string
}

/** The toast after an undo: how many tickets were restored, and why others were not. */
export function undoReport(results: readonly UndoResult[]): UndoReport {
  const restored = results.filter(({ ok }) => ok)
  const kept = results.filter(({ ok }) => !ok)
  const title = restored[0]
    ? `Undone: ${restored.length === 1 ? ticketRef(restored[0]) : `${restored.length} tickets`} restored`
    : 'Not undone'
  if (kept.length === 0) return { type: 'success', title }
  const description = kept.map((each) => `${ticketRef(each)}: ${each.message ?? 'Not restored'}`).join('\n')
  return { type: 'error', title, description }
}

import { ask, loadData, z } from '@helpdesk/supabase'
import { toast } from '@helpdesk/ui'
import type { QueryClient } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { undoReport, type UndoResult } from '../model/undo-report'
import * as texts from './texts'

export const undoneSchema = z.object({
  results: z.array(
    z.object({ id: z.string(), number: z.number(), ok: z.boolean(), code: z.nullish(z.string()) }),
  ),
})

/** A ticket as the change to undo has left it. */
export type ChangedTicket = Pick<Ticket, 'id' | 'version'>

/**
 * Undoes the caller's change of status, priority, tags or assignee that made this version of the ticket, within 75
 * seconds. A ticket that was changed again meanwhile is reported and left alone.
 * @throws AppError `undo_not_found`, `undo_expired`
 */
export async function undoLastChange({ id, version }: ChangedTicket): Promise<UndoResult[]> {
  const data = await loadData()
  const request = data.rpc('undo_last_change', { of_ticket: id, made_version: version })
  return (await ask(request, undoneSchema)).results
}

/** Undoes a change, says what was restored, and reads again what may show it. @param alsoLists reads lists again too */
export async function undoAndReport(
  queries: QueryClient,
  undo: () => Promise<UndoResult[]>,
  alsoLists: boolean,
): Promise<void> {
  try {
    toast(undoReport(await undo()))
  } catch (error) {
    toast({ type: 'error', title: texts.notUndone, description: failureText(error) })
  }
  const keys = [ticketKeys.details(), ticketKeys.agentStats(), ticketKeys.queueCounts()]
  for (const queryKey of alsoLists ? [ticketKeys.lists(), ...keys] : keys)
    void queries.invalidateQueries({ queryKey })
}

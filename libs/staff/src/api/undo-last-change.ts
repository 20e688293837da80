import { ask, loadData, z } from '@helpdesk/supabase'
import { toast } from '@helpdesk/ui'
import { useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { useCallback } from 'react'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { failureText } from '@helpdesk/tickets/model/errors'
import { undoReport, type UndoResult } from '../model/undo-report'
import { announceChange } from '../state/undo'

const answerSchema = z.object({
  results: z.array(
    z.object({ id: z.string(), number: z.number(), ok: z.boolean(), message: z.nullish(z.string()) }),
  ),
})

/**
 * Undoes the caller's newest change of status, priority, tags or assignee, within 30 seconds. Tickets that somebody else
 * changed meanwhile are reported and left alone.
 * @throws AppError `undo_not_found`, `undo_expired`
 */
export async function undoLastChange(): Promise<UndoResult[]> {
  const data = await loadData()
  return (await ask(data.rpc('undo_last_change'), answerSchema)).results
}

/** Undoes the last change and reads everything again that may show it. */
async function undoAndReload(queries: QueryClient): Promise<void> {
  try {
    toast(undoReport(await undoLastChange()))
  } catch (error) {
    toast({ type: 'error', title: 'Not undone', description: failureText(error) })
  }
  for (const queryKey of [
    ticketKeys.lists(),
    ticketKeys.details(),
    ticketKeys.agentStats(),
    ticketKeys.queueCounts(),
  ])
    void queries.invalidateQueries({ queryKey })
}

/**
 * Announces a change that staff just made, with Undo for ten seconds (also by `z`). The commands of this folder call it
 * themselves; a screen calls it again to say more.
 */
export function useAnnounceChange(): (change: { text: string }) => void {
  const queries = useQueryClient()
  return useCallback(
    ({ text }) => announceChange({ text, undo: () => void undoAndReload(queries) }),
    [queries],
  )
}

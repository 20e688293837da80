import { toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useCallback } from 'react'
import { failureText } from '@helpdesk/tickets/model/errors'
import { announceChange } from '../state/undo'
import type { ChangedTicket } from './run-undo'
import * as texts from './texts'

/**
 * Announces a change that staff just made to a ticket, with Undo for ten seconds (also by `z`). The commands of this
 * folder call it themselves; a screen calls it again to say more.
 */
export function useAnnounceChange(): (change: {
  text: string
  saved: ChangedTicket
  /** It follows from sending a reply, whose Undo stays on offer. */
  followsReply?: boolean
}) => void {
  const queries = useQueryClient()
  return useCallback(
    ({ text, saved, followsReply }) => {
      // Loaded when it is needed.
      const undo = () =>
        import('./run-undo').then(
          ({ undoAndReport, undoLastChange }) => undoAndReport(queries, () => undoLastChange(saved), true),
          (error: unknown) =>
            toast({ type: 'error', title: texts.notUndone, description: failureText(error) }),
        )
      announceChange({ text, undo: () => void undo(), followsReply })
    },
    [queries],
  )
}

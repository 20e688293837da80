import { failureText } from '@helpdesk/tickets/model/errors'
import { toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { changeLinks, readLinksAgain, type LinkOutcome } from '../../api/link-tickets'
import { changedIds } from '../../model/bulk'
import { refusalOf } from '../../model/bulk-report'
import type { TicketLink } from '../../model/links'
import * as texts from '../../model/link-texts'
import { announceChange } from '../../state/undo'

/**
 * Says what a change of links did, and offers to undo what it changed.
 * @returns a function of the change, whether it added links, its outcome, and the sentence about it
 */
export function useAnnounceLinks() {
  const queries = useQueryClient()
  return (link: TicketLink, adds: boolean, { results }: LinkOutcome, text: string) => {
    const sources = changedIds(results.filter(({ changed }) => changed))
    if (sources.length === 0) return
    const undo = async () => {
      try {
        const { results: undone } = await changeLinks({ ...link, sources }, !adds)
        const refused = undone.find(({ ok }) => !ok)
        if (refused) toast({ type: 'error', title: texts.notUndone, description: refusalOf(refused) })
        else toast({ type: 'success', title: texts.restored })
      } catch (error) {
        toast({ type: 'error', title: texts.notUndone, description: failureText(error) })
      }
      readLinksAgain(queries)
    }
    announceChange({ text, undo: () => void undo() })
  }
}

import { useAuth } from '@helpdesk/auth'
import { useDraftOwner } from '@helpdesk/tickets/drafts/draft-owner'
import { draftStorageKey } from '@helpdesk/tickets/drafts/draft-storage'
import { tellTakenDraft } from '@helpdesk/tickets/live/taken-drafts'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { useTicketDraft } from './use-ticket-draft'

/**
 * Whether another tab or device writes the reply or note of a ticket.
 * @returns where, the text, the names of files that stay on the other device, and a function that takes the rest over;
 * null when this tab may write
 */
export function useHeldComposer(detail: TicketDetail) {
  const { user } = useAuth()
  const keys = ['comment', 'note', 'reply', 'reply-with'].map((place) =>
    draftStorageKey(user?.id ?? '', `${place}:${detail.ticket.id}`),
  )
  const owner = useDraftOwner(keys.join(' '))
  const comment = useTicketDraft(detail, 'comment')
  const note = useTicketDraft(detail, 'note')
  const elsewhere = [comment, note].filter(({ isElsewhere }) => isElsewhere)
  if (!owner.isElsewhere && elsewhere.length === 0) return null
  return {
    where: owner.isElsewhere ? ('tab' as const) : ('device' as const),
    text: (elsewhere[0] ?? comment).text || note.text,
    filesLeft: elsewhere.flatMap(({ missing }) => missing),
    takeOver: async () => {
      await Promise.all(elsewhere.map((draft) => draft.takeOver()))
      owner.takeOver()
      if (elsewhere.length > 0) tellTakenDraft('here', detail.ticket.id)
    },
  }
}

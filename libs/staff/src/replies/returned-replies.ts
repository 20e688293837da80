import { oncePerPage } from '@helpdesk/ui'
import { createTextDraftFiles } from '@helpdesk/tickets/drafts/draft-files'
import { draftStorageKey, writeDraft } from '@helpdesk/tickets/drafts/draft-storage'
import { useLocation, useNavigate } from '@helpdesk/ui/router'
import { useEffect, useEffectEvent } from 'react'
import { draftOf } from '../drafts/use-ticket-draft'
import { storeExtras, type ReplyExtras } from '../model/reply-extras'

/** What the box had before it was sent. */
export interface ReturnedReply {
  content: string
  files: readonly File[]
  extras: ReplyExtras
}

type Receive = (reply: ReturnedReply) => void

const boxes = oncePerPage('reply-boxes@1', () => new Map<string, Receive>())

/** Lets the box of a ticket receive replies that are taken back while it is on the page. */
export function useReturnedReplies(ticketId: string, onReturn: Receive): void {
  const location = useLocation()
  const navigate = useNavigate()
  const receive = useEffectEvent((reply: ReturnedReply) => {
    // Ends a change of page that is under way, which would take the box away. Else it changes nothing.
    void navigate(location, { replace: true, state: location.state })
    onReturn(reply)
  })
  useEffect(() => {
    const box: Receive = (reply) => receive(reply)
    boxes.set(ticketId, box)
    return () => {
      if (boxes.get(ticketId) === box) boxes.delete(ticketId)
    }
  }, [ticketId])
}

/**
 * Puts a reply back into the box of its ticket, or where the box finds it when the ticket is opened.
 * @returns whether the box is on the page
 */
export async function returnReply(userId: string, ticketId: string, reply: ReturnedReply): Promise<boolean> {
  const box = boxes.get(ticketId)
  if (box) {
    box(reply)
    return true
  }
  draftOf(userId, ticketId, 'comment').putBack(reply.content)
  const extras = storeExtras(reply.extras)
  if (extras) writeDraft(draftStorageKey(userId, `reply-with:${ticketId}`), extras)
  if (reply.files.length > 0) {
    const stored = createTextDraftFiles(draftStorageKey(userId, `reply:${ticketId}`))
    stored.save([...(await stored.read()), ...reply.files])
  }
  return false
}

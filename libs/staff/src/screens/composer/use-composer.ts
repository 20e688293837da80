import { useAuth } from '@helpdesk/auth'
import { AppError } from '@helpdesk/supabase'
import { excessOf, toast, withReference } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepAndUpload } from '@helpdesk/tickets/uploads/uploads'
import type { DraftKind } from '../../api/save-draft'
import { useTicketCache } from '@helpdesk/tickets/api/get-ticket'
import { useDraft } from '@helpdesk/tickets/drafts/use-draft'
import { useSendReply } from '../../api/send-reply'
import { useReturnedReplies } from '../../replies/returned-replies'
import { useAnnounceWaitingReply } from '../../replies/use-announce-waiting-reply'
import { useTicketDraft } from '../../drafts/use-ticket-draft'
import { COMMENT_MAX } from '@helpdesk/tickets/model/comment-rules'
import { failureText, failureToasts } from '@helpdesk/tickets/model/errors'
import { hasComment } from '@helpdesk/tickets/model/forms'
import { hasExtras, noExtras, parseExtras, storeExtras, type ReplyExtras } from '../../model/reply-extras'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { changeText } from '../../model/change-text'
import type { Ticket, TicketComment, TicketDetail } from '@helpdesk/tickets/model/rows'
import { whatsNew, type Seen } from '../../model/whats-new'
import type { useChosenFiles } from '@helpdesk/tickets/screens/files/use-chosen-files'
import * as texts from './texts'

const sentToasts = {
  comment: { title: texts.commentAdded, description: texts.commentAddedText },
  note: { title: texts.noteAdded, description: texts.noteAddedText },
} as const

/** Says also what the reply did to the ticket. */
function sentText(kind: DraftKind, { ticket }: TicketDetail, saved: Ticket, me: string | null): string {
  const changed = {
    assignee: ticket.assigned_to === null && saved.assigned_to === me ? 'you' : undefined,
    status: saved.status === ticket.status ? undefined : saved.status,
    priority: saved.priority === ticket.priority ? undefined : saved.priority,
  }
  const { description } = sentToasts[kind]
  const isChange = Object.values(changed).some(Boolean)
  return isChange ? `${description} ${changeText(ticketRef(ticket), changed)}.` : description
}

/**
 * State and commands of the box for replies and notes.
 * @param mayChange whether the reply may change status, priority and tags
 * @param onReturned called when a reply was taken back into the box
 */
export function useComposer(
  detail: TicketDetail,
  chosen: ReturnType<typeof useChosenFiles>,
  mayChange: boolean,
  onReturned: () => void,
) {
  const { user } = useAuth()
  const me = user?.id ?? null
  const queries = useQueryClient()
  const cache = useTicketCache(detail.ticket.id)
  const [kind, setKind] = useState<DraftKind>('comment')
  const drafts = { comment: useTicketDraft(detail, 'comment'), note: useTicketDraft(detail, 'note') }
  const draft = drafts[kind]
  // Files belong to the reply's draft, which tells other devices of them.
  const { setFiles, filesGone, sentElsewhere, settle, missing, isChecking } = drafts.comment
  const { ready, files } = chosen
  useEffect(() => {
    if (ready) setFiles(files.map(({ name }) => name))
  }, [ready, files, setFiles])
  const [storedExtras, setStoredExtras] = useDraft(`reply-with:${detail.ticket.id}`)
  const drop = useEffectEvent(() => {
    if (filesGone) chosen.clear()
    if (sentElsewhere) setStoredExtras('')
    settle()
  })
  useEffect(() => {
    // Files that are still loading could not be removed.
    if (ready && (filesGone || sentElsewhere)) drop()
  }, [ready, filesGone, sentElsewhere])
  useReturnedReplies(detail.ticket.id, (returned) => {
    setKind('comment')
    drafts.comment.putBack(returned.content)
    chosen.putBack(returned.files)
    if (hasExtras(returned.extras)) setStoredExtras(storeExtras(returned.extras))
    onReturned()
  })
  const extras = kind === 'comment' && mayChange ? parseExtras(storedExtras) : noExtras
  const reply = useSendReply(detail.ticket.id)
  const announceWaiting = useAnnounceWaitingReply()
  const undoSeconds = kind === 'comment' ? (detail.staff?.undo_send_seconds ?? 0) : 0
  // The ticket when the user started writing; later changes may be unread.
  const [startedFrom, setStartedFrom] = useState<Seen>(detail)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const blank = !hasComment(draft.text)
  const isTooLong = excessOf(draft.text, COMMENT_MAX) > 0
  const canSend = !blank && !isTooLong && chosen.ready && !isChecking && me !== null && !sending
  const news = blank ? [] : whatsNew(startedFrom, detail, me)

  function write(text: string): void {
    if (blank) setStartedFrom(detail)
    setFailure(null)
    draft.set(text)
  }

  /** @returns the comment, or null when nothing was sent and the text is kept */
  async function send(more: Partial<ReplyExtras> = {}, sendAt?: string): Promise<TicketComment | null> {
    if (!canSend) return null
    setFailure(null)
    setSending(true)
    const { addTags, ...change } = { ...extras, ...more }
    const content = draft.text
    const requestId = draft.requestId(`${kind}:${content.trim()}`)
    try {
      const sent = await reply.mutateAsync({
        content,
        isInternal: kind === 'note',
        requestId,
        seenAt: detail.loaded_at,
        seenVersion: detail.loaded_version,
        ...change,
        addTags,
        files: chosen.files,
        waits: undoSeconds > 0,
        sendAt,
      })
      // The draft goes once its files are stored for the reply.
      const message = { userId: me, ticketId: detail.ticket.id, requestId }
      await keepAndUpload(queries, message, sent.comment.id, chosen.files)
      draft.clear()
      chosen.clear()
      if (kind === 'comment') setStoredExtras('')
      setRefused(false)
      if (sent.comment.send_at)
        announceWaiting({
          ...sent,
          seconds: sendAt ? undefined : undoSeconds,
          files: chosen.files,
          extras: { addTags, ...change },
        })
      else
        toast({ type: 'success', ...sentToasts[kind], description: sentText(kind, detail, sent.ticket, me) })
      return sent.comment
    } catch (error) {
      if (isChanged(error)) {
        setRefused(true)
        await cache.refetch()
      } else {
        setFailure(failureText(error))
        const { title, description } = failureToasts.comment
        toast({ type: 'error', title, description: withReference(description, error) })
      }
      return null
    } finally {
      setSending(false)
    }
  }

  return {
    kind,
    setKind,
    draft,
    write,
    blank,
    extras,
    setExtras: (next: ReplyExtras): void => setStoredExtras(storeExtras(next)),
    send,
    sending,
    canSend,
    /** Changes by others since the text was started; `refused` when the server rejected a send because of them. */
    news,
    refused: refused && !blank,
    failure,
    /** Names of the reply's files that are on other devices. */
    missing,
  }
}

const isChanged = (error: unknown): boolean => error instanceof AppError && error.code === 'ticket_changed'

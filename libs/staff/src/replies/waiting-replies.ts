import { oncePerPage, toast } from '@helpdesk/ui'
import type { QueryClient } from '@helpdesk/ui/query'
import { ticketCache } from '@helpdesk/tickets/api/get-ticket'
import { readAttachment } from '@helpdesk/tickets/api/read-attachment'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Attachment, TicketComment } from '@helpdesk/tickets/model/rows'
import { removeUpload } from '@helpdesk/tickets/uploads/uploads'
import { allUploads } from '@helpdesk/tickets/uploads/upload-state'
import type { SentReply } from '../api/send-reply'
import { sendWaitingReply } from '../api/send-waiting-reply'
import { takeBackReply } from '../api/take-back-reply'
import type { ReplyExtras } from '../model/reply-extras'
import { announceChange } from '../state/undo'
import { returnReply, type ReturnedReply } from './returned-replies'
import * as texts from './texts'

/** What this page alone knows of a reply that it sent. */
interface Known {
  files?: readonly File[]
  timer?: ReturnType<typeof setTimeout>
  /** Sent or taken back from here: a late answer may still show it as waiting. */
  isDone?: boolean
  /** Takes its message with Undo away. */
  dismiss?: () => void
}

const known = oncePerPage('waiting-replies@1', () => new Map<string, Known>())

/** Remembers what a reply had, for an undo. */
export const rememberReply = (commentId: string, more: Pick<Known, 'files' | 'dismiss'>): void =>
  void known.set(commentId, { ...known.get(commentId), ...more })

function forget(commentId: string): void {
  const { timer, dismiss } = known.get(commentId) ?? {}
  clearTimeout(timer)
  dismiss?.()
  known.set(commentId, { isDone: true })
}

function showSent(queries: QueryClient, { comment, ticket }: SentReply): void {
  const cache = ticketCache(queries, ticket.id)
  cache.patch((detail) => ({
    ...detail,
    ticket: { ...detail.ticket, ...ticket },
    comments: detail.comments.map((each) => (each.id === comment.id ? comment : each)),
  }))
  cache.saved(ticket)
  void cache.refetch()
}

/** Sends a waiting reply now, see {@link sendWaitingReply}. @throws AppError */
export async function sendNow(queries: QueryClient, commentId: string, shownOn?: string): Promise<void> {
  const sent = await sendWaitingReply(commentId, shownOn)
  forget(commentId)
  showSent(queries, sent)
}

/** A timer of a browser holds 24 days, and fires at once for more. */
const LONGEST_MS = 24 * 86_400_000

/** Sends a reply after its wait, whatever this page shows then. Without this page, or after a longer wait, the server does. */
export function sendAfter(queries: QueryClient, { id, ticket_id }: TicketComment, ms: number): void {
  const { timer, isDone } = known.get(id) ?? {}
  if (timer !== undefined || isDone || ms > LONGEST_MS) return
  const send = () =>
    sendNow(queries, id).catch(() => {
      // Taken back elsewhere, or out of reach, and then the server's job sends it. Once is enough from here.
      void ticketCache(queries, ticket_id).refetch()
    })
  known.set(id, { ...known.get(id), timer: setTimeout(() => void send(), Math.max(0, ms)) })
}

/** The files of a reply: as chosen on this page, else from the server and this device. */
async function filesOf(
  { id, request_id }: TicketComment,
  attachments: readonly Attachment[],
): Promise<{ files: readonly File[]; lost: readonly string[] }> {
  const { files } = known.get(id) ?? {}
  if (files) return { files, lost: [] }
  const read = await Promise.allSettled(
    attachments.map(
      async (each) => new File([await readAttachment(each)], each.file_name, { type: each.file_type }),
    ),
  )
  const unfinished = allUploads().filter((each) => each.requestId === request_id && each.status !== 'done')
  return {
    files: [
      ...read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
      ...unfinished.map(({ file }) => file),
    ],
    lost: attachments.filter((_, n) => read[n]?.status === 'rejected').map(({ file_name }) => file_name),
  }
}

interface Taken {
  comment: TicketComment
  /** The ticket that shows it. */
  ticketId: string
  attachments: readonly Attachment[]
  extras: ReplyExtras
}

interface TakenBack extends Taken {
  /** Opens the ticket where its box is not on the page. */
  open: () => void
}

/** Takes a reply off the server before it is sent. @returns what it had; null after saying why it is not taken back */
async function withdraw(
  queries: QueryClient,
  { comment, ticketId, attachments, extras }: Taken,
): Promise<ReturnedReply | null> {
  const { id, request_id: requestId, content } = comment
  const cache = ticketCache(queries, ticketId)
  const { files, lost } = await filesOf(comment, attachments)
  try {
    await takeBackReply(id)
  } catch (error) {
    toast({ type: 'error', title: texts.notTakenBack, description: failureText(error) })
    void cache.refetch()
    return null
  }
  forget(id)
  for (const { key, requestId: of } of allUploads()) if (of === requestId) removeUpload(queries, key)
  cache.patch((detail) => ({
    ...detail,
    comments: detail.comments.filter((each) => each.id !== id),
    attachments: detail.attachments.filter((each) => each.comment_id !== id),
    missing_files: detail.missing_files?.filter((each) => each.comment_id !== id),
  }))
  void cache.refetch()
  if (lost.length > 0) toast({ type: 'error', title: texts.filesLost, description: texts.attachAgain(lost) })
  return { content, files, extras }
}

/** Takes a reply back before it is sent: text, files and changes are in the box again. Says why when it cannot. */
export async function takeBack(queries: QueryClient, { open, ...taken }: TakenBack): Promise<void> {
  const { comment, ticketId } = taken
  const reply = await withdraw(queries, taken)
  if (reply && comment.user_id && !(await returnReply(comment.user_id, ticketId, reply))) open()
}

/** Cancels a reply that is not sent yet, and offers to put it into the user's box instead. */
export async function cancelReply(
  queries: QueryClient,
  userId: string,
  { open, ...taken }: TakenBack,
): Promise<void> {
  const reply = await withdraw(queries, taken)
  const undo = async (back: ReturnedReply) => {
    if (!(await returnReply(userId, taken.ticketId, back))) open()
  }
  if (reply) announceChange({ text: texts.cancelled, undo: () => void undo(reply) })
}

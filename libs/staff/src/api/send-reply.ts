import { useAuth } from '@helpdesk/auth'
import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { commentSchema, noteSchema } from '@helpdesk/tickets/model/forms'
import type { TicketPriority } from '@helpdesk/tickets/model/priorities'
import { commentRowSchema, ticketSchema, type TicketComment } from '@helpdesk/tickets/model/rows'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'
import { useTicketCache } from '@helpdesk/tickets/api/get-ticket'
import { announceFiles } from '@helpdesk/tickets/api/announce-files'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'
import { serverNow } from '@helpdesk/ui/clock/server-clock'

export interface Reply {
  content: string
  /** A note for staff only. Default: a public reply. */
  isInternal?: boolean
  /** The same for every attempt to send one reply, so that it is stored once. */
  requestId: string
  /** The server's time when the ticket was read. The reply is refused if others changed the ticket since. */
  seenAt?: string
  /** The ticket's version when it was read. Also detects changes that committed late. */
  seenVersion?: number
  /** Changed together with the reply, or not at all. */
  status?: TicketStatus
  priority?: TicketPriority
  addTags?: readonly string[]
  /** Will be uploaded to it: its mails wait for them. */
  files?: readonly File[]
  /** Sent after the workspace's seconds for an undo: until then {@link takeBackReply} takes it back. Not for notes. */
  waits?: boolean
  /** Sent at that time, as an ISO timestamp, unless the customer writes before. Not for notes. */
  sendAt?: string
}

export const answerSchema = z.object({ comment: commentRowSchema, ticket: ticketSchema })
export type SentReply = z.infer<typeof answerSchema>

/**
 * Adds a reply or a note and changes the ticket, in one transaction.
 * @throws AppError `comment_unauthenticated` without a user; ConflictError `ticket_changed` when another user
 * changed the ticket since `seenAt` or `seenVersion`; `ticket_forbidden` when the change is refused
 */
export async function sendReply(userId: string | null, ticketId: string, reply: Reply): Promise<SentReply> {
  if (!userId) throw ticketError('comment_unauthenticated')
  const { content } = z.parse(reply.isInternal ? noteSchema : commentSchema, reply)
  await announceFiles(reply.requestId, reply.files ?? [])
  const data = await loadData()
  const args = {
    ticket_id: ticketId,
    content,
    request_id: reply.requestId,
    seen_at: reply.seenAt,
    seen_version: reply.seenVersion,
    new_status: reply.status,
    new_priority: reply.priority,
    add_tags: reply.addTags?.length ? [...reply.addTags] : undefined,
  }
  return ask(
    reply.waits || reply.sendAt
      ? data.rpc('queue_reply', { ...args, send_at: reply.sendAt })
      : data.rpc('send_reply', { ...args, is_internal: reply.isInternal ?? false }),
    answerSchema,
  )
}

/** Sends a reply. It is shown at once and removed when the server refuses. */
export function useSendReply(ticketId: string) {
  const { user, profile } = useAuth()
  const cache = useTicketCache(ticketId)
  const patch = (change: (comments: TicketComment[]) => TicketComment[]) =>
    cache.patch((detail) => ({ ...detail, comments: change(detail.comments) }))

  return useCommand({
    mutationKey: ['send-reply', ticketId],
    target: ({ requestId }) => requestId,
    mutationFn: (reply: Reply) => sendReply(user?.id ?? null, ticketId, reply),
    onMutate: async (reply) => {
      await cache.cancel()
      const now = new Date(serverNow()).toISOString()
      const pending: TicketComment = {
        id: `pending-${reply.requestId}`,
        ticket_id: ticketId,
        user_id: user?.id ?? null,
        content: reply.content.trim(),
        is_internal: reply.isInternal ?? false,
        author_name: profile?.name ?? null,
        author_role: profile?.role ?? null,
        created_at: now,
        updated_at: now,
        request_id: reply.requestId,
      }
      patch((comments) => [...comments, pending])
      return pending
    },
    onSuccess: ({ comment, ticket }, _reply, pending) => {
      cache.patch((detail) => ({
        ...detail,
        ticket: { ...detail.ticket, ...ticket },
        // After a repeated send the comment is already in the thread.
        comments: [...detail.comments.filter(({ id }) => id !== pending.id && id !== comment.id), comment],
      }))
      cache.saved(ticket)
      // Loads the new event.
      void cache.refetch()
    },
    onError: (_error, _reply, pending) =>
      patch((comments) => comments.filter(({ id }) => id !== pending?.id)),
  })
}

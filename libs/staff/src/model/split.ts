import { withMarks } from '@helpdesk/tickets/model/markdown/mark-references'
import type { Attachment, TicketComment, TicketDetail } from '@helpdesk/tickets/model/rows'

/** Whose ticket a message would become, and the later messages that may go along. */
export interface SplitChoices {
  requester: { id: string; name: string; email: string }
  messages: string[]
}

/** How much of a message its line shows. */
const EXCERPT = 100

export interface SplitMessage {
  id: string
  author: string
  isNote: boolean
  excerpt: string
  files: string[]
}

const byTime = (a: TicketComment, b: TicketComment) =>
  a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)

/** True for public messages: they become the description of a ticket, of their author or, when staff wrote, of the requester. */
export const canBeginSplit = ({ is_internal, send_at }: TicketComment): boolean => !is_internal && !send_at

/** The message that a key offers to split off: the newest of a customer, else the newest. */
export function newestToSplit(detail: Pick<TicketDetail, 'comments'>): TicketComment | undefined {
  const shown = splittable(detail).filter(canBeginSplit)
  return shown.findLast(({ author_role }) => author_role === 'customer') ?? shown.at(-1)
}

/** The messages that can be chosen, oldest first: all that are sent. */
export const splittable = ({ comments }: Pick<TicketDetail, 'comments'>): TicketComment[] =>
  comments.filter(({ send_at }) => !send_at).toSorted(byTime)

/** The line of a message in the list to choose from. */
export const splitMessage = (comment: TicketComment, attachments: readonly Attachment[]): SplitMessage => ({
  id: comment.id,
  author: comment.author_name ?? '',
  isNote: comment.is_internal,
  excerpt: withMarks(comment.content).replace(/\s+/g, ' ').slice(0, EXCERPT),
  files: attachments.filter(({ comment_id }) => comment_id === comment.id).map(({ file_name }) => file_name),
})

/** Why a message cannot be chosen: `first` needs a public message before it, `unread` its requester never saw it. */
export type SplitFault = 'first' | 'unread'

/**
 * Why each message cannot go along.
 * @param chosen the chosen ids
 * @param choices of the first chosen message; undefined until they are known
 */
export function splitFaults(
  messages: readonly TicketComment[],
  chosen: ReadonlySet<string>,
  choices: SplitChoices | null | undefined,
): Map<string, SplitFault> {
  const first = messages.findIndex(({ id }) => chosen.has(id))
  const faults = new Map<string, SplitFault>()
  for (const [at, message] of messages.entries()) {
    // An earlier public message becomes the first.
    if (at === first || first === -1 || at < first) {
      if (!canBeginSplit(message)) faults.set(message.id, 'first')
    } else if (choices && !choices.messages.includes(message.id)) faults.set(message.id, 'unread')
  }
  return faults
}

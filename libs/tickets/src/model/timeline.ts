import { isTicketPriority, priorityLabel } from './priorities'
import type { TicketEvent } from './rows'
import { isTicketStatus, statusLabel } from './statuses'

/** One event as a sentence: `Jun Takahashi` + `changed the status from …`. */
interface EventSentence {
  who: string
  what: string
}

type Values = Pick<
  TicketEvent,
  'kind' | 'actor_id' | 'actor_name' | 'from_value' | 'to_value' | 'from_name' | 'to_name'
>

const fixed: Partial<Record<string, string>> = {
  created: 'opened the ticket',
  description: 'changed the description',
  comment_added: 'commented',
  comment_edited: 'edited a comment',
  comment_deleted: 'deleted a comment',
  note_added: 'added an internal note',
  note_edited: 'edited an internal note',
  note_deleted: 'deleted an internal note',
  attachment_added: 'attached a file',
  attachment_deleted: 'removed a file',
}

/**
 * Describes one event of the history.
 * @param viewerId the user shown as "You"
 */
export function describeEvent(event: Values, viewerId: string | null): EventSentence {
  return { who: actorOf(event, viewerId), what: whatHappened(event, viewerId) }
}

/**
 * Describes one event of the public history for the customer, who does not know every colleague by name.
 * @param viewerId the customer
 */
export function describePublicEvent(event: Values, viewerId: string | null): EventSentence {
  const { kind, actor_id, to_value: to, to_name } = event
  const who = actor_id === null ? 'Support' : actorOf(event, viewerId)
  if (kind !== 'assigned_to') return { who, what: whatHappened(event, viewerId) }
  return {
    who,
    what: !to || to === actor_id ? 'is on it' : `assigned the ticket to ${to_name || 'a colleague'}`,
  }
}

function actorOf({ actor_id, actor_name }: Values, viewerId: string | null): string {
  if (actor_id === null) return actor_name || 'The system'
  return actor_id === viewerId ? 'You' : actor_name || 'Former member'
}

function whatHappened(event: Values, viewerId: string | null): string {
  const { kind, from_value: from, to_value: to } = event
  const words = fixed[kind]
  if (words) return words
  switch (kind) {
    case 'status':
      if (to === 'open' && (from === 'solved' || from === 'closed')) return 'reopened the ticket'
      return changed('the status', from && statusName(from), to && statusName(to))
    case 'priority':
      return changed('the priority', from && priorityName(from), to && priorityName(to))
    case 'subject':
      return changed('the subject', from && `“${from}”`, to && `“${to}”`)
    case 'assigned_to':
      return assignment(event, viewerId)
    case 'customer_id':
      return changed(
        'the requester',
        from && person(from, event.from_name, viewerId),
        to && person(to, event.to_name, viewerId),
      )
    case 'delivery_failed':
      return `could not deliver an email to ${to ?? ''}${from ? `: ${from}` : ''}`
    case 'file_refused':
      return `could not store the file ${to ?? ''} of an email`
    case 'taken_over':
      return `took the ticket over: “${to ?? ''}”`
    case 'tags':
      return tagChange(from, to)
    case 'rated':
      return to ? `rated the help ${to} of 5` : 'rated the help'
    default:
      // An event kind that is newer than this build.
      return changed(`the ${kind.replaceAll('_', ' ')}`, from, to)
  }
}

function changed(thing: string, from: string | null, to: string | null): string {
  if (from && to) return `changed ${thing} from ${from} to ${to}`
  if (to) return `set ${thing} to ${to}`
  return from ? `removed ${thing}, which was ${from}` : `changed ${thing}`
}

const statusName = (value: string): string => (isTicketStatus(value) ? statusLabel(value) : value)
const priorityName = (value: string): string => (isTicketPriority(value) ? priorityLabel(value) : value)

const person = (id: string, name: string | null | undefined, viewerId: string | null): string =>
  id === viewerId ? 'you' : name || 'a former member'

function assignment(event: Values, viewerId: string | null): string {
  const { actor_id: actor, from_value: from, to_value: to } = event
  const before = from && person(from, event.from_name, viewerId)
  const after = to && person(to, event.to_name, viewerId)
  if (!after) {
    if (from && from === actor) return 'gave the ticket back to the queue'
    return before ? `took the ticket from ${before} and put it back into the queue` : 'unassigned the ticket'
  }
  if (to === actor) return before ? `took the ticket over from ${before}` : 'took the ticket'
  if (from && from === actor) return `handed the ticket over to ${after}`
  return before ? `handed the ticket over from ${before} to ${after}` : `assigned the ticket to ${after}`
}

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

function tagChange(from: string | null, to: string | null): string {
  const [before, after] = [listOf(from), listOf(to)]
  const parts = [
    tagWords(
      'added',
      after.filter((tag) => !before.includes(tag)),
    ),
    tagWords(
      'removed',
      before.filter((tag) => !after.includes(tag)),
    ),
  ].filter(Boolean)
  return parts.join(' and ') || 'changed the order of the tags'
}

const tagWords = (verb: string, tags: string[]): string =>
  tags.length === 0 ? '' : `${verb} the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`

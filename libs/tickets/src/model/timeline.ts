import type { TicketEvent } from './rows'
import { formatDateTime } from '@helpdesk/ui'
import { isolate } from './text-direction'
import { ratingWord } from './rating'
import { changedValue, TICKET_FIELDS } from './ticket-fields'
import * as texts from './timeline-texts'

/** One event as a sentence: `Jun Takahashi` + `changed the status from …`. */
interface EventSentence {
  who: string
  what: string
}

/** A program's answer: its author is nobody's account. */
export const isAutoReply = ({ kind }: Pick<TicketEvent, 'kind'>): boolean =>
  kind === 'auto_reply' || isUnverifiedReply({ kind })
/** One that anybody may have written: it names the address alone. */
export const isUnverifiedReply = ({ kind }: Pick<TicketEvent, 'kind'>): boolean =>
  kind === 'unverified_auto_reply'

type Values = Pick<
  TicketEvent,
  'kind' | 'actor_id' | 'actor_name' | 'from_value' | 'to_value' | 'from_name' | 'to_name'
> &
  Partial<Pick<TicketEvent, 'created_at' | 'undone'>>

const fixed: Partial<Record<string, string>> = {
  created: texts.created,
  description: texts.descriptionChanged,
  comment_added: texts.commented,
  comment_edited: texts.commentEdited,
  comment_deleted: texts.commentDeleted,
  note_added: texts.noteAdded,
  note_edited: texts.noteEdited,
  note_deleted: texts.noteDeleted,
  attachment_added: texts.fileAttached,
  attachment_deleted: texts.fileRemoved,
}

/**
 * Describes one event of the history.
 * @param viewerId the user shown as "You"
 */
export function describeEvent(event: Values, viewerId: string | null): EventSentence {
  const what = whatHappened(event, viewerId)
  return { who: actorOf(event, viewerId), what: event.undone ? texts.andUndidIt(what) : what }
}

/**
 * Describes one event of the public history for the customer, who does not know every colleague by name.
 * @param viewerId the customer
 */
export function describePublicEvent(event: Values, viewerId: string | null): EventSentence {
  const { kind, actor_id, to_value: to, to_name } = event
  const who = actor_id === null ? texts.support : actorOf(event, viewerId)
  if (kind !== 'assigned_to') return { who, what: whatHappened(event, viewerId) }
  return {
    who,
    what: !to || to === actor_id ? texts.isOnIt : texts.assignedTo(isolate(to_name || texts.aColleague)),
  }
}

function actorOf(event: Values, viewerId: string | null): string {
  const { actor_id, actor_name, to_value } = event
  if (isAutoReply(event)) return to_value || texts.formerMember
  if (actor_id === null) return actor_name || texts.theSystem
  return actor_id === viewerId ? texts.you : actor_name || texts.formerMember
}

function whatHappened(event: Values, viewerId: string | null): string {
  const { kind, from_value: from, to_value: to } = event
  const words = fixed[kind]
  if (words) return words
  const field = TICKET_FIELDS[kind]
  if (field) return field.sentence(from, to)
  switch (kind) {
    case 'assigned_to':
      return assignment(event, viewerId)
    case 'customer_id':
      return changedValue(
        texts.theRequester,
        from && person(from, event.from_name, viewerId),
        to && person(to, event.to_name, viewerId),
      )
    case 'auto_reply':
    case 'unverified_auto_reply':
      return absence(from, event.created_at)
    case 'delivery_failed':
      return texts.notDelivered(to ?? '', from)
    case 'file_refused':
      return texts.fileRefused(to ?? '')
    case 'copies_left_out':
      if (from === 'reply_to') return texts.replyToLeftOut(to ?? '')
      return from === 'limit' ? texts.copiesLimited(to ?? '') : texts.copiesLeftOut(to ?? '')
    case 'copies_removed':
      return from === 'staff' ? texts.copyRemoved(to ?? '') : texts.copiesRemoved(to ?? '')
    case 'not_sent_on':
      return texts.notSentOn(to || texts.formerMember, from)
    case 'merged_into':
      return to ? texts.mergedInto(to) : texts.unmergedFrom(from)
    case 'merge':
      return to ? texts.mergedHere(to) : texts.unmergedHere(from)
    case 'linked':
      return texts.linked(to)
    case 'unlinked':
      return texts.unlinked(from)
    case 'reply_scheduled':
      return texts.replyScheduled(to ? formatDateTime(to) : '')
    case 'reply_cancelled':
      return texts.replyTakenBack(from ? formatDateTime(from) : '')
    case 'taken_over':
      return texts.tookOverBecause(to ?? '')
    case 'tags':
      return tagChange(from, to)
    case 'rated':
      return (
        (to ? texts.ratedHelp(ratingWord(Number(to)) || to) : texts.ratedHelpUnknown) +
        (from === 'link' ? texts.byLink : '')
      )
    default:
      // An event kind that is newer than this build.
      return changedValue(texts.theField(kind.replaceAll('_', ' ')), from, to)
  }
}

/** What an automatic answer says: `away`, the last day of the absence, or nothing about one. */
function absence(until: string | null, writtenAt = ''): string {
  if (!until) return texts.repliedAutomatically
  const day = new Date(`${until}T12:00:00Z`)
  if (Number.isNaN(day.getTime())) return texts.isAway
  return texts.isAwayUntil(calendarDay(day, until.slice(0, 4) !== writtenAt.slice(0, 4)))
}

/** `Monday, December 7`, and the year of another one: a day of the calendar, the same in all time zones. */
const calendarDay = (day: Date, withYear: boolean): string =>
  day.toLocaleDateString('en-US', {
    ...{ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' },
    ...(withYear && { year: 'numeric' }),
  })

const person = (id: string, name: string | null | undefined, viewerId: string | null): string =>
  id === viewerId ? texts.youObject : isolate(name || texts.aFormerMember)

function assignment(event: Values, viewerId: string | null): string {
  const { actor_id: actor, from_value: from, to_value: to } = event
  const before = from && person(from, event.from_name, viewerId)
  const after = to && person(to, event.to_name, viewerId)
  if (!after) {
    if (from && from === actor) return texts.gaveBack
    return before ? texts.putBack(before) : texts.unassigned
  }
  if (to === actor) return before ? texts.tookOverFrom(before) : texts.took
  if (from && from === actor) return texts.handedOver(after)
  return before ? texts.handedOverFrom(before, after) : texts.assignedTo(after)
}

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** An event of old data that says nothing: no tags became an empty list. */
export const saysNothing = ({ kind, from_value: from, to_value: to }: Values): boolean =>
  kind === 'tags' && listOf(from).join() === listOf(to).join()

function tagChange(from: string | null, to: string | null): string {
  const [before, after] = [listOf(from), listOf(to)]
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  return texts.tagsChanged(added, removed)
}

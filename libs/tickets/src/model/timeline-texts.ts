import { isolate } from './text-direction'

export const formerMember = 'Former member'
export const support = 'Support'
export const you = 'You'

// The history: each text follows the name of a person.
export const created = 'opened the ticket'
export const descriptionChanged = 'changed the description'
export const commented = 'commented'
export const commentEdited = 'edited a comment'
export const commentDeleted = 'deleted a comment'
export const noteAdded = 'added an internal note'
export const noteEdited = 'edited an internal note'
export const noteDeleted = 'deleted an internal note'
export const fileAttached = 'attached a file'
export const fileRemoved = 'removed a file'
export const andUndidIt = (what: string) => `${what}, and undid it`
export const reopened = 'reopened the ticket'
export const isAway = 'is away'
export const isAwayUntil = (day: string) => `is away until ${day}`
export const repliedAutomatically = 'sent an automatic reply'
export const notDelivered = (address: string, reason: string | null) =>
  `could not deliver an email to ${address}${reason ? `: ${reason}` : ''}`
export const fileRefused = (file: string) => `could not store the file ${file} of an email`
export const copiesLeftOut = (addresses: string) =>
  `did not add ${addresses} to CC, because the sender of the email could not be verified`
export const copiesLimited = (addresses: string) =>
  `did not add ${addresses} to CC, because a colleague had removed them, or a ticket has at most 20 CC recipients`
export const replyToLeftOut = (address: string) =>
  `did not add ${address} to CC. The email asks to reply there, but nothing proves that its author reads it`
export const copyRemoved = (address: string) => `removed ${address} from CC`
export const copiesRemoved = (addresses: string) =>
  `removed ${addresses} from CC. An unverified email had named them, and a verified one of its sender does not name them`
const notSentOnReasons: Partial<Record<string, string>> = {
  repeated: 'because it says what an earlier one said',
  many: 'because there were many within a short time',
  unverified: 'because only an unverified email named them',
}
export const notSentOn = (author: string, reason: string | null) =>
  `did not send an email of ${author} to the other people on the ticket, ${notSentOnReasons[reason ?? ''] ?? 'to prevent a mail loop'}`
export const tookOverBecause = (reason: string) => `took the ticket over: “${reason}”`
const merged = (ticket: string | null) => ticket ?? 'another ticket'
export const mergedInto = (target: string | null) => `merged the ticket into ${merged(target)}`
export const unmergedFrom = (target: string | null) => `unmerged the ticket from ${merged(target)}`
export const mergedHere = (source: string | null) => `merged ${merged(source)} into this ticket`
export const unmergedHere = (source: string | null) => `unmerged ${merged(source)} from this ticket`

const linkWords: Partial<Record<string, string>> = {
  related: 'as related',
  problem: 'as its problem',
  incident: 'as an incident',
  split_from: 'as the one that it was split from',
  split_into: 'as one that was split from it',
  follow_up_of: 'as the one that it follows up',
  followed_by: 'as its follow-up',
}
/** `problem #12`, as the history stores a link. */
const linkParts = (value: string | null): [string, string] => {
  const [relation = '', number = 'another ticket'] = (value ?? '').split(' ')
  return [number, linkWords[relation] ?? '']
}
export const linked = (value: string | null) => {
  const [number, words] = linkParts(value)
  return `linked ${number}${words && ` ${words}`}`
}
export const unlinked = (value: string | null) => `removed the link to ${linkParts(value)[0]}`

export const replyScheduled = (time: string) => `scheduled a reply for ${time}`
export const replyTakenBack = (time: string) => `took back the reply for ${time}`

export const ratedHelp = (rating: string) => `rated support as ${rating}`
export const ratedHelpUnknown = 'rated support'
/** Follows a rating that came by the link in a mail, without signing in. */
export const byLink = ' by the link in an email'
export const isOnIt = 'is on it'
export const assignedTo = (assignee: string) => `assigned the ticket to ${assignee}`
export const gaveBack = 'gave the ticket back to the queue'
export const putBack = (assignee: string) => `took the ticket from ${assignee} and put it back into the queue`
export const unassigned = 'unassigned the ticket'
export const tookOverFrom = (assignee: string) => `took the ticket over from ${assignee}`
export const took = 'took the ticket'
export const handedOver = (assignee: string) => `handed the ticket over to ${assignee}`
export const handedOverFrom = (before: string, after: string) =>
  `handed the ticket over from ${before} to ${after}`
export const changedFromTo = (field: string, from: string, to: string) =>
  `changed ${field} from ${from} to ${to}`
export const setTo = (field: string, value: string) => `set ${field} to ${value}`
export const removedValue = (field: string, value: string) => `removed ${field}, which was ${value}`
export const changed = (field: string) => `changed ${field}`
export const theStatus = 'the status'
export const thePriority = 'the priority'
export const theSubject = 'the subject'
export const theRequester = 'the requester'
export const theField = (name: string) => `the ${name}`
export const quoted = (text: string) => `“${isolate(text)}”`
const tagWords = (verb: string, tags: readonly string[]) =>
  tags.length === 0 ? '' : `${verb} the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.map(isolate).join(', ')}`
export const tagsChanged = (added: readonly string[], removed: readonly string[]) =>
  [tagWords('added', added), tagWords('removed', removed)].filter(Boolean).join(' and ') ||
  'changed the order of the tags'
// Names in the history.
export const theSystem = 'The system'
export const aColleague = 'a colleague'
export const aFormerMember = 'a former member'
/** The reader, inside a sentence. */
export const youObject = 'you'

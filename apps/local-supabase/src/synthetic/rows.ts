import { plainWords } from './plain-words'
import { Random } from './random'
import { makeComment, makeDescription, makeSubject } from './text'
import type { Ticket } from './tickets'

/** Purposes of a ticket's random numbers. The ticket itself uses none. Comment k uses COMMENTS + k. */
const TICKET_TEXT = 1
const COMMENTS = 2

/** Escapes a text for COPY's text format. */
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escapeText = (text: string) => text.replace(/[\\\n\r\t]/g, (sign) => escapes[sign]!)

const NULL = '\\N'
const time = (at: number | undefined) => (at === undefined ? NULL : new Date(at).toISOString())
/** Tags and their keys contain none of the signs that an array's text quotes. */
const array = (items: readonly string[]) => `{${items.join(',')}}`

/** Hashes of a tag: given by the customer, or added by staff. */
export type TagKeys = ReadonlyMap<string, { given: string; added: string }>

/** Names the columns of `ticketRow`. */
export const ticketColumns =
  'id, subject, description, status, priority, created_by, customer_id, assigned_to, tags, tag_keys, version, first_response_at, resolved_at, closed_at, created_at, updated_at, waiting_since, last_message_at, last_message_by, last_message_preview, subject_key, requester_key, assignee_key'

/** As private.preview: the first 120 characters on one line. */
const preview = (text: string) => text.slice(0, 500).replace(/\s+/g, ' ').trim().slice(0, 120)

/** As private.sort_key. */
const sortKey = (text: string) => plainWords(text).slice(0, 32)

/** As private.refresh_messages: the requester's oldest message after staff's last public one. */
function waitingSince({ thread, createdAt }: Ticket): number | undefined {
  const messages = thread.filter((reply) => !reply.isInternal)
  const answer = messages.findLastIndex((reply) => reply.isStaff)
  return answer < 0 ? createdAt : messages[answer + 1]?.at
}

const makeReply = ({ customer }: Ticket, random: Random) => makeComment(customer.language, random)

/** A line for COPY of `ticketColumns`. @param n - number of the ticket in its load */
export function ticketRow(ticket: Ticket, n: number, seed: number, keys: TagKeys): string {
  const random = new Random(seed, n, TICKET_TEXT)
  const { language } = ticket.customer
  const tagKeys = ticket.tags.map((tag) => {
    const { given, added } = keys.get(tag)!
    return ticket.givenTags.includes(tag) ? given : added
  })
  const subject = makeSubject(language, random)
  const description = makeDescription(language, random)
  const last = ticket.thread.findLastIndex((reply) => !reply.isInternal)
  const reply = ticket.thread[last]
  const message = reply ? makeReply(ticket, new Random(seed, n, COMMENTS + last)) : description
  return `${[
    ticket.id,
    subject,
    escapeText(description),
    ticket.status,
    ticket.priority,
    ticket.author.id,
    ticket.customer.id,
    ticket.assignee?.id ?? NULL,
    ticket.givenTags.length ? array(ticket.givenTags) : NULL,
    tagKeys.length ? array(tagKeys.sort()) : NULL,
    ticket.version,
    time(ticket.firstResponseAt),
    time(ticket.resolvedAt),
    time(ticket.closedAt),
    time(ticket.createdAt),
    time(ticket.updatedAt),
    time(waitingSince(ticket)),
    time(reply?.at ?? ticket.createdAt),
    (reply?.author ?? ticket.author).id,
    escapeText(preview(message)),
    sortKey(subject),
    sortKey(ticket.customer.name),
    sortKey(ticket.assignee?.name ?? ''),
  ].join('\t')}\n`
}

/** Names the columns of `commentRows`. */
export const commentColumns =
  'id, ticket_id, user_id, content, is_internal, author_name, author_role, created_at, updated_at'

/** Ids ascend, so that two indexes of all comments grow at their ends while rows are added. */
const ascendingId = (n: number, random: Random) => n.toString(16).padStart(8, '0') + random.uuid().slice(8)

/** Lines for COPY of `commentColumns`: the thread of a ticket, perhaps empty. */
export function commentRows(ticket: Ticket, n: number, seed: number): string {
  if (!ticket.thread.length) return ''
  let rows = ''
  for (const [k, { author, isStaff, isInternal, at }] of ticket.thread.entries()) {
    const random = new Random(seed, n, COMMENTS + k)
    const content = escapeText(makeReply(ticket, random))
    const written = time(at)
    rows += `${ascendingId(n, random)}\t${ticket.id}\t${author.id}\t${content}\t${isInternal}\t${author.name}\t${isStaff ? 'agent' : 'customer'}\t${written}\t${written}\n`
  }
  return rows
}

/** Names the columns of `tagRow`. */
export const tagColumns = 'ticket_id, tags'

/** A line for COPY of `tagColumns`, or nothing for a ticket without tags. */
export const tagRow = ({ id, tags }: Ticket): string => (tags.length ? `${id}\t${array(tags)}\n` : '')

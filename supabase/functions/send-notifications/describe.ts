import { oneLine } from '../_shared/mail-html.ts'
import type { Notification } from './notification.ts'
import { nameOf } from './people.ts'

const statusLabels: Record<string, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  pending: 'Pending',
  on_hold: 'On Hold',
  solved: 'Solved',
  closed: 'Closed',
}

const label = (status: string) => statusLabels[status] ?? status

/** What stopped mails were about, by the choice of the settings. */
const stoppedMails: Record<string, string> = {
  reply: 'about replies to tickets assigned to you',
  status: 'about the status of your tickets',
  assigned: 'about assignments',
  mention: 'when a colleague mentions you',
  unassigned: 'about new tickets',
  followed: 'about tickets you follow',
}

export interface Description {
  /** One sentence about the event. */
  sentence: string
  /** A text written by a person, as Markdown; empty when the event has none. */
  body: string
}

/** Begins with what the author is: a name may be anything. */
function writtenByGuest({ actorName, authorAddress, isFromRequester }: Notification, ticket: string): string {
  const author = isFromRequester ? 'The requester' : 'A person in copy'
  return `${author} wrote on ${ticket}: ${nameOf(actorName, authorAddress)}.`
}

/** What a mail says about its event. */
export function describe(row: Notification): Description {
  const {
    kind,
    actorName,
    authorAddress,
    isFromStaff,
    isFromRequester,
    message,
    newStatus,
    note,
    author,
    ticketNumber,
  } = row
  const actor =
    nameOf(actorName, authorAddress) + (authorAddress && !isFromRequester ? ', who is in copy,' : '')
  const about = (sentence: string, body = message) => ({ sentence, body })
  switch (kind) {
    case 'reply':
      return about(
        isFromStaff
          ? `${actor} replied to your ticket${newStatus && ` and set it to ${label(newStatus)}`}.`
          : writtenByGuest(row, 'your ticket'),
      )
    case 'copy':
      return about(
        isFromStaff
          ? `${actor} replied to a ticket you are copied on.`
          : writtenByGuest(row, 'a ticket you are copied on'),
      )
    case 'forward':
      return about(
        `${nameOf(actorName, '')} forwarded you a message from ${oneLine(author) || 'a customer'}.${note ? `\n\n${note.trim()}` : ''}`,
      )
    case 'opened':
      return about(`${actor} opened a ticket for you.`)
    case 'received':
      return about(
        `We received your message. Your ticket number is #${ticketNumber}. We will reply to this conversation.`,
        '',
      )
    case 'refused':
      return about('Your message was not delivered, because your account here is not active.', '')
    case 'refused_files':
      return about(
        `Some files that you sent by email were not attached to ticket #${ticketNumber}. Your message itself was received.`,
        '',
      )
    case 'stopped':
      return about(
        `${message === 'copy' ? 'You no longer get copies of this ticket' : `You no longer get emails ${stoppedMails[message] ?? 'of this kind'}`}: someone used the link in one of our emails to you. If it was you, there is nothing to do. If not, use the link below to get them again.`,
        '',
      )
    case 'comment':
      return about(`${actor} commented on a ticket assigned to you.`)
    case 'reopened':
      return about(`${actor} ${message && 'replied and '}reopened a ticket assigned to you.`)
    case 'taken_over':
      return about(`${actor} took over a ticket that was assigned to you.`)
    case 'mention':
      return about(`${actor} mentioned you in an internal note.`, '')
    case 'unassigned':
      return about(`${actor} opened a new ticket.`)
    case 'followed':
      return about(`${actor} ${message ? 'replied to' : 'updated'} a ticket you follow.`)
    case 'assigned':
      return about(`${actor} assigned a ticket to you.`, '')
    case 'status':
      return about(`${actor} set the status of your ticket to ${label(message)}.`, '')
    default:
      return about(`${actor} changed your ticket.`)
  }
}

import { oneLine } from '../_shared/mail-html.ts'
import type { Notification } from './notification.ts'
import { nameOf } from './people.ts'
import * as texts from './texts.ts'

const label = (status: string) => texts.statusLabels[status] ?? status

export interface Description {
  /** One sentence about the event. */
  sentence: string
  /** A text written by a person, as Markdown; empty when the event has none. */
  body: string
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
  const person = nameOf(actorName, authorAddress)
  const actor = authorAddress && !isFromRequester ? texts.inCopy(person) : person
  const about = (sentence: string, body = message) => ({ sentence, body })
  switch (kind) {
    case 'reply':
      return about(
        isFromStaff
          ? texts.replied(actor, newStatus && label(newStatus))
          : texts.guestWrote(person, isFromRequester, true),
      )
    case 'copy':
      return about(
        isFromStaff ? texts.repliedInCopy(actor) : texts.guestWrote(person, isFromRequester, false),
      )
    case 'forward':
      return about(
        texts.forwarded(nameOf(actorName, ''), oneLine(author)) + (note ? `\n\n${note.trim()}` : ''),
      )
    case 'opened':
      return about(texts.opened(actor))
    case 'received':
      return about(texts.received(ticketNumber), '')
    case 'refused':
      return about(texts.refused, '')
    case 'refused_files':
      return about(texts.filesRefused(ticketNumber), '')
    case 'stopped':
      return about(texts.mailsStopped(message), '')
    case 'comment':
      return about(texts.commented(actor))
    case 'reopened':
      return about(texts.reopened(actor, message !== ''))
    case 'woken':
      return about(texts.woken, '')
    case 'reply_held':
      return about(texts.replyHeld, '')
    case 'taken_over':
      return about(texts.takenOver(actor))
    case 'mention':
      return about(texts.mentioned(actor), '')
    case 'unassigned':
      return about(texts.openedNew(actor))
    case 'followed':
      return about(texts.followed(actor, message !== ''))
    case 'assigned':
      return about(texts.assigned(actor))
    case 'assigned_many':
      return about(texts.assignedMany(actor))
    case 'taken_over_many':
      return about(texts.takenOverMany(actor))
    case 'status':
      return about(texts.statusSet(actor, label(message)), '')
    default:
      return about(texts.changed(actor))
  }
}

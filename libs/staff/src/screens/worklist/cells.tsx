import { ArrowRightIcon, ClockIcon, formatDateTime } from '@helpdesk/ui'
import { Link } from '@helpdesk/ui/router'
import { createdAgo } from '../../model/created-ago'
import { shortAge, waitTone } from '../../model/waiting'
import { isFound } from '@helpdesk/tickets/model/found-tickets'
import { priorityWord } from '@helpdesk/tickets/model/priorities'
import { statusWord } from '@helpdesk/tickets/model/statuses'
import { marksOf } from '@helpdesk/tickets/model/ticket-fields'
import { iconOfPriority, iconOfStatus } from '@helpdesk/tickets/screens/badges/icons'
import { FoundLine, Subject } from '@helpdesk/tickets/screens/found/lazy'
import { PersonLine } from './PersonLine'
import type { RowView } from './row-view'
import * as texts from './row-texts'

// Plain elements, styled by the table: a row of styled components costs ten times as much, and fast scrolling renders
// thirty rows in one frame.

export function StatusCell({ ticket: { status } }: RowView) {
  const Icon = iconOfStatus(status)
  const word = statusWord(status)
  return (
    <span data-mark={`status-${status}`} title={word}>
      <Icon size={14} />
      <span data-word>{word}</span>
    </span>
  )
}

export function PriorityCell({ ticket: { priority } }: RowView) {
  const Icon = iconOfPriority(priority)
  const word = priorityWord(priority)
  return (
    <span data-mark={`priority-${priority}`} title={word}>
      <Icon size={14} />
      <span data-word>{word}</span>
    </span>
  )
}

/** Tags shown in a row; the others are counted. */
const TAGS_SHOWN = 2

export const SubjectCell = ({ ticket, now, mark }: RowView) => (
  <span data-lines>
    <span data-line title={ticket.subject}>
      {ticket.unread && (
        <span data-unread-mark title={texts.unread}>
          <span data-hidden>{texts.unread}</span>
        </span>
      )}
      {ticket.number && <span data-number>#{ticket.number}</span>}
      <span data-text dir="auto" id={`subject-${ticket.id}`}>
        <Subject ticket={ticket} />
      </span>
      {mark && <span data-tag="mark">{mark}</span>}
    </span>
    {isFound(ticket) && ticket.found_in !== null ? (
      <FoundLine ticket={ticket} />
    ) : (
      <LastMessage ticket={ticket} now={now} />
    )}
  </span>
)

/** The last public message: its author unless that is the customer, and its first words; then the tags. */
const LastMessage = ({ ticket, now }: Pick<RowView, 'ticket' | 'now'>) => {
  const { last_message_at: at, last_message_name: name, last_message_from: from } = ticket
  const tags = ticket.desk_tags ?? []
  return (
    <span data-line data-preview>
      <span data-text dir="auto" title={at ? texts.lastMessage(formatDateTime(at), name) : undefined}>
        {name && from !== 'requester' && (
          <span data-author>
            <bdi>{name}</bdi>:{' '}
          </span>
        )}
        {ticket.last_message_preview}
      </span>
      {ticket.last_message_unverified && (
        <span data-tag="mark" title={texts.unverifiedHint}>
          {texts.unverified}
        </span>
      )}
      {marksOf(ticket, now).map(([field, mark]) => (
        <span key={field} data-tag="mark">
          {mark}
        </span>
      ))}
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} data-tag>
          {tag}
        </span>
      ))}
      {tags.length > TAGS_SHOWN && (
        <span data-tag title={tags.join(', ')}>
          +{tags.length - TAGS_SHOWN}
        </span>
      )}
    </span>
  )
}

export const CustomerCell = ({ customer }: RowView) => <PersonLine person={customer} />

/** The one age of a row. A customer who waits long for an answer is a mark beside it. */
export const CreatedCell = ({ ticket, now }: RowView) => {
  const since = waitingSince(ticket)
  return (
    <span data-age>
      <time data-text dateTime={ticket.created_at} title={formatDateTime(ticket.created_at)}>
        {createdAgo(ticket.created_at, now)}
      </time>
      {since && (
        <span data-wait={waitTone(since, now)} title={texts.waitingSince(formatDateTime(since))}>
          <ClockIcon size={12} />
          <span data-hidden>{texts.waitsForAnswer}</span>
        </span>
      )}
    </span>
  )
}

/** Time since the oldest message of the customer without an answer. */
export const WaitingCell = ({ ticket, now }: RowView) => {
  const since = waitingSince(ticket)
  return since ? (
    <time data-wait={waitTone(since, now)} dateTime={since} title={texts.waitingSince(formatDateTime(since))}>
      {shortAge(since, now)}
    </time>
  ) : null
}

const waitingSince = ({ waiting_since: since, status }: RowView['ticket']) =>
  status === 'solved' || status === 'closed' ? null : since

export const DetailsCell = ({ ticket }: RowView) => (
  <Link
    to={`/tickets/${ticket.id}`}
    aria-describedby={`subject-${ticket.id}`}
    title={texts.viewDetails}
    data-button=""
    data-action
  >
    <span data-word>{texts.viewDetails}</span>
    <ArrowRightIcon size={14} />
  </Link>
)

export const ChooseCell = ({ ticket, chosen, actions }: RowView) => (
  <label>
    <input
      type="checkbox"
      checked={chosen}
      aria-label={texts.selectTicket(ticket.subject)}
      onChange={() => undefined}
      onClick={(event) => actions.choose(ticket.id, event.shiftKey)}
    />
  </label>
)

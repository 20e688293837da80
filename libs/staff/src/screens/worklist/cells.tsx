import { formatDateTime } from '@helpdesk/ui'
import { Link } from '@helpdesk/ui/router'
import type { Person } from '../../api/people-cache'
import { createdAgo } from '../../model/created-ago'
import { statusWord } from '@helpdesk/tickets/model/statuses'
import { priorityIcons, statusIcons } from '@helpdesk/tickets/screens/badges/icons'
import { FoundLine, Subject } from '@helpdesk/tickets/screens/found/lazy'
import type { RowView } from './row-view'

// Plain elements, styled by the table: a row of styled components costs ten times as much, and fast scrolling renders
// thirty rows in one frame.

export function StatusCell({ ticket: { status } }: RowView) {
  const Icon = statusIcons[status]
  return (
    <span data-mark={`status-${status}`}>
      <Icon size={14} />
      {statusWord(status)}
    </span>
  )
}

export function PriorityCell({ ticket: { priority } }: RowView) {
  const Icon = priorityIcons[priority]
  return (
    <span data-mark={`priority-${priority}`} data-plain>
      <Icon size={14} />
      {priority}
    </span>
  )
}

export const SubjectCell = ({ ticket }: RowView) => (
  <>
    <span data-text title={ticket.subject}>
      {ticket.number && <span data-number>#{ticket.number}</span>}
      <span id={`subject-${ticket.id}`}>
        <Subject ticket={ticket} />
      </span>
    </span>
    <FoundLine ticket={ticket} />
  </>
)

/** A person's e-mail, else their name; handles loading and deleted profiles. */
export function PersonText({ person }: { person: Person | null | undefined }) {
  const text = person === undefined ? 'Loading...' : (person?.email ?? person?.name ?? 'Unknown')
  return (
    <span data-text data-quiet={!person || undefined} title={person ? `${person.name} · ${text}` : undefined}>
      {text}
    </span>
  )
}

export const CustomerCell = ({ customer }: RowView) => <PersonText person={customer} />

export const CreatedCell = ({ ticket, now }: RowView) => (
  <time data-text dateTime={ticket.created_at} title={formatDateTime(ticket.created_at)}>
    {createdAgo(ticket.created_at, now)}
  </time>
)

export const DetailsCell = ({ ticket }: RowView) => (
  <Link to={`/tickets/${ticket.id}`} aria-describedby={`subject-${ticket.id}`} data-button="">
    View Details
  </Link>
)

export const ChooseCell = ({ ticket, chosen, actions }: RowView) => (
  <input
    type="checkbox"
    checked={chosen}
    aria-label={`Select ${ticket.subject}`}
    onChange={() => undefined}
    onClick={(event) => actions.choose(ticket.id, event.shiftKey)}
  />
)

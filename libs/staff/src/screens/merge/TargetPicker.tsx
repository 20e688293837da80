import { failureText } from '@helpdesk/tickets/model/errors'
import { foundLabel } from '@helpdesk/tickets/model/found-label'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { Marked } from '@helpdesk/tickets/screens/found/Marked'
import type { BulkTarget } from '../../model/bulk'
import type { MergeTarget } from '../../model/merge'
import * as texts from '../../model/merge-texts'
import { useFoundTickets } from '../../palette/use-found-tickets'
import { Picker, type PickerItem } from '../controls/Picker'

interface TargetPickerProps {
  label: string
  sources: readonly BulkTarget[]
  suggestions: readonly MergeTarget[]
  /** What is looked for. The dialog keeps it while it shows something else. */
  query: string
  onQuery: (query: string) => void
  onPick: (target: MergeTarget) => void
  onClose: () => void
}

interface Choice extends PickerItem {
  ticket: MergeTarget
}

/** Finds a ticket by number or words; before that, suggests other tickets of the requester. */
export function TargetPicker(props: TargetPickerProps) {
  const { label, sources, suggestions, query, onQuery, onPick, onClose } = props
  const { data, error, searching } = useFoundTickets(query)
  // Several selected tickets may be merged into one of them.
  const isSource = (id: string) => sources.length === 1 && sources[0]?.id === id
  const found = (data ?? []).filter(({ id }) => !isSource(id))
  const own = sources.length > 1 ? sources.filter(isTarget) : suggestions
  const items: Choice[] = query.trim()
    ? found.map((ticket) => ({
        id: ticket.id,
        ticket,
        label: <Marked text={ticket.marked_subject} />,
        aside: ticketRef(ticket),
        detail: [ticket.requester_name, statusLabel(ticket.status), foundLabel(ticket)]
          .filter(Boolean)
          .join(' · '),
      }))
    : own.map((ticket) => ({
        id: ticket.id,
        ticket,
        label: ticket.subject,
        aside: ticketRef(ticket),
        detail: ticket.requester_name,
      }))
  const empty = !query.trim()
    ? texts.typeToFind
    : searching
      ? texts.searching
      : error
        ? failureText(error)
        : texts.nothingFound
  return (
    <Picker
      label={label}
      placeholder={texts.findPlaceholder}
      query={query}
      onQuery={onQuery}
      items={items}
      onPick={({ ticket }) => onPick(ticket)}
      onClose={onClose}
      empty={empty}
    />
  )
}

const isTarget = (ticket: BulkTarget): ticket is BulkTarget & MergeTarget => ticket.subject !== undefined

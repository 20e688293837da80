import { chakra, Dialog } from '@helpdesk/ui'
import { Picker } from '../screens/controls/Picker'
import { useState, type ReactNode } from 'react'
import { failureText } from '@helpdesk/tickets/model/errors'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import { foundLabel } from '@helpdesk/tickets/model/found-label'
import { FoundLine } from '@helpdesk/tickets/screens/found/FoundLine'
import { Marked } from '@helpdesk/tickets/screens/found/Marked'
import type { Offer } from './commands'
import { findOffers, ticketIdIn, ticketNumberIn } from './find-offers'
import { Keys } from '../keys/Keys'
import { useFoundTickets } from './use-found-tickets'

interface CommandPaletteProps {
  offered: readonly Offer[]
  /** Runs the chosen command after the palette has closed. */
  onRun: (run: () => void) => void
  go: (path: string) => void
  onClose: () => void
}

interface Item {
  id: string
  label: ReactNode
  detail?: ReactNode
  aside?: ReactNode
  run: () => void
}

/** Lists the available commands with their shortcuts, and tickets that match the text. */
export function CommandPalette({ offered, onRun, go, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const found = useFoundTickets(query)
  const id = ticketIdIn(query)
  const commands: Item[] = findOffers(
    offered.filter(({ command }) => command.id !== 'palette'),
    query,
  ).map(({ command, run }) => ({
    id: command.id,
    label: command.group === 'Go to' ? `Go to ${command.title}` : command.title,
    aside: command.keys[0] && <Keys keys={command.keys[0]} />,
    run,
  }))
  const tickets: Item[] = (found.data ?? []).map((ticket) => ({
    id: ticket.id,
    label: <Marked text={ticket.marked_subject} />,
    aside: <TicketNumber>#{ticket.number}</TicketNumber>,
    detail: (
      <>
        {statusLabel(ticket.status)}
        {foundLabel(ticket) && ' · '}
        <FoundLine ticket={ticket} />
      </>
    ),
    run: () => go(`/tickets/${ticket.id}`),
  }))
  const items: Item[] = [
    // Enter opens the ticket with the typed number.
    ...(ticketNumberIn(query) === null ? [...commands, ...tickets] : [...tickets, ...commands]),
    ...(id ? [{ id, label: `Open ticket #${id}`, run: () => go(`/tickets/${id}`) }] : []),
  ]
  const empty = found.searching
    ? 'Searching tickets…'
    : found.error
      ? failureText(found.error)
      : 'No commands or tickets found.'
  return (
    <Dialog title="Commands" lightDismiss onClose={onClose}>
      <Picker
        label="Find a command or a ticket"
        placeholder="Type a command, words of a ticket or its number..."
        query={query}
        onQuery={setQuery}
        items={items}
        onPick={({ run }) => onRun(run)}
        onClose={onClose}
        empty={empty}
      />
    </Dialog>
  )
}

const TicketNumber = chakra('span', {
  base: { color: 'fg.muted', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
})

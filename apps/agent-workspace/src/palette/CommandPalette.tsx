import { Dialog } from '@helpdesk/ui'
import { Picker } from '@helpdesk/staff/screens/controls/Picker'
import { useState, type ReactNode } from 'react'
import { failureText } from '@helpdesk/tickets/model/errors'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import type { Offer } from './commands'
import { findOffers, ticketIdIn } from './find-offers'
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
  label: string
  detail?: ReactNode
  aside?: ReactNode
  run: () => void
}

/** Lists the available commands with their shortcuts, and tickets by subject. */
export function CommandPalette({ offered, onRun, go, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const found = useFoundTickets(query)
  const id = ticketIdIn(query)
  const items: Item[] = [
    ...findOffers(
      offered.filter(({ command }) => command.id !== 'palette'),
      query,
    ).map(({ command, run }) => ({
      id: command.id,
      label: command.group === 'Go to' ? `Go to ${command.title}` : command.title,
      aside: command.keys[0] && <Keys keys={command.keys[0]} />,
      run,
    })),
    ...(id ? [{ id, label: `Open ticket #${id}`, run: () => go(`/tickets/${id}`) }] : []),
    ...(found.data ?? []).map((ticket) => ({
      id: ticket.id,
      label: ticket.subject,
      detail: `Ticket, ${statusLabel(ticket.status)}`,
      run: () => go(`/tickets/${ticket.id}`),
    })),
  ]
  const empty = found.searching
    ? 'Searching tickets…'
    : found.error
      ? failureText(found.error)
      : 'No command and no ticket has these words.'
  return (
    <Dialog title="Commands" lightDismiss onClose={onClose}>
      <Picker
        label="Find a command or a ticket"
        placeholder="Type a command or the subject of a ticket..."
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

import { chakra, Dialog } from '@helpdesk/ui'
import { Picker } from '../screens/controls/Picker'
import { useState, type ReactNode } from 'react'
import { failureText } from '@helpdesk/tickets/model/errors'
import { parseTicketNumber } from '@helpdesk/tickets/model/ticket-number'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import { foundLabel } from '@helpdesk/tickets/model/found-label'
import { FoundLine } from '@helpdesk/tickets/screens/found/FoundLine'
import { Marked } from '@helpdesk/tickets/screens/found/Marked'
import type { Offer } from './commands'
import { findOffers, ticketIdIn } from './find-offers'
import { Keys } from '../keys/Keys'
import type { Macro } from '../model/macros'
import * as texts from './texts'
import { useAccountOffers } from './use-account-offers'
import { useListOffers } from './use-list-offers'
import { useFoundMacros } from './use-found-macros'
import { ticketsPath, useFoundPeople } from './use-found-people'
import { useFoundTickets } from './use-found-tickets'

interface CommandPaletteProps {
  offered: readonly Offer[]
  /** Whether a list is on the screen. */
  hasList: boolean
  /** Path of the list of all tickets. */
  allTickets: string | undefined
  /** Inserts a macro into the reply; absent without an open ticket. */
  insertMacro: ((macro: Macro) => void) | undefined
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

/** Lists the available commands with their shortcuts, and the tickets, people and macros that match the text. */
export function CommandPalette({
  offered,
  hasList,
  allTickets,
  insertMacro,
  onRun,
  go,
  onClose,
}: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const found = useFoundTickets(query)
  const people = useFoundPeople(query)
  const macros = useFoundMacros(insertMacro ? query : '')
  const more = [...useListOffers(hasList), ...useAccountOffers()]
  const id = ticketIdIn(query)
  const number = parseTicketNumber(query)
  const commands: Item[] = findOffers(
    [...offered.filter(({ command }) => command.id !== 'palette'), ...more],
    query,
  ).map(({ command, run }) => ({
    id: command.id,
    label: command.group === texts.goTo ? texts.goToPlace(command.title) : command.title,
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
  const persons: Item[] = allTickets
    ? people.map((person) => ({
        id: person.id,
        label: texts.ticketsOf(person.name),
        detail: person.email,
        run: () => go(ticketsPath(allTickets, person)),
      }))
    : []
  const insertions: Item[] = macros.map((macro) => ({
    id: macro.id,
    label: texts.insertMacro(macro.name),
    detail: macro.body,
    run: () => insertMacro?.(macro),
  }))
  // Enter opens the ticket with the typed number, also before the search has found it.
  const isKnown = found.data?.some((ticket) => ticket.number === number)
  const numbered: Item[] =
    number === undefined || isKnown
      ? []
      : [{ id: 'number', label: texts.openTicket(number), run: () => go(`/tickets/${number}`) }]
  const items: Item[] = [
    ...(number === undefined
      ? [...commands, ...insertions, ...persons, ...tickets]
      : [...numbered, ...tickets, ...commands]),
    ...(id ? [{ id, label: texts.openTicketId(id), run: () => go(`/tickets/${id}`) }] : []),
  ]
  const empty = found.searching
    ? texts.searchingTickets
    : found.error
      ? failureText(found.error)
      : texts.nothingFound
  return (
    <Dialog title={texts.commands} lightDismiss onClose={onClose}>
      <Picker
        label={texts.findLabel}
        placeholder={texts.findPlaceholder}
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

import { useAuth } from '@helpdesk/auth'
import { useLocation, useNavigate } from '@helpdesk/ui/router'
import { useEffect, useEffectEvent, useReducer, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { BulkChange, BulkTarget } from '../../model/bulk'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { clearChosen, moveCursor } from '../../model/selection'
import { useProvideWorklistCommands, type WorklistCommands } from '../../state/worklist-commands'
import { setLastList, takeLeftTicket } from '../../state/last-list'
import type { RowActions } from './row-view'
import { useSplitCursor } from './use-split-cursor'
import type { useSelection } from './use-selection'

export type RowKeyHandler = (event: KeyboardEvent<HTMLElement>) => void

export interface WorklistKeyboardProps {
  tickets: readonly TicketSummary[] | undefined
  /** The list's name. */
  label: string
  hasMore: boolean
  /** The ticket of the cursor is open beside the list. */
  isSplit: boolean
  selection: ReturnType<typeof useSelection>
  /** The selected tickets. */
  selected: readonly BulkTarget[]
  chooseAll: () => void
  claim: RowActions['claim']
  /** Changes tickets and shows the result. */
  onChange: (tickets: readonly BulkTarget[], change: BulkChange) => void
  searchRef: RefObject<HTMLInputElement | null>
  /** Moves to the first row, and calls `onFirst`. */
  toFirst: boolean
  onFirst: () => void
  /** Receives the handler for keys on rows. */
  handler: RefObject<RowKeyHandler | null>
}

/** The focused row: the Tab key may have moved the focus away from the cursor. */
const focusedRow = (): string | undefined =>
  document.activeElement instanceof HTMLTableRowElement ? document.activeElement.dataset.id : undefined

const rowOf = (id: string) => document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)

/** Scrolls to the position of a row that is not rendered. */
function scrollToRow(index: number) {
  const table = document.querySelector<HTMLElement>('table[role=table]')
  if (!table) return
  const top = table.getBoundingClientRect().top + scrollY + index * Number(table.dataset.rowHeight)
  scrollTo({ top: top - innerHeight / 2 })
}

/**
 * The worklist's keys: on a focused row the arrows move, with shift they select, `x` selects, Enter opens. Provides the
 * same commands to page-wide shortcuts. Renders nothing.
 */
export function WorklistKeyboard(props: WorklistKeyboardProps) {
  const { tickets, label, hasMore, isSplit, selection, selected, onChange, claim, searchRef, handler } = props
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const userId = useAuth().user?.id
  const { cursor } = selection.selection
  // Counted, since at the end of the list the cursor stays but must still get the focus. In the state, since the effects
  // of an earlier rendering may run after a key: they must not focus the old row in place of the new one.
  const [moves, countMove] = useReducer((count: number) => count + 1, 0)
  const focused = useRef(moves)
  const order = () => tickets?.map(({ id }) => id) ?? []
  const current = () => {
    const id = focusedRow() ?? cursor
    return tickets?.find((ticket) => ticket.id === id)
  }
  const targets = (): readonly BulkTarget[] => {
    const one = current()
    return selected.length > 0 ? selected : one ? [one] : []
  }

  useEffect(() => {
    if (!tickets || !userId) return
    setLastList({ userId, href: pathname + search, ids: tickets.map(({ id }) => id), label, hasMore })
  }, [tickets, userId, pathname, search, label, hasMore])
  useSplitCursor(isSplit, tickets, selection)
  // After return from a ticket, the cursor is on its row.
  const loaded = tickets !== undefined
  const returnToRow = useEffectEvent(() => {
    const id = takeLeftTicket()
    if (!id || !order().includes(id)) return
    countMove()
    selection.moveTo(id)
  })
  useEffect(() => {
    if (loaded) returnToRow()
  }, [loaded])

  const goToFirst = useEffectEvent(() => {
    props.onFirst()
    const [first] = order()
    if (first === undefined) return
    countMove()
    selection.moveTo(first)
  })
  useEffect(() => {
    if (props.toFirst) goToFirst()
  }, [props.toFirst])

  useEffect(() => {
    if (focused.current === moves || cursor === null) return
    focused.current = moves
    const row = rowOf(cursor)
    if (row) return row.focus()
    const index = tickets?.findIndex(({ id }) => id === cursor) ?? -1
    if (index < 0) return
    scrollToRow(index)
    const frame = requestAnimationFrame(() => rowOf(cursor)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [cursor, tickets, moves])

  const commands: WorklistCommands = {
    focusSearch: () => searchRef.current?.focus(),
    move: (by, extend) => {
      countMove()
      const at = focusedRow()
      selection.change((now) => moveCursor(at ? { ...now, cursor: at } : now, order(), by, extend))
    },
    toggle: () => {
      const ticket = current()
      if (ticket) selection.choose(ticket.id, false)
    },
    toggleAll: props.chooseAll,
    clearSelection: () => selection.change(clearChosen),
    open: () => {
      const ticket = current()
      if (ticket) void navigate(`/tickets/${ticket.id}`)
    },
    claim: () => {
      const ticket = current()
      if (selected.length > 0 && userId) onChange(selected, { assigned_to: userId })
      else if (ticket) claim(ticket)
    },
    isTaken: () => {
      const ticket = current()
      return selected.length === 0 && !!ticket?.assigned_to && ticket.assigned_to !== userId
    },
    change: (change) => onChange(targets(), change),
    chosen: () => selected.length,
    targets,
  }
  useProvideWorklistCommands(commands)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // A control in a row has keys of its own.
    if (!focusedRow() || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      commands.move(event.key === 'ArrowDown' ? 1 : -1, event.shiftKey)
    else if (event.key === 'x') commands.toggle()
    else if (event.key === 'Enter') commands.open()
    else if (event.key === 'Escape' && selected.length > 0) commands.clearSelection()
    else return
    event.preventDefault()
    // Page-wide shortcuts must not handle the key again.
    event.stopPropagation()
  }
  useEffect(() => {
    handler.current = onKeyDown
  })
  return null
}

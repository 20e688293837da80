import { useNavigate } from '@helpdesk/ui/router'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { TicketSummary } from '../../model/rows'
import { clearChosen, moveCursor } from '../../model/selection'
import { useOfferWorklist, type WorklistCommands } from './commands'
import type { RowActions } from './row-view'
import { CARD_HEIGHT, ROW_HEIGHT } from './table-dress'
import type { useSelection } from './use-selection'

export type RowKeyHandler = (event: KeyboardEvent<HTMLElement>) => void

export interface WorklistKeysProps {
  tickets: readonly TicketSummary[] | undefined
  selection: ReturnType<typeof useSelection>
  claim: RowActions['claim']
  searchRef: RefObject<HTMLInputElement | null>
  /** Where the rows find their handler. */
  handler: RefObject<RowKeyHandler | null>
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)

/** Brings a row that is not drawn to where it will be. */
function bringNear(index: number) {
  const table = document.querySelector<HTMLElement>('table[role=table]')
  if (!table) return
  const height = table.hasAttribute('data-cards') ? CARD_HEIGHT : ROW_HEIGHT
  const top = table.getBoundingClientRect().top + scrollY + index * height
  scrollTo({ top: top - innerHeight / 2 })
}

/**
 * The list by keyboard: on a focused row the arrows move, with shift they choose, `x` chooses, Enter opens. The same
 * commands are offered to whoever binds keys for the whole page. Comes after the first paint, and draws nothing.
 */
export function WorklistKeys({ tickets, selection, claim, searchRef, handler }: WorklistKeysProps) {
  const navigate = useNavigate()
  const { cursor } = selection.selection
  const moved = useRef(false)
  const order = () => (tickets ?? []).map(({ id }) => id)
  const current = () => tickets?.find(({ id }) => id === cursor)

  useEffect(() => {
    if (!moved.current || cursor === null) return
    moved.current = false
    const row = rowOf(cursor)
    if (row) return row.focus()
    bringNear(tickets?.findIndex(({ id }) => id === cursor) ?? 0)
    const frame = requestAnimationFrame(() => rowOf(cursor)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [cursor, tickets])

  const commands: WorklistCommands = {
    focusSearch: () => searchRef.current?.focus(),
    move: (by, extend) => {
      moved.current = true
      selection.change((now) => moveCursor(now, order(), by, extend))
    },
    toggle: () => cursor !== null && selection.choose(cursor, false),
    toggleAll: selection.chooseAll,
    clearSelection: () => selection.change(clearChosen),
    open: () => cursor !== null && void navigate(`/tickets/${cursor}`),
    claim: () => {
      const ticket = current()
      if (ticket) claim(ticket)
    },
    focusBulkBar: () =>
      document.querySelector<HTMLElement>('[role=toolbar][aria-label="Selected tickets"] button')?.focus(),
  }
  useOfferWorklist(commands)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const id = event.target instanceof HTMLTableRowElement ? event.target.dataset.id : undefined
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // The tab key may have brought the focus here.
      if (cursor !== id) selection.change((now) => ({ ...now, cursor: id }))
      commands.move(event.key === 'ArrowDown' ? 1 : -1, event.shiftKey)
    } else if (event.key === 'x') selection.choose(id, false)
    else if (event.key === 'Enter') void navigate(`/tickets/${id}`)
    else if (event.key === 'Escape' && selection.selection.chosen.size > 0) selection.change(clearChosen)
    else return
    event.preventDefault()
    // What the row has done is not done again by a key of the page.
    event.stopPropagation()
  }
  useEffect(() => {
    handler.current = onKeyDown
  })
  return null
}

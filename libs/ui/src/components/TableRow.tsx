import type { KeyboardEvent, MouseEvent } from 'react'
import type { DataTableColumn, IndexedRow } from './data-table-types'

export interface TableRowProps {
  row: IndexedRow
  columns: readonly DataTableColumn<IndexedRow>[]
  onOpen?: (row: IndexedRow) => void
  label?: string
}

/** A row; when it opens, it takes focus, Enter opens it and arrows move to its neighbours. */
export function TableRow({ row, columns, onOpen, label }: TableRowProps) {
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!isOwnControl(event) && !getSelection()?.toString()) onOpen?.(row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen?.(row)
    const neighbour = neighbourOf(event.currentTarget, event.key)
    if (!neighbour) return
    event.preventDefault()
    neighbour.focus()
  }
  const opens = onOpen ? { tabIndex: 0, onClick, onKeyDown, 'data-opens': true, 'aria-label': label } : {}
  return (
    <tr role="row" {...opens}>
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          data-label={column.hideHeader ? undefined : column.header}
          data-primary={column.primary || undefined}
          style={{ textAlign: column.align }}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

const neighbourOf = (row: HTMLElement, key: string): HTMLElement | undefined => {
  const next =
    key === 'ArrowDown' ? row.nextElementSibling : key === 'ArrowUp' ? row.previousElementSibling : null
  return next instanceof HTMLElement ? next : undefined
}

/** A click on a link, button or field inside the row belongs to that, not to the row. */
const isOwnControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null

import { ArrowDownIcon, ArrowUpIcon } from '@helpdesk/ui'
import type { TicketSort } from '@helpdesk/tickets/model/ticket-list'
import type { ListColumn } from '../../model/list-columns'
import type { TicketColumn } from './columns'
import { isSizable, SizeHandle } from './SizeHandle'
import * as texts from './row-texts'

/** The order of a list, and how its headers change it. */
export interface TableOrder {
  sort: TicketSort | 'relevance'
  ascending: boolean
  /** Orders that the list offers. */
  sorts: readonly string[]
  onSort: (sort: TicketSort) => void
}

interface HeaderRowProps {
  columns: readonly TicketColumn[]
  /** Absent where the order is fixed. */
  order?: TableOrder
  /** Number of selected tickets. */
  chosen: number
  allChosen: boolean
  onChooseAll?: () => void
  /** Gives a column another width; absent where widths are fixed. */
  onSize?: ((id: ListColumn, width: number | undefined) => void) | undefined
}

/** The column titles, which sort the list, and the checkbox that selects all tickets. */
export function HeaderRow({ columns, order, chosen, allChosen, onChooseAll, onSize }: HeaderRowProps) {
  return (
    <tr role="row" aria-rowindex={1}>
      {columns.map(({ id, title, sort, width }) => {
        const isSorted = sort !== undefined && order?.sort === sort
        const Arrow = order?.ascending ? ArrowUpIcon : ArrowDownIcon
        return (
          <th
            key={id}
            role="columnheader"
            scope="col"
            data-column={id}
            // On a narrower page than the one on which it was sized, the subject keeps some room.
            style={onSize && width !== undefined ? { width: `min(${width}px, 18vw)` } : undefined}
            aria-sort={isSorted ? (order?.ascending ? 'ascending' : 'descending') : undefined}
          >
            {id === 'choose' ? (
              <label>
                <input
                  type="checkbox"
                  checked={chosen > 0}
                  ref={(box) => void (box && (box.indeterminate = chosen > 0 && !allChosen))}
                  onChange={onChooseAll}
                />
                <span data-word>{texts.selectAll}</span>
              </label>
            ) : sort && order?.sorts.includes(sort) ? (
              <button type="button" title={texts.sortByColumn(title)} onClick={() => order.onSort(sort)}>
                <span data-word>{title}</span>
                {isSorted && <Arrow size={12} />}
              </button>
            ) : (
              <span data-word>{title}</span>
            )}
            {onSize && isSizable(id) && <SizeHandle id={id} title={title} onSize={onSize} />}
          </th>
        )
      })}
    </tr>
  )
}

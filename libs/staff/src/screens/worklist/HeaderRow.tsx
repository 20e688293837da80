import { ArrowDownIcon, ArrowUpIcon } from '@helpdesk/ui'
import type { TicketSort } from '@helpdesk/tickets/model/ticket-list'
import type { TicketColumn } from './columns'
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
}

/** The column titles, which sort the list, and the checkbox that selects all tickets. */
export function HeaderRow({ columns, order, chosen, allChosen, onChooseAll }: HeaderRowProps) {
  return (
    <tr role="row" aria-rowindex={1}>
      {columns.map(({ id, title, sort }) => {
        const isSorted = sort !== undefined && order?.sort === sort
        const Arrow = order?.ascending ? ArrowUpIcon : ArrowDownIcon
        return (
          <th
            key={id}
            role="columnheader"
            scope="col"
            data-column={id}
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
          </th>
        )
      })}
    </tr>
  )
}

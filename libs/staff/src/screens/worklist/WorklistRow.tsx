import { memo } from 'react'
import type { TicketColumn } from './columns'
import type { RowView } from './row-view'

interface WorklistRowProps extends RowView {
  columns: readonly TicketColumn[]
  /** Place in the whole list, from 0. */
  index: number
  /** The one row of the list in the tab order. */
  tabbable: boolean
  /** Its ticket is open beside the list. */
  current: boolean
  /** It no longer matches the list's filter and will be taken out. */
  leaving: boolean | undefined
}

/** One ticket; memoized, since a list renders many. */
export const WorklistRow = memo(function WorklistRow({
  columns,
  index,
  tabbable,
  current,
  leaving,
  ...view
}: WorklistRowProps) {
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-id={view.ticket.id}
      data-chosen={view.chosen || undefined}
      data-unread={view.ticket.unread || undefined}
      data-current={current || undefined}
      data-leaving={leaving || undefined}
      tabIndex={tabbable ? 0 : -1}
    >
      {columns.map(({ id, Cell }) => (
        <td key={id} role="cell" data-column={id}>
          <Cell {...view} />
        </td>
      ))}
    </tr>
  )
})

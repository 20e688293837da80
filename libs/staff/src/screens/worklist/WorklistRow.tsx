import { memo } from 'react'
import { isFound } from '@helpdesk/tickets/model/found-tickets'
import type { TicketColumn } from './columns'
import type { RowView } from './row-view'

interface WorklistRowProps extends RowView {
  columns: readonly TicketColumn[]
  /** Place in the whole list, from 0. */
  index: number
  /** The one row of the list in the tab order. */
  tabbable: boolean
}

/** One ticket; memoized, since a list renders many. */
export const WorklistRow = memo(function WorklistRow({
  columns,
  index,
  tabbable,
  ...view
}: WorklistRowProps) {
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-id={view.ticket.id}
      data-chosen={view.chosen || undefined}
      data-hit={(isFound(view.ticket) && view.ticket.found_in !== null) || undefined}
      tabIndex={tabbable ? 0 : -1}
    >
      {columns.map(({ id, columnDef: { meta } }) => (
        <td key={id} role="cell" data-column={id}>
          {meta && <meta.Cell {...view} />}
        </td>
      ))}
    </tr>
  )
})

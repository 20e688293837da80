import { metaHelper, tableFeatures, type Column, type ColumnDef } from '@tanstack/react-table'
import type { ComponentType, CSSProperties } from 'react'
import type { Place } from '../../model/long-list'
import { AssigneeCell } from './AssigneeCell'
import {
  ChooseCell,
  CreatedCell,
  CustomerCell,
  DetailsCell,
  PriorityCell,
  StatusCell,
  SubjectCell,
} from './cells'
import type { RowView } from './row-view'

interface ColumnView {
  /** Takes props, not the library's context, so that rows stay memoized. */
  Cell: ComponentType<RowView>
  /** Fixed, so that nothing moves when data arrives; the subject takes the rest. */
  width?: string
}

/** No feature of the library: the server sorts and filters, and the selection crosses pages. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnView>() })

type Features = typeof features
export type TicketColumn = Column<Features, Place>

const column = (id: string, header: string, meta: ColumnView): ColumnDef<Features, Place> => ({
  id,
  header,
  meta,
})

/** Section 2.14: the seven columns, in this order. */
export const COLUMNS = [
  column('status', 'Status', { Cell: StatusCell, width: '7rem' }),
  column('priority', 'Priority', { Cell: PriorityCell, width: '5.75rem' }),
  column('subject', 'Subject', { Cell: SubjectCell }),
  column('customer', 'Customer', { Cell: CustomerCell, width: '12.5rem' }),
  column('created', 'Created', { Cell: CreatedCell, width: '8.25rem' }),
  column('assignee', 'Assigned To', { Cell: AssigneeCell, width: '10rem' }),
  column('actions', 'Actions', { Cell: DetailsCell, width: '6.25rem' }),
]
const widthsAfterSubject = COLUMNS.slice(COLUMNS.findIndex(({ id }) => id === 'subject') + 1).map(
  ({ meta }) => meta?.width,
)
/** The width of the columns after the subject, as a variable of the table. */
export const AFTER_SUBJECT: CSSProperties & Record<'--after-subject', string> = {
  '--after-subject': `(${widthsAfterSubject.join(' + ')})`,
}
/** The same with a checkbox in front of each row. */
export const SELECTABLE_COLUMNS = [column('choose', '', { Cell: ChooseCell, width: '2.25rem' }), ...COLUMNS]

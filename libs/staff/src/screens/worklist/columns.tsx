import type { ComponentType } from 'react'
import { AssigneeCell } from './AssigneeCell'
import {
  ChooseCell,
  CreatedCell,
  DetailsCell,
  PersonText,
  PriorityCell,
  StatusCell,
  SubjectCell,
} from './cells'
import type { RowView } from './row-view'

export interface TicketColumn {
  id: string
  header: string
  Cell: ComponentType<RowView>
  /** Fixed, so that nothing moves when data arrives; the subject takes the rest. */
  width?: string
}

/** Section 2.14: the seven columns, in this order. */
export const COLUMNS: readonly TicketColumn[] = [
  { id: 'status', header: 'Status', Cell: StatusCell, width: '7rem' },
  { id: 'priority', header: 'Priority', Cell: PriorityCell, width: '5.75rem' },
  { id: 'subject', header: 'Subject', Cell: SubjectCell },
  {
    id: 'customer',
    header: 'Customer',
    Cell: ({ customer }) => <PersonText person={customer} />,
    width: '12.5rem',
  },
  { id: 'created', header: 'Created', Cell: CreatedCell, width: '8.25rem' },
  { id: 'assignee', header: 'Assigned To', Cell: AssigneeCell, width: '10rem' },
  { id: 'actions', header: 'Actions', Cell: DetailsCell, width: '6.25rem' },
]
/** The same with a checkbox in front of each row. */
export const SELECTABLE_COLUMNS: readonly TicketColumn[] = [
  { id: 'choose', header: '', Cell: ChooseCell, width: '2.25rem' },
  ...COLUMNS,
]

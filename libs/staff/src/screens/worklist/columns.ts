import type { TicketSort } from '@helpdesk/tickets/model/ticket-list'
import type { ComponentType } from 'react'
import { AssigneeCell } from './AssigneeCell'
import {
  ChooseCell,
  CreatedCell,
  CustomerCell,
  DetailsCell,
  PriorityCell,
  StatusCell,
  SubjectCell,
  WaitingCell,
} from './cells'
import type { RowView } from './row-view'
import * as texts from './texts'

export interface TicketColumn {
  id: string
  title: string
  Cell: ComponentType<RowView>
  /** The order that its header requests. */
  sort?: TicketSort
}

/** Section 2.14: its seven columns in this order. */
const COLUMNS: readonly TicketColumn[] = [
  { id: 'status', title: texts.status, Cell: StatusCell, sort: 'status' },
  { id: 'priority', title: texts.priority, Cell: PriorityCell, sort: 'priority' },
  { id: 'subject', title: texts.subject, Cell: SubjectCell, sort: 'subject' },
  { id: 'customer', title: texts.customer, Cell: CustomerCell, sort: 'customer' },
  { id: 'created', title: texts.created, Cell: CreatedCell, sort: 'created_at' },
  { id: 'assignee', title: texts.assignedTo, Cell: AssigneeCell, sort: 'assignee' },
  { id: 'actions', title: texts.actions, Cell: DetailsCell },
]

/** The time that the customer waits. */
const WAITING_COLUMN: TicketColumn = {
  id: 'waiting',
  title: texts.waiting,
  Cell: WaitingCell,
  sort: 'waiting',
}
/** The checkbox in front of each row. */
const CHOOSE_COLUMN: TicketColumn = { id: 'choose', title: '', Cell: ChooseCell }

interface TableColumns {
  choosable: boolean
  /** Every ticket is the reader's: the column Assigned To is left out. */
  allMine: boolean
  /** The order of the rows. A row has one age: the one by which the list is ordered, else that of the ticket. */
  sort: string | undefined
}

export const columnsFor = ({ choosable, allMine, sort }: TableColumns): readonly TicketColumn[] => [
  ...(choosable ? [CHOOSE_COLUMN] : []),
  ...COLUMNS.filter(({ id }) => !allMine || id !== 'assignee').map((column) =>
    column.id === 'created' && sort === 'waiting' ? WAITING_COLUMN : column,
  ),
]

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

/** Section 2.14: its seven columns in this order, and the time that the customer waits. */
export const COLUMNS: readonly TicketColumn[] = [
  { id: 'status', title: texts.status, Cell: StatusCell, sort: 'status' },
  { id: 'priority', title: texts.priority, Cell: PriorityCell, sort: 'priority' },
  { id: 'subject', title: texts.subject, Cell: SubjectCell, sort: 'subject' },
  { id: 'customer', title: texts.customer, Cell: CustomerCell, sort: 'customer' },
  { id: 'created', title: texts.created, Cell: CreatedCell, sort: 'created_at' },
  { id: 'waiting', title: texts.waiting, Cell: WaitingCell, sort: 'waiting' },
  { id: 'assignee', title: texts.assignedTo, Cell: AssigneeCell, sort: 'assignee' },
  { id: 'actions', title: texts.actions, Cell: DetailsCell },
]

/** The checkbox in front of each row. */
export const CHOOSE_COLUMN: TicketColumn = { id: 'choose', title: '', Cell: ChooseCell }

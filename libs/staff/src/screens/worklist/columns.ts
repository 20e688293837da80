import type { ChosenColumns, ListColumn } from '../../model/list-columns'
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
  /** In pixels; absent where the table's styles say it. */
  width?: number
}

/** Section 2.14: its columns, and the time that the customer waits. */
export const COLUMNS: Record<ListColumn, Omit<TicketColumn, 'id'>> = {
  status: { title: texts.status, Cell: StatusCell, sort: 'status' },
  priority: { title: texts.priority, Cell: PriorityCell, sort: 'priority' },
  subject: { title: texts.subject, Cell: SubjectCell, sort: 'subject' },
  customer: { title: texts.customer, Cell: CustomerCell, sort: 'customer' },
  created: { title: texts.created, Cell: CreatedCell, sort: 'created_at' },
  waiting: { title: texts.waiting, Cell: WaitingCell, sort: 'waiting' },
  assignee: { title: texts.assignedTo, Cell: AssigneeCell, sort: 'assignee' },
}
/** The checkbox in front of each row. */
const CHOOSE_COLUMN: TicketColumn = { id: 'choose', title: '', Cell: ChooseCell }
const ACTIONS_COLUMN: TicketColumn = { id: 'actions', title: texts.actions, Cell: DetailsCell }

interface TableColumns {
  chosen: ChosenColumns
  choosable: boolean
  /** Every ticket is the reader's: the column Assigned To is left out. */
  allMine: boolean
  /** The order of the rows: a list that is sorted by the wait shows it instead of the ticket's age. */
  sort: string | undefined
}

export const columnsFor = ({ chosen, choosable, allMine, sort }: TableColumns): readonly TicketColumn[] => {
  const showsWait = sort === 'waiting' && chosen.every(({ id }) => id !== 'waiting')
  return [
    ...(choosable ? [CHOOSE_COLUMN] : []),
    ...chosen
      .filter(({ id }) => !allMine || id !== 'assignee')
      .map(({ id, width }) => {
        const shown = showsWait && id === 'created' ? 'waiting' : id
        return { id: shown, ...COLUMNS[shown], ...(width !== undefined && { width }) }
      }),
    ACTIONS_COLUMN,
  ]
}

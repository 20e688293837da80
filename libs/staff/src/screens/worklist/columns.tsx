import { constructTable, metaHelper, tableFeatures, type ColumnDef } from '@tanstack/table-core'
import { useState, type ComponentType } from 'react'
import type { Place } from '../../model/long-list'
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
import { still } from './still-reactivity'

interface TicketColumn {
  Cell: ComponentType<RowView>
  /** Fixed, so that nothing moves when data arrives; the subject takes what is left. */
  width?: string
}

// Search, filters and order are the server's; the browser's table holds columns and rows.
const features = tableFeatures({ coreReactivityFeature: still, columnMeta: metaHelper<TicketColumn>() })

const column = (
  id: string,
  header: string,
  Cell: TicketColumn['Cell'],
  width?: string,
): ColumnDef<typeof features, Place> => ({ id, header, meta: { Cell, width } })

/** Section 2.14: the seven columns, in this order. */
const COLUMNS = [
  column('status', 'Status', StatusCell, '7rem'),
  column('priority', 'Priority', PriorityCell, '5.75rem'),
  column('subject', 'Subject', SubjectCell),
  column('customer', 'Customer', ({ customer }) => <PersonText person={customer} />, '12.5rem'),
  column('created', 'Created', CreatedCell, '8.25rem'),
  column('assignee', 'Assigned To', AssigneeCell, '10rem'),
  column('actions', 'Actions', DetailsCell, '6.25rem'),
]
const WITH_CHOICE = [column('choose', '', ChooseCell, '2.25rem'), ...COLUMNS]

const rowId = ({ key }: Place) => key

/** The table's columns and rows. @param choosable puts the checkboxes first */
export function useTicketRows(places: Place[], choosable: boolean) {
  const options = { features, columns: choosable ? WITH_CHOICE : COLUMNS, data: places, getRowId: rowId }
  const [table] = useState(() => constructTable<typeof features, Place>(options))
  table.setOptions((before) => ({ ...before, ...options }))
  return { columns: table.getAllLeafColumns(), rows: table.getRowModel().rows }
}

export type TicketColumns = ReturnType<typeof useTicketRows>['columns']

import { chakra } from '@chakra-ui/react'
import { ArrowDownIcon, ArrowUpIcon, SortIcon } from '../icons/icons'
import type { DataTableColumn, IndexedRow } from './data-table-types'
import { VisuallyHidden } from './VisuallyHidden'

export interface HeaderCellProps {
  column: DataTableColumn<IndexedRow>
  sorted: false | 'asc' | 'desc'
  onSort?: () => void
}

const words = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: ArrowUpIcon, desc: ArrowDownIcon }

export function HeaderCell({ column, sorted, onSort }: HeaderCellProps) {
  const Icon = sorted ? icons[sorted] : SortIcon
  const text = column.hideHeader ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header
  return (
    <th
      role="columnheader"
      scope="col"
      style={{ width: column.width, textAlign: column.align }}
      aria-sort={sorted ? words[sorted] : onSort ? 'none' : undefined}
    >
      {onSort ? (
        <SortButton type="button" onClick={onSort}>
          {text}
          <Icon size={12} />
        </SortButton>
      ) : (
        text
      )}
    </th>
  )
}

const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    cursor: 'pointer',
    borderRadius: 'sm',
    fontWeight: 'inherit',
    _hover: { color: 'fg' },
  },
})

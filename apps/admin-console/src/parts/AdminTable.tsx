import { chakra, Skeleton } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import { useKeptFocus } from './kept-focus'

export interface AdminColumn<Row> {
  head: string
  /** CSS width of the column; the rest is shared by those without. */
  width?: string
  cell: (row: Row) => ReactNode
}

export interface AdminTableProps<Row> {
  /** What the table lists, for those who do not see it. */
  label: string
  columns: readonly AdminColumn<Row>[]
  /** undefined while the first page is on its way. */
  rows: readonly Row[] | undefined
  /** Rows of the filter before are still shown. */
  stale?: boolean
}

/** Rows of administration. Without room for its columns each row is a card that names what it shows. */
export function AdminTable<Row extends { id: string }>(props: AdminTableProps<Row>) {
  const { label, columns, rows, stale = false } = props
  // Rows and their buttons go when something has been done to them.
  const table = useKeptFocus<HTMLTableElement>()
  return (
    <Table
      ref={table}
      tabIndex={-1}
      aria-label={label}
      aria-busy={stale || !rows || undefined}
      opacity={stale ? 0.6 : 1}
    >
      <thead>
        <tr>
          {columns.map(({ head, width }) => (
            <th key={head} scope="col" style={{ width }}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <tr key={row.id}>
                {columns.map(({ head, cell }, index) => (
                  <td key={head}>
                    {index > 0 && <Label aria-hidden>{head}</Label>}
                    <Content>{cell(row)}</Content>
                  </td>
                ))}
              </tr>
            ))
          : Array.from({ length: 6 }, (_, index) => (
              <tr key={index}>
                {columns.map(({ head }, column) => (
                  <td key={head}>
                    <Skeleton width={`${75 - ((index * 17 + column * 29) % 45)}%`} />
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </Table>
  )
}

const Table = chakra('table', {
  base: {
    width: 'full',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    fontSize: 'md',
    '& th': {
      height: '8',
      px: '2',
      textAlign: 'start',
      fontSize: 'sm',
      fontWeight: 'medium',
      color: 'fg.muted',
      borderBottomWidth: '1px',
    },
    '& td': { minWidth: '0', overflowWrap: 'anywhere', verticalAlign: 'top' },
    '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '0' },
    '@media (width >= 64rem)': {
      '& td': { px: '2', py: '2.5', borderBottomWidth: '1px', borderColor: 'border.muted' },
    },
    '@media (width < 64rem)': {
      '&, & tbody': { display: 'block' },
      '& thead': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      '& tr': {
        display: 'grid',
        gap: '1.5',
        py: '3',
        borderBottomWidth: '1px',
        borderColor: 'border.muted',
      },
      '& td': { display: 'grid', gridTemplateColumns: '7.5rem minmax(0, 1fr)', columnGap: '2', p: '0' },
      '& td:first-of-type': { gridTemplateColumns: 'minmax(0, 1fr)' },
    },
  },
})
const Label = chakra('span', {
  base: { color: 'fg.muted', fontSize: 'sm', '@media (width >= 64rem)': { display: 'none' } },
})
const Content = chakra('div', { base: { minWidth: '0' } })

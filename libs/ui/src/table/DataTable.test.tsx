import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../UiProvider'
import { DataTable, type DataColumn, type DataTableProps } from './DataTable'

interface Fruit {
  id: string
  name: string
  count: number
}

const columns: DataColumn<Fruit>[] = [
  { heading: 'Name', cell: ({ id, name }) => <a href={`#${id}`}>{name}</a> },
  { heading: 'Count', numeric: true, cell: ({ count }) => count },
]
const rows = [
  { id: 'a', name: 'Apple', count: 3 },
  { id: 'b', name: 'Banana', count: 12 },
]
const renderTable = (props: Partial<DataTableProps<Fruit>>) =>
  render(
    <UiProvider>
      <DataTable
        label="Fruit"
        narrow="fewer-columns"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        {...props}
      />
    </UiProvider>,
  )

describe('DataTable', () => {
  it('renders headings and rows', () => {
    renderTable({})
    const table = screen.getByRole('table', { name: 'Fruit' })
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Count',
    ])
    expect(within(table).getByRole('row', { name: 'Banana 12' })).toBeVisible()
    expect(table).not.toHaveAttribute('aria-busy')
    expect(table).not.toHaveAttribute('tabindex')
  })

  it('is busy while loading and hides the placeholders from screen readers', () => {
    const { container } = renderTable({ rows: undefined, pendingRows: 3 })
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(container.querySelectorAll('tbody tr')).toHaveLength(3)
    expect(screen.getAllByRole('row')).toHaveLength(1)
  })

  it('is busy and keeps its rows while they are stale', () => {
    renderTable({ stale: true })
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('row', { name: 'Apple 3' })).toBeVisible()
  })

  it('reports clicks on a row, but not on its links', async () => {
    const onRowClick = vi.fn()
    renderTable({ onRowClick })
    await userEvent.click(screen.getByRole('cell', { name: '12' }))
    expect(onRowClick.mock.calls).toEqual([[rows[1]]])
    await userEvent.click(screen.getByRole('link', { name: 'Apple' }))
    expect(onRowClick).toHaveBeenCalledTimes(1)
  })

  it('labels the values of a card without repeating the headings to screen readers', () => {
    renderTable({ narrow: 'cards' })
    expect(screen.getByRole('cell', { name: '12' })).toHaveTextContent('Count12')
    expect(screen.getByRole('cell', { name: 'Apple' })).toHaveTextContent(/^Apple$/)
  })

  it('scrolls in a named, focusable region with row headers', async () => {
    const figures = columns.map((each, at) => ({ ...each, rowHeader: at === 0, numeric: at > 0 }))
    renderTable({ narrow: 'scroll', columns: figures })
    await userEvent.tab()
    expect(screen.getByRole('region', { name: 'Fruit' })).toHaveFocus()
    expect(screen.getByRole('rowheader', { name: 'Banana' })).not.toHaveAttribute('data-numeric')
    expect(screen.getByRole('cell', { name: '12' })).toHaveAttribute('data-numeric')
  })
})

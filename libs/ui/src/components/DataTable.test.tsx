import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../UiProvider'
import { DataTable } from './DataTable'

const rows = [
  { id: 'a', subject: 'Printer', rank: 2 },
  { id: 'b', subject: 'Mouse', rank: 10 },
]
const setup = async (onRowOpen = vi.fn(), onAssign = vi.fn()) => {
  render(
    <UiProvider>
      <DataTable
        label="Tickets"
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.subject}
        onRowOpen={onRowOpen}
        columns={[
          { id: 'subject', header: 'Subject', cell: (row) => row.subject },
          { id: 'rank', header: 'Rank', cell: (row) => row.rank, sortValue: (row) => row.rank },
          { id: 'do', header: 'Actions', cell: () => <button onClick={onAssign}>Assign</button> },
        ]}
      />
    </UiProvider>,
  )
  await screen.findByRole('table', { name: 'Tickets' })
  return { onRowOpen, onAssign }
}
const subjects = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))

describe('DataTable', () => {
  it('opens a row by Enter and walks by arrows', async () => {
    const { onRowOpen } = await setup()
    screen.getByRole('row', { name: 'Printer' }).focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(rows[1])
  })

  it('opens a row by click, but not by a click on a control in it', async () => {
    const { onRowOpen, onAssign } = await setup()
    await userEvent.click(screen.getAllByRole('button', { name: 'Assign' })[0]!)
    expect(onAssign).toHaveBeenCalledOnce()
    expect(onRowOpen).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Printer'))
    expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(rows[0])
  })

  it('sorts numbers as numbers, both ways', async () => {
    await setup()
    const header = () => screen.getByRole('columnheader', { name: 'Rank' })
    const seen: Record<string, unknown> = {}
    for (let turn = 0; turn < 2; turn += 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Rank' }))
      seen[header().getAttribute('aria-sort') ?? ''] = subjects()
    }
    expect(seen).toEqual({ ascending: ['Printer', 'Mouse'], descending: ['Mouse', 'Printer'] })
  })
})

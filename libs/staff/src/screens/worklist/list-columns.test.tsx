// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRows } from '@helpdesk/tickets/testing/build-row'
import { DEFAULT_COLUMNS, sized, type ChosenColumns } from '../../model/list-columns'
import { TicketWorklist } from './TicketWorklist'

/** A list whose columns are kept by the test. @param mayChange whether the reader may change them */
async function open(initial = DEFAULT_COLUMNS, mayChange = true) {
  const changed = vi.fn<(columns: ChosenColumns | null) => void>()
  function List() {
    const [columns, setColumns] = useState<ChosenColumns>(initial)
    const change = (next: ChosenColumns | null) => {
      changed(next)
      setColumns(next ?? DEFAULT_COLUMNS)
    }
    const changes = {
      change,
      size: (id: (typeof columns)[number]['id'], width: number | undefined) =>
        change(sized(columns, id, width)),
    }
    return (
      <TicketWorklist
        label="Queue"
        scope={{ assignedTo: null }}
        empty=""
        listColumns={{ columns, ...(mayChange && changes) }}
      />
    )
  }
  stubBackend(backendWith(() => buildRows(2)))
  renderAt('/queue', [{ path: '/queue', element: <List /> }])
  await screen.findByText('2 tickets')
  return { last: () => changed.mock.lastCall?.[0] }
}
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const menu = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  return within(await screen.findByRole('group', { name: 'Columns' }))
}

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

describe('the menu of columns', () => {
  it('hides and shows columns, but never the subject, and goes back to the usual ones', async () => {
    const { last } = await open()
    const columns = await menu()
    await userEvent.click(columns.getByRole('checkbox', { name: 'Priority' }))
    await userEvent.click(columns.getByRole('checkbox', { name: 'Waiting' }))
    expect(headers()).toEqual([
      'Select all',
      'Status',
      'Subject',
      'Customer',
      'Created',
      'Waiting',
      'Assigned To',
      'Actions',
    ])
    expect(columns.getByRole('checkbox', { name: 'Subject' })).toBeDisabled()
    await userEvent.click(columns.getByRole('button', { name: 'Usual columns' }))
    expect(last()).toBeNull()
    expect(headers()).toContain('Priority')
    expect(columns.queryByRole('button', { name: 'Usual columns' })).toBeNull()
  })

  it('moves columns by keyboard, keeps the focus and says the place', async () => {
    await open()
    const columns = await menu()
    const down = columns.getByRole('button', { name: 'Move Status down' })
    down.focus()
    await userEvent.keyboard('{Enter}')
    expect(headers().slice(1, 4)).toEqual(['Priority', 'Status', 'Subject'])
    expect(down).toHaveFocus()
    expect(columns.getByRole('status')).toHaveTextContent('Status is column 2 of 6')
    expect(columns.getByRole('button', { name: 'Move Priority up' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('is not offered to those who may not change the columns', async () => {
    await open([{ id: 'subject' }, { id: 'status' }], false)
    expect(headers()).toEqual(['Select all', 'Subject', 'Status', 'Actions'])
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
    expect(screen.queryByRole('separator')).toBeNull()
  })
})

describe('the edge of a column', () => {
  it('sizes it by the arrow keys within limits, and gives its usual width again', async () => {
    const { last } = await open([{ id: 'subject' }, { id: 'customer', width: 120 }])
    const header = screen.getByRole('columnheader', { name: /^Customer/ })
    vi.spyOn(header, 'offsetWidth', 'get').mockReturnValue(120)
    const edge = screen.getByRole('separator', { name: 'Width of Customer' })
    edge.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(last()).toEqual([{ id: 'subject' }, { id: 'customer', width: 128 }])
    expect(edge).toHaveAttribute('aria-valuenow', '128')
    vi.spyOn(header, 'offsetWidth', 'get').mockReturnValue(42)
    await userEvent.keyboard('{ArrowLeft}')
    expect(last()?.[1]).toEqual({ id: 'customer', width: 40 })
    await userEvent.keyboard('{Delete}')
    expect(last()?.[1]).toEqual({ id: 'customer' })
    const subject = screen.getByRole('columnheader', { name: 'Subject' })
    vi.spyOn(subject, 'offsetWidth', 'get').mockReturnValue(204)
    await userEvent.keyboard('{ArrowRight}')
    expect(last()?.[1]).toEqual({ id: 'customer', width: 46 })
    expect(screen.queryByRole('separator', { name: 'Width of Subject' })).toBeNull()
  })
})

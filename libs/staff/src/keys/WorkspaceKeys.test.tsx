// @vitest-environment jsdom
import { dismissToast } from '@helpdesk/ui'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { worklistCommands } from '../state/worklist-commands'
import {
  AGENT_ID,
  backendWith,
  buildFoundRow,
  buildRow,
  buildRows,
  sentTo,
  listArgsOf,
} from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from '../screens/worklist/TicketWorklist'
import { lateUndoAtom } from '../state/undo'
import { singleKeysAtom } from './single-keys'
import { WorkspaceKeys } from './WorkspaceKeys'

const PLACES = [{ key: 'd', label: 'Dashboard', path: '/dashboard' }]
const takeNext = vi.fn()
const keys = (
  <WorkspaceKeys places={PLACES} listPath="/queue" viewsPath="/views" onTakeNext={() => takeNext()} />
)
const view = {
  id: 'view-1',
  owner_id: AGENT_ID,
  is_shared: false,
  name: 'Burning',
  filter: { priority: ['urgent'] },
}

/** Opens a queue of four tickets with all shortcuts. */
async function openQueue(
  rest: Parameters<typeof backendWith>[1] = () => ({ body: [] }),
  lists: Parameters<typeof backendWith>[0] = () => buildRows(4),
) {
  const sent = stubBackend(backendWith(lists, rest))
  const shown = renderAt('/queue', [
    {
      path: '/queue',
      element: (
        <>
          <h1>Queue</h1>
          <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="" />
          <textarea aria-label="Somewhere to type" />
          {keys}
        </>
      ),
    },
    { path: '/tickets/:id', element: <>one ticket{keys}</> },
    { path: '/views', element: <>a view{keys}</> },
    { path: '*', element: <p>elsewhere</p> },
  ])
  await screen.findByText('Ticket number 0')
  await waitFor(() => expect(worklistCommands()).not.toBeNull())
  return { ...shown, sent, at: () => shown.router.state.location }
}
const rowOf = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)!
const boxOf = (n: number) => screen.getByRole('checkbox', { name: `Select Ticket number ${n}` })
const type = (text: string) => userEvent.keyboard(text)

beforeEach(() => {
  dismissToast()
  localStorage.clear()
  takeNext.mockClear()
  getDefaultStore().set(singleKeysAtom, true)
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

describe('list shortcuts', () => {
  it('move, select, extend and deselect wherever the focus is', async () => {
    await openQueue()
    await type('jj')
    expect(rowOf(1)).toHaveFocus()
    await type('k')
    expect(rowOf(0)).toHaveFocus()
    await type('x')
    expect(boxOf(0)).toBeChecked()
    await type('{Shift>}jj{/Shift}')
    expect(await screen.findByText('3 selected')).toBeVisible()
    await type('{Escape}')
    expect(screen.queryByText('3 selected')).toBeNull()
    act(() => rowOf(3).blur())
    await type('{ArrowUp}')
    expect(rowOf(1)).toHaveFocus()
  })

  it('open a ticket, move to the next one, and return to the same list and row', async () => {
    const { at, router } = await openQueue()
    await act(() => router.navigate('/queue?status=open'))
    await type('jj')
    await type('o')
    await waitFor(() => expect(at().pathname).toBe(`/tickets/${buildRow(1).id}`))
    await type('j')
    await waitFor(() => expect(at().pathname).toBe(`/tickets/${buildRow(2).id}`))
    await type('u')
    await waitFor(() => expect(at().pathname + at().search).toBe('/queue?status=open'))
    await waitFor(() => expect(rowOf(2)).toHaveFocus())
  })

  it('focus the search, which Escape leaves with its words', async () => {
    const { at } = await openQueue()
    await type('/')
    const box = screen.getByRole('combobox', { name: 'Search tickets' })
    expect(box).toHaveFocus()
    await type('jo')
    expect(box).toHaveValue('jo')
    await type('{Escape}')
    expect(box).toHaveValue('jo')
    expect(box).not.toHaveFocus()
    expect(at().pathname).toBe('/queue')
  })

  it('set the status of a row and claim the selection in one call each', async () => {
    const { sent } = await openQueue(() => ({
      body: { batch_id: 'b', results: [0, 1].map((n) => ({ id: buildRow(n).id, ok: true })) },
    }))
    await type('js')
    const dialog = await screen.findByRole('dialog', { name: 'Set status' })
    await type('solv{Enter}')
    await screen.findByText('2 tickets set to Solved')
    expect(dialog).not.toBeInTheDocument()
    await type('x')
    await type('{Shift>}j{/Shift}')
    await screen.findByText('2 selected')
    await type('c')
    await waitFor(() => expect(sentTo(sent, 'bulk_update_tickets')).toHaveLength(2))
    expect(sentTo(sent, 'bulk_update_tickets').map(({ body }) => body)).toEqual([
      { ticket_ids: [buildRow(0).id], change: { status: 'solved' } },
      { ticket_ids: [buildRow(0).id, buildRow(1).id], change: { assigned_to: AGENT_ID } },
    ])
  })

  it('go to pages with g and take the next ticket with t', async () => {
    const { at } = await openQueue()
    await type('t')
    expect(takeNext).toHaveBeenCalledOnce()
    await type('gd')
    await waitFor(() => expect(at().pathname).toBe('/dashboard'))
  })

  it('go to a saved view by number, and load the views when g is pressed', async () => {
    const { at, sent } = await openQueue(() => ({ body: [view] }))
    expect(sentTo(sent, 'saved_views')).toHaveLength(0)
    await type('g')
    await waitFor(() => expect(sentTo(sent, 'saved_views')).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    await type('1')
    await waitFor(() => expect(at().search).toBe('?view=view-1&assigned=any&priority=urgent'))
  })
})

describe('ignored keys', () => {
  it('include those typed into a text field', async () => {
    const { at } = await openQueue()
    const box = screen.getByLabelText('Somewhere to type')
    await userEvent.type(box, 'jxo?t/ gd')
    expect(box).toHaveValue('jxo?t/ gd')
    expect(box).toHaveFocus()
    expect(takeNext).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(at().pathname).toBe('/queue')
  })

  it('include those in a select', async () => {
    await openQueue()
    const select = screen.getByLabelText('Status')
    act(() => select.focus())
    await type('t')
    expect(takeNext).not.toHaveBeenCalled()
    act(() => select.blur())
    await type('t')
    expect(takeNext).toHaveBeenCalledOnce()
  })

  it.each([
    ['Ctrl', { ctrlKey: true }],
    ['Alt', { altKey: true }],
    ['Cmd', { metaKey: true }],
    ['an input method', { isComposing: true }],
  ])('include those with %s', async (_modifier, more) => {
    await openQueue()
    fireEvent.keyDown(document.body, { key: 't', ...more })
    expect(takeNext).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 't' })
    expect(takeNext).toHaveBeenCalledOnce()
  })

  it('include handled and repeated ones', async () => {
    await openQueue()
    const taken = createEvent.keyDown(document.body, { key: 't' })
    taken.preventDefault()
    fireEvent(document.body, taken)
    fireEvent.keyDown(document.body, { key: 't', repeat: true })
    expect(takeNext).not.toHaveBeenCalled()
  })

  it('include those under an open dialog, also the one that closes it', async () => {
    const { at } = await openQueue()
    await type('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await type('t')
    expect(takeNext).not.toHaveBeenCalled()
    await type('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at().pathname).toBe('/queue')
  })

  it('include single keys when switched off, except those of the palette', async () => {
    await openQueue()
    await type('?')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' }))
    expect(localStorage.getItem('helpdesk-single-keys')).toBe('off')
    await type('{Escape}')
    await type('t?gd')
    expect(takeNext).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
    await type('{Control>}k{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Commands' })).toBeVisible()
  })
})

describe('command palette', () => {
  const open = async () => {
    await type('{Control>}k{/Control}')
    return within(await screen.findByRole('dialog', { name: 'Commands' }))
  }

  it('opens from a text field, lists commands with shortcuts, and runs the chosen one', async () => {
    await openQueue()
    act(() => screen.getByLabelText('Somewhere to type').focus())
    const palette = await open()
    expect(palette.getByRole('option', { name: /Take the next ticket.*T/ })).toBeVisible()
    await type('next ticket{Enter}')
    await waitFor(() => expect(takeNext).toHaveBeenCalledOnce())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText('Somewhere to type')).toHaveFocus()
  })

  it('finds saved views, and tickets by subject', async () => {
    const { at, sent } = await openQueue(() => ({ body: [view] }))
    const palette = await open()
    expect(await palette.findByRole('option', { name: /Go to Burning/ })).toBeVisible()
    await type('number 2')
    await userEvent.click(await palette.findByRole('option', { name: /^Ticket number 2/ }))
    await waitFor(() => expect(at().pathname).toBe(`/tickets/${buildRow(2).id}`))
    const searches = sentTo(sent, 'search_tickets').map(({ url }) => listArgsOf(url.searchParams))
    expect(searches.map(({ filter }) => filter.text)).toEqual(['number 2'])
  })

  it('shows where a ticket matches, and opens the one with the typed number first', async () => {
    const hit = { found_in: 'comment' as const, found_by: 'Avery', snippet: 'the \uE000vpn\uE001 of May' }
    const { at } = await openQueue(undefined, (params) =>
      listArgsOf(params).filter.text ? [buildFoundRow(3, hit), buildFoundRow(2)] : buildRows(4),
    )
    const palette = await open()
    await type('#1004')
    const option = await palette.findByRole('option', { name: /#1004/ })
    expect(option).toHaveTextContent('Open · Comment by Avery: the vpn of May')
    await type('{Enter}')
    await waitFor(() => expect(at().pathname).toBe(`/tickets/${buildRow(3).id}`))
  })

  it('reports that nothing matches', async () => {
    await openQueue()
    const palette = await open()
    await type('é')
    expect(await palette.findByText('No commands or tickets found.')).toBeVisible()
  })
})

it('says that a change can no longer be undone, once', async () => {
  await openQueue()
  act(() => getDefaultStore().set(lateUndoAtom, '37 tickets set to Solved'))
  await userEvent.keyboard('z')
  expect(await screen.findByText('It is too late to undo this')).toBeVisible()
  expect(screen.getByText('37 tickets set to Solved')).toBeVisible()
  act(() => dismissToast())
  await userEvent.keyboard('z')
  expect(screen.queryByText('It is too late to undo this')).toBeNull()
})

describe('help sheet', () => {
  it('shows every shortcut by group', async () => {
    await openQueue()
    await type('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    for (const group of ['Anywhere', 'In a list', 'In a ticket', 'Go to'])
      expect(sheet.getByRole('heading', { name: group })).toBeVisible()
    const line = (title: string) => sheet.getByText(title).closest('div')!.textContent
    expect(line('Send and go to the next ticket')).toBe('Send and go to the next ticketCtrlShiftEnter')
    expect(line('Next row')).toBe('Next rowJ or ↓')
    expect(line('Dashboard')).toBe('DashboardG then D')
  })
})

// @vitest-environment jsdom
import { dismissToast } from '@helpdesk/ui'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { undoAtom } from '../../state/undo'
import { worklistCommands } from '../../state/worklist-commands'
import { AGENT_ID, OTHER_AGENT_ID, backendWith, buildRow, sentTo } from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from '../worklist/TicketWorklist'
import { focusBulkBar } from './focus-bulk-bar'

const rowOf = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)!
const boxOf = (n: number) => screen.getByRole('checkbox', { name: `Select Ticket number ${n}` })
const undo = () => getDefaultStore().get(undoAtom)

/** A queue of three tickets whose every change succeeds. @param staff replaces the colleagues */
async function openQueue(assignsAnyone = false, staff?: object[]) {
  const answer = backendWith(
    () => [0, 1, 2].map((n) => buildRow(n, { assigned_to: AGENT_ID, number: 1001 + n })),
    ({ body, url }) => {
      const { ticket_ids: ids } = { ticket_ids: [buildRow(0).id], ...(body as object) }
      const results = ids.map((id) => ({ id, number: 1001 + Number(id.slice(-2)), ok: true }))
      return { body: url.pathname.endsWith('undo_bulk_update') ? { results } : { batch_id: 'b', results } }
    },
  )
  const sent = stubBackend((request) =>
    staff && request.url.searchParams.has('role') ? { body: staff } : answer(request),
  )
  const element = (
    <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="" assignsAnyone={assignsAnyone} />
  )
  const { router } = renderAt('/queue', [
    { path: '/queue', element },
    { path: '/tickets/1001', element: <p>A ticket</p> },
  ])
  await screen.findByText('Ticket number 0')
  await waitFor(() => expect(worklistCommands()).not.toBeNull())
  return { sent, router }
}

afterEach(() => dismissToast())
beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

describe('the cursor at the end of the list', () => {
  it('brings the focus to its row again, and leaves it with what is clicked next', async () => {
    await openQueue()
    for (let n = 0; n < 5; n++) act(() => worklistCommands()!.move(1, false))
    expect(rowOf(2)).toHaveFocus()
    act(() => worklistCommands()!.focusSearch())
    act(() => worklistCommands()!.move(1, false))
    expect(rowOf(2)).toHaveFocus()
    await userEvent.click(boxOf(0))
    expect(boxOf(0)).toHaveFocus()
  })
})

describe('BulkBar', () => {
  it('returns the focus to its button on Escape, to the row after a change', async () => {
    await openQueue()
    await userEvent.click(boxOf(1))
    const assign = await screen.findByRole('button', { name: 'Assign' })
    act(() => focusBulkBar())
    expect(assign).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('combobox', { name: 'Assign to' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(assign).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('option', { name: 'Me' }))
    await screen.findByText('#1002 assigned to you')
    expect(rowOf(1)).toHaveFocus()
  })

  it('asks before it assigns to a colleague who is away', async () => {
    const bo = { id: OTHER_AGENT_ID, name: 'Bo Busy', role: 'agent', away_since: '2026-01-05T10:00:00Z' }
    const { sent } = await openQueue(false, [bo])
    await userEvent.click(boxOf(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Assign' }))
    await userEvent.click(await screen.findByRole('option', { name: /Bo Busy/ }))
    expect(await screen.findByText(/Bo Busy has been away since/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(sentTo(sent, 'bulk_update_tickets')).toHaveLength(0)
    await userEvent.click(await screen.findByRole('option', { name: /Bo Busy/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Assign anyway' }))
    await screen.findByText('#1002 assigned to Bo Busy')
    expect(sentTo(sent, 'bulk_update_tickets')).toHaveLength(1)
  })

  it('keeps the selection when an admin assigns another ticket', async () => {
    await openQueue(true)
    await userEvent.click(boxOf(1))
    await userEvent.click(boxOf(2))
    await userEvent.click(within(rowOf(0)).getByRole('button', { name: 'Assign to somebody else' }))
    await userEvent.click(await screen.findByRole('option', { name: /Bo Busy/ }))
    await screen.findByText('#1001 assigned to Bo Busy')
    expect([0, 1, 2].map((n) => boxOf(n).matches(':checked'))).toEqual([false, true, true])
  })
})

describe('Undo', () => {
  it('is available by key, also after the list was left', async () => {
    const { sent, router } = await openQueue()
    expect(undo()).toBeNull()
    act(() => rowOf(0).focus())
    act(() => worklistCommands()!.change({ status: 'solved' }))
    expect(await screen.findByText('#1001 set to Solved')).toBeVisible()
    await act(() => router.navigate('/tickets/1001'))
    expect(screen.getByText('A ticket')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    act(() => undo()!.run())
    expect(await screen.findByText('Undone: #1001 restored')).toBeVisible()
    expect(sentTo(sent, 'undo_bulk_update')).toHaveLength(1)
    expect(undo()).toBeNull()
  })
})

// @vitest-environment jsdom
import { dismissToast, toastAtom } from '@helpdesk/ui'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { worklistCommands } from '../../state/worklist-commands'
import { AGENT_ID, OTHER_AGENT_ID, backendWith, buildRow, sentTo } from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from '../worklist/TicketWorklist'

const COLLEAGUE = {
  id: OTHER_AGENT_ID,
  name: 'Bo Busy',
  email: 'bo@desk.example',
  role: 'agent',
  away_since: null,
}

/** A list of the agent's own tickets, of which all can be given to a colleague. */
async function openQueue(count: number) {
  const answer = backendWith(
    () => Array.from({ length: count }, (_, n) => buildRow(n, { assigned_to: AGENT_ID, number: 1001 + n })),
    ({ body }) => {
      const { ticket_ids: ids } = { ticket_ids: [], ...(body as object) }
      return { body: { batch_id: 'b', results: ids.map((id: string) => ({ id, number: 1001, ok: true })) } }
    },
  )
  const sent = stubBackend((request) =>
    request.url.searchParams.has('role') ? { body: [COLLEAGUE] } : answer(request),
  )
  renderAt('/queue', [
    {
      path: '/queue',
      element: <TicketWorklist label="Queue" scope={{ assignedTo: AGENT_ID }} empty="" assignsAnyone />,
    },
  ])
  await screen.findByText('Ticket number 0')
  await waitFor(() => expect(worklistCommands()).not.toBeNull())
  return sent
}
async function pickColleague(count: number) {
  for (let n = 0; n < count; n++)
    await userEvent.click(screen.getByRole('checkbox', { name: `Select Ticket number ${n}` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Assign' }))
  await userEvent.click(await screen.findByRole('option', { name: /Bo Busy/ }))
}
const change = (sent: Awaited<ReturnType<typeof openQueue>>) =>
  sentTo(sent, '/rest/v1/rpc/bulk_update_tickets').map(({ body }) => (body as { change: object }).change)

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))
afterEach(() => dismissToast())

it('asks for a note to the colleague who gets several tickets, and sends it with them', async () => {
  const sent = await openQueue(3)
  await pickColleague(2)
  const note = await screen.findByRole('textbox', { name: 'Note to Bo Busy (optional)' })
  expect(note).toHaveFocus()
  await userEvent.type(note, 'Mine until{enter}Monday.')
  expect(change(sent)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Assign 2 tickets to Bo Busy' }))
  await waitFor(() =>
    expect(change(sent)).toEqual([{ assigned_to: OTHER_AGENT_ID, note: 'Mine until\nMonday.' }]),
  )
})

it('goes on without a note by Enter', async () => {
  const sent = await openQueue(3)
  await pickColleague(2)
  await screen.findByRole('textbox', { name: 'Note to Bo Busy (optional)' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(change(sent)).toEqual([{ assigned_to: OTHER_AGENT_ID }]))
})

it('asks nothing for one ticket', async () => {
  const sent = await openQueue(2)
  await pickColleague(1)
  await waitFor(() => expect(change(sent)).toEqual([{ assigned_to: OTHER_AGENT_ID }]))
})

it('keeps a note that is too long, and says by how much', async () => {
  const sent = await openQueue(2)
  await pickColleague(2)
  await userEvent.click(await screen.findByRole('textbox', { name: 'Note to Bo Busy (optional)' }))
  await userEvent.paste('x'.repeat(1003))
  expect(screen.getByText('3 characters too long')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Assign 2 tickets to Bo Busy' }))
  expect(change(sent)).toEqual([])
})

it('offers Undo of more than ten tickets for a minute', async () => {
  await openQueue(11)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await userEvent.selectOptions(await screen.findByLabelText('Set status'), 'On Hold')
  await waitFor(() => expect(getDefaultStore().get(toastAtom)).toMatchObject({ duration: 60_000 }))
})

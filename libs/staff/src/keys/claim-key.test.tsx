// @vitest-environment jsdom
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, OTHER_AGENT_ID, sentTo } from '@helpdesk/tickets/testing/build-row'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { TicketWorklist } from '../screens/worklist/TicketWorklist'
import { worklistCommands } from '../state/worklist-commands'
import { singleKeysAtom } from './single-keys'
import { WorkspaceKeys } from './WorkspaceKeys'

const rowOf = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)!
const body = (sent: ReturnType<typeof stubBackend>, name: string) =>
  sentTo(sent, name).map((request) => request.body)

/** A list with an unassigned ticket and one of a colleague. */
async function openList() {
  const rows = [buildRow(0), buildRow(1, { assigned_to: OTHER_AGENT_ID, assignee_name: 'Bo Busy' })]
  const sent = stubBackend(
    backendWith(
      () => rows,
      () => ({ body: { batch_id: 'b', results: [{ id: buildRow(1).id, ok: true }] } }),
    ),
  )
  const element = (
    <>
      <TicketWorklist label="All" scope={{}} empty="" />
      <WorkspaceKeys places={[]} listPath="/all" viewsPath="/views" />
    </>
  )
  renderAt('/all', [{ path: '/all', element }])
  await screen.findByText('Ticket number 0')
  await waitFor(() => expect(worklistCommands()).not.toBeNull())
  return sent
}

beforeEach(() => {
  getDefaultStore().set(singleKeysAtom, true)
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

describe('the claim key on a colleague’s ticket', () => {
  it('asks before it takes the ticket over', async () => {
    const sent = await openList()
    await userEvent.keyboard('jj')
    expect(rowOf(1)).toHaveFocus()
    await userEvent.keyboard('c')
    expect(await screen.findByRole('dialog', { name: /^Take over/ })).toHaveTextContent('Assigned to Bo Busy')
    expect(screen.getByLabelText('Reason (optional)')).toHaveFocus()
    await userEvent.keyboard('Bo is ill{Enter}')
    await waitFor(() =>
      expect(body(sent, 'bulk_update_tickets')).toEqual([
        { ticket_ids: [buildRow(1).id], change: { take_over: true, reason: 'Bo is ill' } },
      ]),
    )
    expect(body(sent, 'claim_ticket')).toEqual([])
  })
})

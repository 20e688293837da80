// @vitest-environment jsdom
import { dismissToast } from '@helpdesk/ui'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, OTHER_AGENT_ID, sentTo } from '@helpdesk/tickets/testing/build-row'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TicketWorklist } from '../screens/worklist/TicketWorklist'
import { worklistCommands } from '../state/worklist-commands'
import { singleKeysAtom } from './single-keys'
import { WorkspaceKeys } from './WorkspaceKeys'

const COLLEAGUE = {
  id: OTHER_AGENT_ID,
  name: 'Bo Busy',
  email: 'bo@desk.example',
  role: 'agent',
  away_since: null,
}

/** A list of two tickets of the agent. */
async function openList() {
  const answer = backendWith(
    () => [0, 1].map((n) => buildRow(n, { assigned_to: AGENT_ID, number: 1001 + n })),
    ({ body }) => {
      const { ticket_ids: ids } = { ticket_ids: [], ...(body as object) }
      return { body: { batch_id: 'b', results: ids.map((id: string) => ({ id, number: 1001, ok: true })) } }
    },
  )
  const sent = stubBackend((request) =>
    request.url.searchParams.has('role') ? { body: [COLLEAGUE] } : answer(request),
  )
  const element = (
    <>
      <TicketWorklist label="Mine" scope={{ assignedTo: AGENT_ID }} empty="" />
      <WorkspaceKeys places={[]} listPath="/mine" viewsPath="/views" />
    </>
  )
  renderAt('/mine', [{ path: '/mine', element }])
  await screen.findByText('Ticket number 0')
  await waitFor(() => expect(worklistCommands()).not.toBeNull())
  return () => sentTo(sent, 'bulk_update_tickets').map(({ body }) => (body as { change: object }).change)
}
const note = () => screen.findByRole('textbox', { name: 'Note to Bo Busy (optional)' })
const pickColleague = async () => {
  await screen.findByRole('option', { name: /Bo Busy/ })
  await userEvent.keyboard('bo{Enter}')
}

beforeEach(() => {
  getDefaultStore().set(singleKeysAtom, true)
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})
afterEach(() => dismissToast())

it('asks for a note to the colleague who gets several tickets', async () => {
  const changes = await openList()
  await userEvent.keyboard('{Shift>}A{/Shift}a')
  await pickColleague()
  expect(await note()).toHaveFocus()
  await userEvent.keyboard('They wait.{Control>}{Enter}{/Control}')
  await waitFor(() => expect(changes()).toEqual([{ assigned_to: OTHER_AGENT_ID, note: 'They wait.' }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('assigns one ticket at once', async () => {
  const changes = await openList()
  await userEvent.keyboard('ja')
  await pickColleague()
  await waitFor(() => expect(changes()).toEqual([{ assigned_to: OTHER_AGENT_ID }]))
})

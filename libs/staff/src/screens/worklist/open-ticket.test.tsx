// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, buildRows, sentTo } from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from './TicketWorklist'

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

async function open() {
  const sent = stubBackend(backendWith(() => buildRows(2)))
  const { router } = renderAt('/queue', [
    { path: '/queue', element: <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="" /> },
    { path: '/tickets/:id', element: <p>one ticket</p> },
  ])
  const subject = await screen.findByText('Ticket number 1')
  const row = screen.getByRole('row', { name: /Ticket number 1/ })
  const read = () => sentTo(sent, 'get_ticket_detail').map(({ url }) => url.searchParams.get('ticket_id'))
  return { router, subject, row, read }
}
const mouse = { pointerType: 'mouse', button: 0 }

it('reads a ticket while the mouse button is down on its row', async () => {
  const { subject, read } = await open()
  fireEvent.pointerDown(subject, mouse)
  await waitFor(() => expect(read()).toEqual([buildRow(1).id]))
})

it('reads nothing for fingers, other buttons of the mouse, and controls of the row', async () => {
  const { subject, row, read } = await open()
  fireEvent.pointerDown(subject, { ...mouse, pointerType: 'touch' })
  fireEvent.pointerDown(subject, { ...mouse, button: 2 })
  fireEvent.pointerDown(within(row).getByRole('checkbox'), mouse)
  fireEvent.pointerDown(within(row).getByRole('button', { name: 'Assign to me' }), mouse)
  // The request of a press that counts comes first, if there is another.
  fireEvent.pointerDown(screen.getByText('Ticket number 0'), mouse)
  await waitFor(() => expect(read()).toEqual([buildRow(0).id]))
})

it('opens the ticket of a link', async () => {
  const { router, row } = await open()
  await userEvent.click(within(row).getByRole('link', { name: /View Details/ }))
  expect(await screen.findByText('one ticket')).toBeVisible()
  expect(router.state.location.pathname).toBe(`/tickets/${buildRow(1).id}`)
})

// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend, type SentRequest } from '@helpdesk/tickets/testing'
import {
  AGENT_ID,
  backendWith,
  buildRow,
  OTHER_AGENT_ID,
  sentTo,
  listArgsOf,
} from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from '../worklist/TicketWorklist'

const COUNT = 130
/** The last twenty belong to a colleague. */
const all = Array.from({ length: COUNT }, (_, n) =>
  buildRow(n, {
    number: 1001 + n,
    assigned_to: n < 110 ? AGENT_ID : OTHER_AGENT_ID,
    assignee_name: n < 110 ? 'Alex Agent' : 'Bo Busy',
  }),
)
const held = all.slice(110)

/** A workspace of 130 tickets, of which a list loads fifty. */
function startWorkspace() {
  return stubBackend(
    backendWith(
      (query) => {
        const { after } = listArgsOf(query)
        const from = after?.count ?? all.findIndex(({ id }) => id === after?.id) + 1
        return all.slice(from, from + Number(query.get('max_rows') ?? 50))
      },
      ({ url, body }: SentRequest) => {
        const { ticket_ids: ids = [] } = { ...(body as { ticket_ids?: string[] } | null) }
        switch (url.pathname.split('/').pop()) {
          case 'count_queues':
            return {
              body: {
                unassigned: 0,
                mine: 110,
                waiting: 0,
                unread: 0,
                unmatched: 0,
                agents_update: 'own',
                views: {},
              },
            }
          case 'list_ticket_ids':
            return { body: all.map(({ id }) => id) }
          case 'list_held_tickets':
            return { body: held.filter(({ id }) => ids.includes(id)) }
          case 'bulk_update_tickets':
            return { body: { batch_id: 'b', results: ids.map((id) => ({ id, ok: true })) } }
          default:
            return { body: [] }
        }
      },
    ),
  )
}
const openAt = async (path: string) => {
  renderAt(path, [
    { path: '/queue', element: <TicketWorklist label="Queue" scope={{}} empty="" /> },
    { path: '*', element: <p>elsewhere</p> },
  ])
  await screen.findByText('Ticket number 0')
}
const selectAll = () => fireEvent.click(screen.getByRole('checkbox', { name: /all/i }))

// Loaded with the first selection.
beforeAll(() => Promise.all([import('./BulkBar'), import('./list-all')]))
beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

it('names tickets that cannot be changed before the change, also those that are not loaded', async () => {
  const sent = startWorkspace()
  await openAt('/queue')
  selectAll()
  await screen.findByText('130 selected')
  await userEvent.click(await screen.findByRole('button', { name: '20 can’t be changed' }))
  const list = screen.getByRole('list', { name: '20 can’t be changed' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(20)
  expect(list).toHaveTextContent('#1111 Ticket number 110 Assigned to Bo Busy. Take over to change.')
  expect(screen.getByRole('button', { name: 'Take over 20' })).toBeEnabled()

  await userEvent.selectOptions(screen.getByLabelText('Set status'), 'Solved')
  const report = await screen.findByRole('alert')
  expect(report).toHaveTextContent('110 tickets set to Solved')
  expect(report).toHaveTextContent('Assigned to Bo Busy. Take over to change.')
  expect(report).toHaveTextContent('#1130 Ticket number 129')
  expect(document.body).not.toHaveTextContent('You do not have permission')
  const changed = sentTo(sent, 'bulk_update_tickets').flatMap(
    ({ body }) => (body as { ticket_ids: string[] }).ticket_ids,
  )
  expect(changed).toEqual(all.slice(0, 110).map(({ id }) => id))
})

it('selects all that a search finds', async () => {
  const sent = startWorkspace()
  await openAt('/queue?q=ticket')
  selectAll()
  await screen.findByText('130 selected')
  expect(sentTo(sent, 'list_ticket_ids')).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Set priority'), 'High')
  await waitFor(() => expect(sentTo(sent, 'bulk_update_tickets')).toHaveLength(3))
  expect(await screen.findByText('110 tickets set to High priority')).toBeVisible()
})

// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import {
  AGENT_ID,
  backendWith,
  buildRow,
  buildRows,
  sentTo,
  listArgsOf,
} from '@helpdesk/tickets/testing/build-row'
import type { ListScope } from '../../model/list-filter'
import { TicketWorklist } from './TicketWorklist'

const open = (scope: ListScope = { assignedTo: null }, path = '/queue') =>
  renderAt(path, [
    {
      path: '/queue',
      element: <TicketWorklist label="Queue" scope={scope} empty="All done." activeFirst />,
    },
  ])
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

describe('a queue', () => {
  it('shows active tickets first, and every status one click away', async () => {
    const sent = stubBackend(backendWith(() => buildRows(1)))
    const { router } = open()
    await screen.findByText('Ticket number 0')
    const status = screen.getByLabelText('Status')
    expect(within(status).getAllByRole('option')[0]).toHaveTextContent('Active')
    expect(status).toHaveDisplayValue('Active')
    expect(listArgsOf(sent[0]!.url.searchParams).filter.status).toEqual(['active'])
    await userEvent.selectOptions(status, 'All Status')
    await waitFor(() => expect(sentTo(sent, 'list_tickets')).toHaveLength(2))
    expect(router.state.location.search).toBe('?status=all')
    expect(listArgsOf(sentTo(sent, 'list_tickets')[1]!.url.searchParams).filter).not.toHaveProperty('status')
  })

  it('searches tickets of every status', async () => {
    const sent = stubBackend(backendWith(() => buildRows(1)))
    open({ assignedTo: null }, '/queue?q=vpn')
    await screen.findByText('Ticket number 0')
    expect(screen.getByLabelText('Status')).toHaveDisplayValue('All Status')
    expect(listArgsOf(sent[0]!.url.searchParams).filter).not.toHaveProperty('status')
  })

  it('leaves out the assignee where it is always the reader', async () => {
    stubBackend(backendWith(() => buildRows(1, { assigned_to: AGENT_ID })))
    open({ assignedTo: AGENT_ID })
    await screen.findByText('Ticket number 0')
    expect(headers()).not.toContain('Assigned To')
    expect(headers()).toContain('Customer')
  })

  it('sorts by a header, and by the same header in the other direction', async () => {
    stubBackend(backendWith(() => buildRows(1)))
    const { router } = open()
    await screen.findByText('Ticket number 0')
    const header = (name: string) => screen.getByRole('columnheader', { name })
    expect(header('Created')).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(within(header('Priority')).getByRole('button'))
    expect(router.state.location.search).toBe('?sort=priority')
    expect(header('Priority')).toHaveAttribute('aria-sort', 'descending')
    expect(header('Created')).not.toHaveAttribute('aria-sort')
    await userEvent.click(within(header('Priority')).getByRole('button'))
    expect(router.state.location.search).toBe('?sort=priority&dir=asc')
  })

  it('shows how long customers wait as the one age of a row where the list is sorted by it', async () => {
    const since = new Date(Date.now() - 5.5 * 3_600_000).toISOString()
    stubBackend(backendWith(() => buildRows(1, { waiting_since: since })))
    open(undefined, '/queue?sort=waiting')
    await screen.findByText('Ticket number 0')
    expect(headers()).toContain('Waiting')
    expect(headers()).not.toContain('Created')
    expect(screen.getByText('5h')).toHaveAttribute('data-wait', 'long')
    expect(document.querySelectorAll('tbody time')).toHaveLength(1)
  })
})

describe('a row', () => {
  it('marks unread tickets and shows author, tags and requester', async () => {
    stubBackend(
      backendWith(() => [
        buildRow(0, {
          unread: true,
          desk_tags: ['billing', 'refund', 'vip'],
          last_message_name: 'Alex Agent',
          last_message_from: 'staff',
          last_message_preview: 'Please restart it.',
          last_message_unverified: true,
          created_by: AGENT_ID,
          requester_name: 'Rae Requester',
          requester_email: 'rae@customer.example',
        }),
        buildRow(1, { last_message_name: 'Rae Requester', last_message_from: 'requester' }),
      ]),
    )
    open()
    await screen.findByText('Ticket number 0')
    const [, first, second] = screen.getAllByRole('row')
    expect(first).toHaveAttribute('data-unread')
    expect(within(first!).getByText('Unread')).toBeInTheDocument()
    expect(within(first!).getByText('Please restart it.')).toHaveTextContent('Alex Agent: Please restart it.')
    expect(within(first!).getByText('Not verified')).toHaveAttribute(
      'title',
      expect.stringContaining('sender'),
    )
    expect(within(second!).queryByText('Not verified')).not.toBeInTheDocument()
    expect(within(first!).getByText('refund')).toBeVisible()
    expect(within(first!).getByText('+1')).toHaveAttribute('title', 'billing, refund, vip')
    expect(within(first!).getByText('Rae Requester')).toBeVisible()
    expect(second).not.toHaveAttribute('data-unread')
    expect(within(second!).queryByText('Rae Requester: ')).toBeNull()
  })

  it('shows name, e-mail, the last message, one age, and that the customer waits long', async () => {
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()
    stubBackend(
      backendWith(() => [
        buildRow(0, {
          last_message_preview: 'It still does not print.',
          last_message_at: hours(2.5),
          waiting_since: hours(5.5),
        }),
        buildRow(1, { waiting_since: hours(5.5), status: 'solved' }),
      ]),
    )
    open()
    const row = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)!
    await waitFor(() => expect(within(row(0)).getByText('Rae Requester')).toBeVisible())
    expect(within(row(0)).getByText('rae@customer.example')).toBeInTheDocument()
    expect(within(row(0)).getByText('It still does not print.')).toBeVisible()
    expect(row(0).querySelectorAll('time')).toHaveLength(1)
    expect(within(row(0)).getByText('It still does not print.')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Last message/),
    )
    const waits = within(row(0)).getByText('Waiting for an answer').parentElement
    expect(waits).toHaveAttribute('data-wait', 'long')
    expect(waits).toHaveAttribute('title', expect.stringMatching(/^Waiting for an answer since /))
    expect(within(row(1)).queryByText('Waiting for an answer')).toBeNull()
  })
})

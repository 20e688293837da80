import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { AgentTickets } from './AgentTickets'
import { listArgsOf } from '@helpdesk/tickets/testing/build-row'

const ME = '00000000-0000-4000-8000-0000000000a1'
const NEXT = '11111111-1111-4111-8111-000000000001'
const ticket = {
  id: NEXT,
  subject: 'Printer',
  description: 'It does not print.',
  status: 'in_progress',
  priority: 'urgent',
  created_by: ME,
  customer_id: ME,
  assigned_to: ME,
  created_at: '2026-01-05T12:00:00+00:00',
  updated_at: '2026-01-05T12:00:00+00:00',
  closed_at: null,
  tags: null,
  metadata: null,
  version: 2,
}
const open = (path: string) =>
  renderAt(path, [
    { path: '/tickets/assigned', element: <AgentTickets /> },
    { path: '/tickets/unassigned', element: <AgentTickets /> },
    { path: '/tickets/:id', element: <p>one ticket</p> },
  ])

beforeEach(() => signInAs({ id: ME, role: 'agent' }))

describe('AgentTickets', () => {
  it.each([
    ['/tickets/assigned', 'My Assigned Tickets', { assignee: ME }],
    ['/tickets/unassigned', 'Unassigned Tickets', { unassigned: true }],
  ])('shows the title and tickets of %s', async (path, title, scope) => {
    const sent = stubBackend(() => ({ body: [] }))
    open(path)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await screen.findByText('No tickets found')).toBeVisible()
    const lists = sent.filter(({ url }) => url.pathname.endsWith('list_tickets'))
    expect(lists).toHaveLength(1)
    const { filter } = listArgsOf(lists[0]!.url.searchParams)
    expect(filter).toEqual({ status: ['active'], ...scope })
  })

  it('switches between the queues without showing rows of the other', async () => {
    stubBackend(({ url }) =>
      listArgsOf(url.searchParams).filter.assignee ? { body: [ticket] } : new Promise(() => {}),
    )
    open('/tickets/assigned')
    await screen.findByText('Printer')
    expect(screen.getByRole('link', { name: 'My Tickets' })).toHaveAttribute('aria-current', 'page')
    await userEvent.click(screen.getByRole('link', { name: 'Unassigned Queue' }))
    expect(await screen.findByText('View and claim unassigned support tickets')).toBeVisible()
    expect(screen.queryByText('Printer')).toBeNull()
  })

  it('shows what came back from a snooze above the own list in any order, and leads to it', async () => {
    const counts = {
      unassigned: 1,
      mine: 2,
      waiting: 0,
      unread: 1,
      unmatched: 0,
      agents_update: 'own',
      views: {},
    }
    const woken = [{ id: NEXT, number: 1042, subject: 'The spare part' }]
    const rows = [ticket, { ...ticket, id: NEXT.replace(/1$/, '2'), subject: 'The lamp' }]
    stubBackend(({ url }) => ({
      body: url.pathname.endsWith('count_queues') ? { ...counts, woken } : rows,
    }))
    const { router } = open('/tickets/assigned?sort=priority')
    expect(await screen.findByRole('region', { name: 'Back from snooze' })).toBeVisible()
    // It stands once on the page, and in its place in a list that is narrowed.
    expect(await screen.findByText('The lamp')).toBeVisible()
    expect(screen.queryByText('Printer')).toBeNull()
    expect(screen.getByText('1 ticket')).toBeVisible()
    await router.navigate('/tickets/assigned?priority=urgent')
    const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
    expect(await screen.findByText('Printer')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Back from snooze' })).toBeNull()
    expect(row('Printer').getByText('Back from snooze')).toBeVisible()
    expect(row('The lamp').queryByText('Back from snooze')).toBeNull()
    await router.navigate('/tickets/assigned?q=printer')
    expect(await screen.findByText('Back from snooze')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Unassigned Queue' }))
    await screen.findByText('View and claim unassigned support tickets')
    expect(screen.queryByRole('region', { name: 'Back from snooze' })).toBeNull()
    await router.navigate('/tickets/assigned')
    await userEvent.click(await screen.findByRole('link', { name: '#1042 The spare part' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${NEXT}`))
  })

  it('takes the next ticket and opens it', async () => {
    stubBackend(({ url }) => ({ body: url.pathname.endsWith('next_ticket') ? [ticket] : [] }))
    const { router } = open('/tickets/unassigned')
    await userEvent.click(screen.getByRole('button', { name: 'Next ticket' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${NEXT}`))
  })

  it('reports an empty queue and stays on the page', async () => {
    stubBackend(() => ({ body: [] }))
    const { router } = open('/tickets/unassigned')
    await userEvent.click(screen.getByRole('button', { name: 'Next ticket' }))
    expect(await screen.findByText('The queue is empty')).toBeVisible()
    expect(router.state.location.pathname).toBe('/tickets/unassigned')
  })

  it('offers no next ticket to an agent who is away, and says how to get one', async () => {
    signInAs({ id: ME, role: 'agent', away_since: '2026-01-05T12:00:00+00:00' })
    const sent = stubBackend(() => ({ body: null }))
    const calls = (name: string) => sent.filter(({ url }) => url.pathname.endsWith(name))
    open('/tickets/unassigned')
    const button = screen.getByRole('button', { name: 'Next ticket' })
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('title', 'You are away. Become available to take the next ticket.')
    await userEvent.click(screen.getByRole('button', { name: 'Become available' }))
    await waitFor(() => expect(button).toBeEnabled())
    expect(calls('set_availability').map(({ body }) => body)).toEqual([{ is_away: false }])
    expect(calls('next_ticket')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Become available' })).toBeNull()
  })

  it('shows why the next ticket was refused', async () => {
    stubBackend(({ url }) =>
      url.pathname.endsWith('next_ticket')
        ? {
            status: 400,
            body: {
              code: 'P0001',
              message: 'Must be logged in as an agent to view queue',
              details: 'agent_required',
              hint: null,
            },
          }
        : { body: [] },
    )
    open('/tickets/unassigned')
    await userEvent.click(screen.getByRole('button', { name: 'Next ticket' }))
    expect(await screen.findByText('Must be logged in as an agent to view queue')).toBeVisible()
  })
})

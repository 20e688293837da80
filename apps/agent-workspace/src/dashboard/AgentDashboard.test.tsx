import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { dismissToast } from '@helpdesk/ui'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { AgentDashboard } from './AgentDashboard'
import { listArgsOf } from '@helpdesk/tickets/testing/build-row'

const ME = '00000000-0000-4000-8000-0000000000a1'
const row = (n: number) => ({
  id: `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`,
  subject: `Ticket number ${n}`,
  status: 'pending',
  priority: 'urgent',
  created_by: null,
  customer_id: null,
  assigned_to: ME,
  created_at: '2026-01-05T12:00:00+00:00',
  updated_at: '2026-01-05T12:00:00+00:00',
  closed_at: null,
  version: 1,
})
const stats = {
  assigned_tickets: 7,
  resolved_today: 2,
  average_response_time: 12.5,
  satisfaction_rate: 0.945,
}
const open = () => renderAt('/dashboard/agent', [{ path: '/dashboard/agent', element: <AgentDashboard /> }])

beforeEach(() => {
  dismissToast()
  signInAs({ id: ME, role: 'agent', email: 'alex@desk.example' })
})

it('loads the figures and the ten most urgent active tickets in one request each', async () => {
  const sent = stubBackend(({ url }) => ({ body: url.pathname.includes('stats') ? stats : [row(1), row(2)] }))
  open()
  expect(screen.getByText('Overview of your support queue and performance')).toBeVisible()
  expect(await screen.findByText('95%')).toBeVisible()
  for (const caption of ['Active cases', 'Completed tickets', 'Response time', 'Last 30 days'])
    expect(screen.getByText(caption)).toBeVisible()
  const table = await screen.findByRole('table', { name: 'Active Tickets' })
  expect(await within(table).findByText('Ticket number 2')).toBeVisible()
  // The assignee is always the reader.
  expect(within(table).queryByRole('columnheader', { name: 'Assigned To' })).toBeNull()
  expect(within(table).queryByRole('checkbox')).toBeNull()
  // All people in these rows are known, so there is no third request.
  expect(sent.map(({ url }) => url.pathname).sort()).toEqual([
    '/rest/v1/rpc/get_agent_performance_stats',
    '/rest/v1/rpc/list_tickets',
  ])
  const query = sent.find(({ url }) => url.pathname.endsWith('list_tickets'))!.url.searchParams
  expect(listArgsOf(query)).toMatchObject({
    filter: { status: ['active'], assignee: ME },
    sort_by: 'priority',
    max_rows: '10',
  })
})

it('links to both queues', () => {
  stubBackend(() => new Promise(() => {}))
  open()
  expect(screen.getByRole('link', { name: 'Unassigned Queue' })).toHaveAttribute(
    'href',
    '/tickets/unassigned',
  )
  expect(screen.getByRole('link', { name: 'My Tickets' })).toHaveAttribute('href', '/tickets/assigned')
})

it.each(['stats', 'list_tickets'])('reports a failed request: %s', async (broken) => {
  stubBackend(({ url }) => {
    if (url.pathname.includes(broken)) return { status: 500, body: { message: 'out of order' } }
    return { body: url.pathname.includes('stats') ? stats : [] }
  })
  open()
  const toast = await screen.findByText('Error')
  expect(toast.parentElement).toHaveTextContent('Failed to load dashboard data. Please try again.')
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
})

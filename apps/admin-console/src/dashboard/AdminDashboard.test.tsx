import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminDashboard } from './AdminDashboard'

const agent = (overrides: object = {}) => ({
  id: 'a1',
  name: 'Ada Agent',
  email: 'ada@desk.example',
  role: 'agent',
  assigned: 7,
  resolved: 12,
  response_minutes: 90,
  satisfaction_rate: 0.5,
  ...overrides,
})
const answer = (overrides: object = {}) => ({
  has_tickets: true,
  total_users: 2345,
  active_tickets: 31,
  unassigned_tickets: 4,
  response_minutes: 12.4,
  resolution_rate: 0.625,
  agents: [agent(), agent({ id: 'a2', name: 'Rick Rival', response_minutes: null, satisfaction_rate: null })],
  ...overrides,
})
const open = () => renderAt('/admin/dashboard', [{ path: '/admin/dashboard', element: <AdminDashboard /> }])
const card = (title: string) => screen.getByRole('heading', { name: title, level: 2 }).closest('section')!

beforeEach(() => signInAs({ role: 'admin' }))

describe('dashboard of a workspace with tickets', () => {
  it('shows live figures from one call', async () => {
    const sent = stubBackend(() => ({ body: answer() }))
    open()
    expect(await screen.findByText('2,345')).toBeVisible()
    expect(card('Total Users')).toHaveTextContent('2,345')
    expect(card('Active Tickets')).toHaveTextContent('314 unassigned')
    expect(card('Response Time')).toHaveTextContent('12 min')
    expect(card('Resolution Rate')).toHaveTextContent('63%')
    const rows = within(screen.getByRole('list', { name: 'Agent Performance' })).getAllByRole('listitem')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toHaveTextContent(
      'Ada Agentada@desk.exampleAssigned7Resolved12Response1.5hSatisfaction50%',
    )
    expect(rows[1]).toHaveTextContent('Response–Satisfaction–')
    expect(screen.queryByText('Sample data')).toBeNull()
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/rest/v1/rpc/get_admin_dashboard'])
  })

  it('says how many tickets are snoozed besides', async () => {
    stubBackend(() => ({ body: answer({ snoozed_tickets: 1200 }) }))
    open()
    await screen.findByText('2,345')
    expect(card('Active Tickets')).toHaveTextContent('314 unassigned, 1,200 snoozed')
  })

  it('distinguishes missing figures from zero', async () => {
    stubBackend(() => ({ body: answer({ response_minutes: null, resolution_rate: null, agents: [] }) }))
    open()
    expect(await screen.findByText('No agents yet. Invite your first agent.')).toBeVisible()
    expect(card('Response Time')).toHaveTextContent('–')
    expect(card('Resolution Rate')).toHaveTextContent('–')
  })
})

it('shows the marked sample figures in a workspace without tickets', async () => {
  stubBackend(() => ({
    body: answer({
      has_tickets: false,
      total_users: 1,
      active_tickets: 0,
      unassigned_tickets: 0,
      agents: [],
    }),
  }))
  open()
  expect(await screen.findByText('Sample data')).toBeVisible()
  expect(card('Total Users')).toHaveTextContent('1,234')
  expect(card('Active Tickets')).toHaveTextContent('4215 unassigned')
  expect(card('Response Time')).toHaveTextContent('1.5h')
  expect(card('Resolution Rate')).toHaveTextContent('94%')
  expect(
    within(screen.getByRole('list', { name: 'Agent Performance' })).getAllByRole('listitem'),
  ).toHaveLength(2)
})

it('keeps its layout and links while loading', () => {
  stubBackend(() => new Promise(() => {}))
  open()
  expect(screen.getByRole('status')).toHaveTextContent('Loading the figures...')
  for (const title of ['Total Users', 'Active Tickets', 'Response Time', 'Resolution Rate'])
    expect(card(title)).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByText('Sample data')).toBeNull()
  for (const [name, path, text] of [
    ['Invite Users', '/admin/invites', 'Send invites to new users'],
    ['AI Console', '/admin/console', 'AI-powered assistance'],
    ['Ticket Management', '/admin/tickets', 'All tickets in one list'],
    ['Settings', '/admin/settings', 'Workspace name, limits and tags'],
    ['View Reports', '/admin/reports', 'Response times, backlog and satisfaction over time'],
  ] as const) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path)
    expect(screen.getByText(text)).toBeVisible()
  }
})

it.each([
  [
    { status: 500, body: { message: 'out of order', code: 'P0001', details: null } },
    'An unknown error occurred',
  ],
  [{ body: { has_tickets: true } }, 'The server sent an unexpected response. Reload the page and try again.'],
])('shows why loading failed, and retries', async (failure, text) => {
  let broken = true
  stubBackend(() => (broken ? failure : { body: answer() }))
  open()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'View Reports' })).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('2,345')).toBeVisible()
})

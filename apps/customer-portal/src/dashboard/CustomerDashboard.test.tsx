import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CustomerDashboard } from './CustomerDashboard'

const ticket = {
  id: '11111111-1111-4111-8111-111111111111',
  number: 1042,
  subject: 'Printer is offline',
  status: 'open',
  priority: 'high',
  created_at: '2024-01-04T10:00:00+00:00',
  updated_at: '2024-01-05T12:00:00+00:00',
}
const figures = {
  open_tickets: 3,
  recent_activity: 7,
  average_response_minutes: null,
  recent_tickets: [ticket],
}
const open = () => renderAt('/', [{ path: '/', element: <CustomerDashboard /> }])

beforeEach(() => signInAs())

describe('CustomerDashboard', () => {
  it('shows figures and recent tickets from one request', async () => {
    const sent = stubBackend(() => ({ body: figures }))
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome Back!' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'New Ticket' })).toHaveAttribute('href', '/tickets/new')
    expect(screen.getByText('Loading tickets...')).toBeInTheDocument()
    expect(await screen.findByText('3')).toBeVisible()
    expect(screen.getByText('7')).toBeVisible()
    expect(screen.getByText('2h')).toBeVisible()
    expect(screen.getByText('Open tickets requiring attention')).toBeVisible()
    expect(screen.getByText('#1042')).toBeVisible()
    expect(screen.getByText('Updated Jan 5, 2024')).toBeVisible()
    const view = screen.getByRole('link', { name: 'View Printer is offline' })
    expect(view).toHaveAttribute('href', `/tickets/${ticket.id}`)
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/rest/v1/rpc/get_customer_dashboard'])
  })

  it('shows the average response time', async () => {
    stubBackend(() => ({ body: { ...figures, average_response_minutes: 90 } }))
    open()
    expect(await screen.findByText('1.5h')).toBeVisible()
  })

  it('marks the response time as a sample until there is a first reply', async () => {
    let average: number | null = null
    stubBackend(() => ({ body: { ...figures, average_response_minutes: average } }))
    const { unmount } = open()
    expect(await screen.findByText('Sample data')).toBeVisible()
    unmount()
    average = 0
    open()
    expect(await screen.findByText('1 min')).toBeVisible()
    expect(screen.queryByText('Sample data')).toBeNull()
  })

  it('shows an empty state', async () => {
    stubBackend(() => ({ body: { ...figures, open_tickets: 0, recent_activity: 0, recent_tickets: [] } }))
    open()
    expect(await screen.findByText('No tickets found')).toBeVisible()
  })

  it('offers Retry after a failure', async () => {
    let broken = true
    stubBackend(() => (broken ? { status: 500, body: { message: 'out of order' } } : { body: figures }))
    open()
    await screen.findByText('Your dashboard could not be loaded')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Printer is offline')).toBeVisible()
  })
})

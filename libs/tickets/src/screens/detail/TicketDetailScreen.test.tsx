// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useQueryClient } from '@helpdesk/ui/query'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  buildAttachment,
  buildCommentRow,
  buildTicketDetail,
  renderAt,
  signInAs,
  stubBackend,
  TICKET_ID,
} from '../../testing'
import { useTicketCache } from '../../api/get-ticket'
import { ticketKeys } from '../../api/keys'
import type { TicketSummary } from '../../model/rows'
import { TicketDetailScreen } from './TicketDetailScreen'
import { buildRow } from '../../testing/build-row'
import { openTicket, refusal, resetDevice, stubTicket } from '../testing'

beforeEach(() => {
  resetDevice()
  signInAs()
})

describe('TicketDetailScreen', () => {
  it('loads the ticket with comments and files in one request', async () => {
    const sent = stubBackend(() => ({ body: buildTicketDetail({ ticket: { number: 1042 } }) }))
    openTicket()
    expect(screen.getByRole('status')).toHaveTextContent('Loading ticket details...')
    expect(await screen.findByRole('heading', { level: 1, name: 'Printer is offline' })).toBeVisible()
    expect(screen.getByText('Ticket #1042')).toBeVisible()
    expect(screen.getByText('in progress')).toBeVisible()
    expect(screen.getByText('urgent')).toBeVisible()
    expect(screen.getByText(/^Created/)).toHaveTextContent(/ago$/)
    expect(screen.getByText('No comments yet. Be the first to comment!')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.url.pathname).toBe('/rest/v1/rpc/get_ticket_detail')
    expect(sent[0]?.url.searchParams.get('ticket_id')).toBe(TICKET_ID)
  })

  it('shows the assignee and the next step', async () => {
    stubTicket({ assignee: { id: 'a1', name: 'Alex Agent' } })
    openTicket()
    const progress = within(await screen.findByRole('region', { name: 'Progress' }))
    expect(progress.getByText('Alex Agent')).toBeVisible()
    expect(progress.getByText('Alex Agent is working on your ticket and will reply here.')).toBeVisible()
  })

  it('shows that a ticket is unassigned', async () => {
    stubTicket({ ticket: { status: 'open' } })
    openTicket()
    expect(await screen.findByText('Nobody yet')).toBeVisible()
  })

  it('shows staff the requester instead of the progress', async () => {
    signInAs({ id: 'a1', role: 'agent', name: 'Alex Agent' })
    stubTicket({})
    openTicket()
    expect(await screen.findByText('Requested by Pat Example')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close ticket' })).toBeNull()
  })

  it('shows the files of a comment with it, apart from the ticket’s', async () => {
    const note = buildCommentRow({ is_internal: true, author_name: 'Alex Agent', author_role: 'agent' })
    const attachments = [
      buildAttachment(),
      buildAttachment({ id: 'a2', comment_id: note.id, file_name: 'log.txt', file_type: 'text/plain' }),
    ]
    stubTicket({ comments: [note], attachments })
    openTicket()
    expect(await screen.findByText('Internal Note')).toBeVisible()
    const item = within(screen.getByText('Alex Agent').closest('li') ?? document.body)
    expect(item.getByText('It blinks red.')).toBeVisible()
    expect(item.getByRole('button', { name: 'Download log.txt' })).toBeEnabled()
    const own = within(screen.getByRole('region', { name: 'Attachments' }))
    expect(own.getByText('1.5 KB')).toBeVisible()
    expect(own.queryByText('log.txt')).toBeNull()
  })

  it.each([
    ['a missing or foreign ticket', TICKET_ID, 1],
    ['a malformed id', 'not-an-id', 0],
  ])('shows the not-found page for %s', async (_name, id, requests) => {
    const sent = stubBackend(() => ({ body: null }))
    openTicket(id)
    expect(await screen.findByRole('heading', { level: 1, name: 'Ticket not found' })).toBeVisible()
    expect(screen.getByText('This ticket does not exist or you do not have access to it')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Tickets' })).toHaveAttribute('href', '/tickets')
    expect(sent).toHaveLength(requests)
  })

  it('offers Retry after a failure', async () => {
    let broken = true
    stubBackend(() => (broken ? refusal(500, 'out of order', 'P0001') : { body: buildTicketDetail() }))
    openTicket()
    expect(await screen.findByRole('alert')).toHaveTextContent('An unknown error occurred')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Printer is offline')).toBeVisible()
  })

  it('says that the user is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    stubBackend(() => Promise.reject(new TypeError('Failed to fetch')))
    openTicket()
    expect(await screen.findByText('You are offline')).toBeVisible()
    expect(screen.getByText(/could not be reached/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
    vi.restoreAllMocks()
  })

  it('keeps the ticket on screen when a refresh fails, and says so', async () => {
    let broken = false
    stubBackend(() => (broken ? refusal(500, 'out of order', 'XX000') : { body: buildTicketDetail() }))
    let refresh = () => {}
    renderAt(`/tickets/${TICKET_ID}`, [
      {
        path: '/tickets/:id',
        element: <TicketDetailScreen extra={() => <Refresher grab={(fn) => (refresh = fn)} />} />,
      },
    ])
    await screen.findByText('Printer is offline')
    broken = true
    refresh()
    expect(await screen.findByText('Could not be refreshed')).toBeVisible()
    expect(screen.getByText('Printer is offline')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText('Could not be refreshed')).toBeNull())
  })

  it('reads the ticket again after leaving the page', async () => {
    const sent = stubBackend(() => ({ body: buildTicketDetail() }))
    const { router } = openTicket()
    await screen.findByText('Printer is offline')
    await router.navigate('/tickets')
    await screen.findByText('the list')
    // The cache evicts an unused ticket in the next task.
    await new Promise((resolve) => setTimeout(resolve))
    await router.navigate(`/tickets/${TICKET_ID}`)
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('shows the header of a ticket that a list has shown while the ticket loads', async () => {
    signInAs({ id: 'a1', role: 'agent', name: 'Alex Agent' })
    let answer = () => undefined as void
    const held = new Promise<void>((resolve) => (answer = resolve))
    stubBackend(async () => {
      await held
      return { body: buildTicketDetail({ ticket: { number: 1042, subject: 'Printer is online' } }) }
    })
    const row = buildRow(1, {
      id: TICKET_ID,
      number: 1042,
      subject: 'Printer is offline',
      requester_name: 'Pat',
    })
    renderAt(`/tickets/${TICKET_ID}`, [
      {
        path: '/tickets/:id',
        element: (
          <Listed row={row}>
            <TicketDetailScreen above={(id) => <p>place of {id}</p>} aside={() => <p>panel</p>} />
          </Listed>
        ),
      },
    ])
    expect(screen.getByRole('heading', { level: 1, name: 'Printer is offline' })).toBeVisible()
    expect(screen.getByText('Ticket #1042')).toBeVisible()
    expect(screen.getByText('Requested by Pat')).toBeVisible()
    expect(screen.getByText(`place of ${TICKET_ID}`)).toBeVisible()
    expect(screen.getByRole('article', { busy: true })).toBeVisible()
    expect(screen.queryByText('panel')).toBeNull()
    answer()
    expect(await screen.findByRole('heading', { level: 1, name: 'Printer is online' })).toBeVisible()
    expect(screen.getByText('panel')).toBeVisible()
    expect(screen.getByText(`place of ${TICKET_ID}`)).toBeVisible()
    expect(screen.queryByRole('article', { busy: true })).toBeNull()
  })

  it('renders the aside, composer and extra parts of a role', async () => {
    stubTicket({})
    const element = (
      <TicketDetailScreen
        aside={({ ticket }) => <p>panel of {ticket.status}</p>}
        composer={() => <p>own composer</p>}
        extra={() => <p>timeline</p>}
      />
    )
    renderAt(`/tickets/${TICKET_ID}`, [{ path: '/tickets/:id', element }])
    expect(await screen.findByText('panel of in_progress')).toBeVisible()
    expect(screen.getByText('own composer')).toBeVisible()
    expect(screen.getByText('timeline')).toBeVisible()
    expect(screen.queryByPlaceholderText('Add a comment...')).toBeNull()
  })
})

/** Has a ticket in a loaded list. */
function Listed({ row, children }: { row: TicketSummary; children: ReactNode }) {
  useQueryClient().setQueryData(ticketKeys.list({ assignedTo: 'a1' }), { pages: [[row]], pageParams: [{}] })
  return children
}

function Refresher({ grab }: { grab: (refresh: () => void) => void }) {
  const { refetch } = useTicketCache(TICKET_ID)
  grab(() => void refetch())
  return null
}

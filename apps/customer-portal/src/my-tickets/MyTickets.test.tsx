import { asFound, buildRow, foundAnswer, listArgsOf } from '@helpdesk/tickets/testing/build-row'
import { CUSTOMER_ID, renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import type { FoundTicket } from '@helpdesk/tickets/model/found-tickets'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MyTickets } from './MyTickets'

const row = (n: number) => ({
  id: `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`,
  subject: `Ticket number ${n}`,
  status: 'on_hold' as const,
  priority: 'low' as const,
  created_by: CUSTOMER_ID,
  customer_id: CUSTOMER_ID,
  assigned_to: null,
  created_at: '2024-01-05T12:00:00+00:00',
  updated_at: '2024-01-06T12:00:00+00:00',
  closed_at: null,
  version: 1,
})
const found = (count: number, overrides: Partial<FoundTicket> = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...asFound(buildRow(n, row(n)), n), ...overrides }))
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n))
const isSearch = (url: URL) => url.pathname.endsWith('search_tickets')
const open = (path = '/tickets') =>
  renderAt(path, [
    { path: '/tickets', element: <MyTickets /> },
    { path: '/tickets/:id', element: <p>one ticket</p> },
  ])

beforeEach(() => signInAs())

describe('My Tickets', () => {
  it('requests the customer’s 50 newest tickets', async () => {
    const sent = stubBackend(() => ({ body: rows(2) }))
    open()
    expect(screen.getByText('View and manage your support tickets')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Ticket number 0' })).toBeVisible()
    const headers = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(headers).toEqual(['Subject', 'Status', 'Priority', 'Created', 'Last Updated'])
    expect(screen.getAllByText('Jan 5, 2024')).toHaveLength(2)
    expect(sent).toHaveLength(1)
    expect(listArgsOf(sent[0]!.url.searchParams)).toEqual({ filter: { requester: CUSTOMER_ID }, after: null })
  })

  it('opens a ticket when its row is clicked', async () => {
    stubBackend(() => ({ body: rows(1) }))
    const { router } = open()
    await userEvent.click((await screen.findAllByText('on hold'))[0]!)
    expect(await screen.findByText('one ticket')).toBeVisible()
    expect(router.state.location.pathname).toBe(`/tickets/${row(0).id}`)
  })

  it('shows an empty state', async () => {
    stubBackend(() => ({ body: [] }))
    open()
    expect(await screen.findByText('No tickets found')).toBeVisible()
    expect(screen.getByText('Create a new ticket to get started')).toBeVisible()
  })

  it('filters by status and priority and keeps both in the URL', async () => {
    const sent = stubBackend(() => ({ body: rows(1) }))
    const { router } = open()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Pending')
    await userEvent.selectOptions(screen.getByLabelText('Priority'), 'Urgent')
    await waitFor(() =>
      expect(listArgsOf(sent.at(-1)!.url.searchParams).filter).toMatchObject({
        status: ['pending'],
        priority: ['urgent'],
      }),
    )
    expect(router.state.location.search).toBe('?status=pending&priority=urgent')
  })

  it('searches after a pause in typing, and clears the search', async () => {
    const sent = stubBackend(({ url }) => ({ body: isSearch(url) ? [] : rows(1) }))
    open()
    await userEvent.type(screen.getByRole('searchbox'), 'vpn')
    expect(await screen.findByText('No tickets match your search and filters.')).toBeVisible()
    const searches = sent.filter(({ url }) => isSearch(url))
    expect(searches.map(({ url }) => listArgsOf(url.searchParams).filter.text)).toEqual(['vpn'])
    expect(searches[0]?.url.pathname).toBe('/rest/v1/rpc/search_tickets')
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Ticket number 0')).toBeVisible()
  })

  it('follows the URL when a link or Back changes it', async () => {
    stubBackend(({ url }) => ({ body: isSearch(url) ? foundAnswer(found(1)) : rows(1) }))
    const { router } = open('/tickets?q=vpn')
    expect(screen.getByRole('searchbox')).toHaveValue('vpn')
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    await act(() => router.navigate('/tickets'))
    expect(screen.getByRole('searchbox')).toHaveValue('')
    // Past the delay after which a typed search enters the URL.
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(router.state.location.search).toBe('')
  })

  it('shows where a search hit, and the corrected text', async () => {
    const hit = {
      marked_subject: 'Ticket \uE000invoice\uE001',
      found_in: 'comment' as const,
      found_by: 'Avery Lindqvist',
      snippet: 'the \uE000invoice\uE001 of May',
      corrected: 'invoice',
    }
    const sent = stubBackend(({ url }) => ({
      body: foundAnswer(found(1, listArgsOf(url.searchParams).filter.as_typed ? { corrected: null } : hit)),
    }))
    const { router } = open('/tickets?q=invocie')
    expect(await screen.findByText(/Comment by Avery Lindqvist/)).toHaveTextContent('the invoice of May')
    expect(screen.getByText('#1001')).toBeVisible()
    expect(screen.getByText(/Showing results for/)).toHaveTextContent('Search instead for invocie.')
    await userEvent.click(screen.getByRole('link', { name: 'invocie' }))
    await waitFor(() => expect(screen.queryByText(/Showing results for/)).toBeNull())
    expect(router.state.location.search).toBe('?q=invocie&typed=1')
    expect(listArgsOf(sent.at(-1)!.url.searchParams).filter.as_typed).toBe(true)
    await userEvent.type(screen.getByRole('searchbox'), 's')
    await waitFor(() => expect(router.state.location.search).toBe('?q=invocies'))
  })

  it('sorts found tickets by best match unless the newest are chosen', async () => {
    const sent = stubBackend(({ url }) => ({ body: isSearch(url) ? foundAnswer(found(1)) : rows(1) }))
    const { router } = open('/tickets?q=vpn')
    await screen.findByText('Ticket number 0')
    expect(sent.at(-1)?.url.searchParams.get('sort_by')).toBe('relevance')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Newest first')
    await waitFor(() => expect(sent.at(-1)?.url.searchParams.get('sort_by')).toBe('created_at'))
    expect(router.state.location.search).toBe('?q=vpn&sort=created_at')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Best match')
    expect(router.state.location.search).toBe('?q=vpn')
    await userEvent.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(screen.queryByLabelText('Sort by')).toBeNull())
  })

  it('loads more rows and stores their number in the URL', async () => {
    const sent = stubBackend(({ url }) => ({ body: url.searchParams.has('after') ? [row(99)] : rows(50) }))
    const { router } = open('/tickets?status=on_hold')
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Ticket number 99')).toBeVisible()
    expect(router.state.location.search).toBe('?status=on_hold&rows=100')
    expect(sent).toHaveLength(2)
    const { id, created_at } = row(49)
    expect(listArgsOf(sent.at(-1)!.url.searchParams).after).toMatchObject({ id, created_at })
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(screen.getByRole('status')).toHaveTextContent('51 tickets')
  })

  it('loads the rows of the URL in one request', async () => {
    const sent = stubBackend(() => ({ body: rows(100) }))
    open('/tickets?rows=100')
    expect(await screen.findByText('Ticket number 99')).toBeVisible()
    expect(sent.map(({ url }) => url.searchParams.get('max_rows'))).toEqual(['100'])
    expect(screen.getByRole('button', { name: 'Load more' })).toBeEnabled()
  })

  it('sends another request for rows beyond the server’s limit', async () => {
    const sent = stubBackend(({ url }) => ({
      body: url.searchParams.has('after') ? [row(100)] : rows(100),
    }))
    open('/tickets?rows=150')
    expect(await screen.findByText('Ticket number 100')).toBeVisible()
    expect(sent).toHaveLength(2)
  })

  it('is restored without a request on return from a ticket', async () => {
    const sent = stubBackend(({ url }) => ({
      body: foundAnswer(url.searchParams.has('after') ? found(120).slice(50) : found(50)),
    }))
    // Pressing the mouse on a row reads its ticket.
    const lists = () => sent.filter(({ url }) => !url.pathname.endsWith('get_ticket_detail'))
    const { router } = open('/tickets?q=number')
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Ticket number 75' }))
    expect(await screen.findByText('one ticket')).toBeVisible()
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await act(() => router.navigate(-1))
    vi.useRealTimers()
    expect(screen.getByRole('searchbox')).toHaveValue('number')
    expect(screen.getByText('Ticket number 99')).toBeVisible()
    expect(lists()).toHaveLength(2)
    // The menu link refetches the first page.
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await act(() => router.navigate('/tickets/1'))
    await act(() => router.navigate('/tickets?q=number'))
    vi.useRealTimers()
    await waitFor(() => expect(lists().length).toBeGreaterThan(2))
    expect(screen.queryByText('Ticket number 50')).toBeNull()
  })

  it('opens a ticket from the keyboard', async () => {
    stubBackend(() => ({ body: rows(1) }))
    open()
    const link = await screen.findByRole('link', { name: 'Ticket number 0' })
    link.focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('one ticket')).toBeVisible()
  })

  it('keeps its rows and offers Retry when loading more fails', async () => {
    let broken = true
    const next = () => (broken ? { status: 500, body: { message: 'out of order' } } : { body: [row(99)] })
    stubBackend(({ url }) => (url.searchParams.has('after') ? next() : { body: rows(50) }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('More tickets could not be loaded')).toBeVisible()
    expect(screen.getByText('Ticket number 49')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ticket number 99')).toBeVisible()
    expect(screen.queryByText('More tickets could not be loaded')).toBeNull()
  })

  it('offers Retry after a failure', async () => {
    let broken = true
    stubBackend(() => (broken ? { status: 500, body: { message: 'out of order' } } : { body: rows(1) }))
    open()
    expect(screen.getByRole('status')).toHaveTextContent('Loading tickets...')
    expect(await screen.findByText('Your tickets could not be loaded')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ticket number 0')).toBeVisible()
  })
})

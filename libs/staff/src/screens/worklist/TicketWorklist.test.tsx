// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
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
import { worklistCommands } from '../../state/worklist-commands'
import { TicketWorklist } from './TicketWorklist'

const open = (path = '/queue', assignsAnyone = false) =>
  renderAt(path, [
    {
      path: '/queue',
      element: (
        <TicketWorklist
          label="Queue"
          scope={{ assignedTo: null }}
          empty="All done."
          assignsAnyone={assignsAnyone}
        />
      ),
    },
    { path: '/tickets/:id', element: <p>one ticket</p> },
  ])
const texts = (elements: HTMLElement[]) => elements.map((each) => each.textContent)
const options = (label: string) => texts(within(screen.getByLabelText(label)).getAllByRole('option'))

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

describe('the table of agents and admins', () => {
  it('asks once for the list, newest first, and once for the people in it', async () => {
    const sent = stubBackend(backendWith(() => buildRows(3)))
    open()
    expect(await screen.findAllByText('rae@customer.example')).toHaveLength(3)
    expect(sent).toHaveLength(2)
    expect(listArgsOf(sent[0]!.url.searchParams)).toEqual({ filter: { unassigned: true }, after: null })
    expect(sent[1]?.url.pathname).toBe('/rest/v1/profiles')
  })

  it('has the columns, filters and options of the specification', async () => {
    stubBackend(backendWith(() => buildRows(1)))
    open()
    await screen.findByText('Ticket number 0')
    expect(texts(screen.getAllByRole('columnheader'))).toEqual([
      'Select all',
      'Status',
      'Priority',
      'Subject',
      'Customer',
      'Created',
      'Assigned To',
      'Actions',
    ])
    expect(screen.getByPlaceholderText('Search tickets...')).toBeVisible()
    expect(options('Status')).toEqual([
      'All Status',
      'Active',
      'Open',
      'In Progress',
      'Pending',
      'On Hold',
      'Solved',
      'Closed',
    ])
    expect(options('Priority')).toEqual(['All Priority', 'Urgent', 'High', 'Medium', 'Normal', 'Low'])
    expect(options('Sort by')).toEqual(
      expect.arrayContaining([
        'Created Date',
        'Priority',
        'Last updated',
        'Waiting longest',
        'Status',
        'Subject',
        'Customer',
      ]),
    )
    expect(screen.getByRole('button', { name: 'Assign to me' })).toBeEnabled()
    expect(screen.getByRole('link', { name: 'View Details' })).toHaveAttribute(
      'href',
      `/tickets/${buildRow(0).id}`,
    )
    expect(screen.getByText(/ago$/)).toBeVisible()
  })

  it('says Loading... for people who are on their way, and what is known afterwards', async () => {
    let answer = (_: unknown) => {}
    const people = new Promise((resolve) => (answer = resolve))
    stubBackend(async ({ url }) =>
      url.pathname.endsWith('profiles')
        ? { body: await people }
        : { body: [buildRow(1, { assigned_to: '00000000-0000-4000-8000-0000000000ff' })] },
    )
    open()
    expect(await screen.findAllByText('Loading...')).toHaveLength(2)
    await act(async () =>
      answer([{ id: buildRow(1).created_by, name: 'Rae', email: 'rae@customer.example' }]),
    )
    expect(await screen.findByText('rae@customer.example')).toBeVisible()
    expect(screen.getByText('Unknown')).toBeVisible()
  })

  it('keeps search, filters and order in the address, and asks the server for each', async () => {
    const sent = stubBackend(backendWith(() => buildRows(1)))
    const { router } = open('/queue?tag=billing')
    await screen.findByText('Ticket number 0')
    expect(listArgsOf(sent[0]!.url.searchParams).filter.tag).toBe('billing')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'On Hold')
    await userEvent.selectOptions(screen.getByLabelText('Priority'), 'Medium')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Priority')
    await userEvent.click(screen.getByRole('button', { name: 'Sorted descending' }))
    await userEvent.type(screen.getByRole('combobox', { name: 'Search tickets' }), 'vpn')
    await waitFor(() =>
      expect(router.state.location.search).toBe(
        '?tag=billing&status=on_hold&priority=medium&sort=priority&dir=asc&q=vpn',
      ),
    )
    await waitFor(() =>
      expect(listArgsOf(sent.at(-1)!.url.searchParams)).toMatchObject({
        filter: { text: 'vpn', status: ['on_hold'], priority: ['medium'], tag: 'billing' },
        sort_by: 'priority',
        ascending: 'true',
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: /Tag: billing/ }))
    expect(router.state.location.search).not.toContain('tag')
  })

  it('reads the same list from a link', async () => {
    const sent = stubBackend(backendWith(() => buildRows(1)))
    open('/queue?q=vpn&status=pending&sort=priority')
    await screen.findByText('Ticket number 0')
    expect(screen.getByRole('combobox', { name: 'Search tickets' })).toHaveValue('vpn')
    expect(screen.getByLabelText('Status')).toHaveValue('pending')
    expect(screen.getByLabelText('Sort by')).toHaveValue('priority')
    expect(sentTo(sent, 'search_tickets')).toHaveLength(1)
    expect(sentTo(sent, 'list_tickets')).toHaveLength(0)
  })

  it('goes on after the last row, by rank where it is sorted by priority', async () => {
    const last = { priority: 'urgent' } as const
    const sent = stubBackend(
      backendWith((query) => (query.has('after') ? [buildRow(99)] : [...buildRows(49), buildRow(49, last)])),
    )
    open('/queue?sort=priority')
    expect(await screen.findByText('50+ tickets')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('51 tickets')).toBeVisible()
    const { id, created_at } = buildRow(49)
    expect(listArgsOf(sentTo(sent, 'list_tickets')[1]!.url.searchParams).after).toEqual({
      ...{ id, created_at, priority: 'urgent' },
    })
    expect(sentTo(sent, 'profiles')).toHaveLength(1)
  })

  it('renders a part of a long list and announces its length', async () => {
    let page = 0
    stubBackend(
      backendWith(() => Array.from({ length: page < 2 ? 50 : 10 }, (_, n) => buildRow(page * 50 + n))),
    )
    open()
    await screen.findByText('50+ tickets')
    const table = screen.getByRole('table', { name: 'Queue' })
    expect(table).toHaveAttribute('aria-rowcount', '-1')
    for (const summary of ['100+ tickets', '110 tickets']) {
      page += 1
      await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
      await screen.findByText(summary)
    }
    expect(table).toHaveAttribute('aria-rowcount', '111')
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.length).toBeLessThan(70)
    expect(rows[0]).toHaveAttribute('aria-rowindex', '2')
  })

  it('says what to do when the list is empty, and when nothing matches', async () => {
    stubBackend(backendWith(() => []))
    const { router } = open()
    expect(await screen.findByText('All done.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Closed')
    expect(await screen.findByText('Nothing matches your search and filters.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('All done.')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  it('keeps the rows of the previous filter while the next ones load', async () => {
    let release = () => {}
    stubBackend(async ({ url }) => {
      const { status } = listArgsOf(url.searchParams).filter
      if (status) await new Promise<void>((resolve) => (release = resolve))
      return {
        body: url.pathname.endsWith('profiles') ? [] : [buildRow(status ? 2 : 1)],
      }
    })
    open()
    await screen.findByText('Ticket number 1')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Closed')
    expect(screen.getByText('Ticket number 1')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'))
    release()
    expect(await screen.findByText('Ticket number 2')).toBeVisible()
    expect(screen.queryByText('Ticket number 1')).toBeNull()
  })

  it('offers Retry after a failure', async () => {
    let broken = true
    stubBackend((request) =>
      broken ? { status: 500, body: { message: 'x' } } : backendWith(() => buildRows(1))(request),
    )
    open()
    expect(await screen.findByText('Tickets could not be loaded')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ticket number 0')).toBeVisible()
  })

  it('opens a ticket by a click on its row, and by Enter', async () => {
    stubBackend(backendWith(() => buildRows(2)))
    const { router } = open()
    await userEvent.click(await screen.findByText('Ticket number 1'))
    expect(router.state.location.pathname).toBe(`/tickets/${buildRow(1).id}`)
    await act(() => router.navigate(-1))
    const row = (await screen.findByText('Ticket number 0')).closest('tr')!
    await waitFor(() => expect(worklistCommands()).not.toBeNull())
    act(() => row.focus())
    await userEvent.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe(`/tickets/${buildRow(0).id}`)
  })
})

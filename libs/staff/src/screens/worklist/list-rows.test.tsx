// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import {
  AGENT_ID,
  backendWith,
  buildRow,
  buildRows,
  OTHER_AGENT_ID,
  sentTo,
  listArgsOf,
} from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from './TicketWorklist'

const open = (scope: { assignedTo?: string | null } = { assignedTo: null }) =>
  renderAt('/queue', [
    {
      path: '/queue',
      element: <TicketWorklist label="Queue" scope={scope} empty="All done." assignsAnyone={false} />,
    },
  ])

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

describe('rows of list_tickets', () => {
  it('shows number and people of the rows without a second request', async () => {
    const sent = stubBackend(
      backendWith(() => [
        buildRow(0, {
          number: 1042,
          creator_name: 'Rae Requester',
          creator_email: 'rae@customer.example',
          assigned_to: OTHER_AGENT_ID,
          assignee_name: 'Bo Busy',
          assignee_email: 'bo@desk.example',
        }),
      ]),
    )
    open()
    expect(await screen.findByText('#1042')).toBeVisible()
    expect(screen.getByText('rae@customer.example')).toBeVisible()
    expect(screen.getByText('bo@desk.example')).toBeVisible()
    expect(sentTo(sent, 'profiles')).toHaveLength(0)
  })

  it.each([
    ['Last updated', 'updated_at', '2026-01-07T12:00:00+00:00'],
    ['Waiting longest', 'waiting', '2026-01-06T12:00:00+00:00'],
  ])('sorts by %s and goes on after the sorted time', async (label, sort, after_at) => {
    const times = { updated_at: '2026-01-07T12:00:00+00:00', waiting_since: '2026-01-06T12:00:00+00:00' }
    const sent = stubBackend(backendWith((query) => (query.has('after') ? [] : buildRows(50, times))))
    open()
    await screen.findByText('50+ tickets')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), label)
    await waitFor(() => expect(sentTo(sent, 'list_tickets')).toHaveLength(2))
    await waitFor(() => expect(screen.getByRole('table')).not.toHaveAttribute('aria-busy'))
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(sentTo(sent, 'list_tickets')).toHaveLength(3))
    const { sort_by, after } = listArgsOf(sentTo(sent, 'list_tickets')[2]!.url.searchParams)
    expect(sort_by).toBe(sort)
    expect(Object.values(after ?? {})).toEqual(expect.arrayContaining([after_at, buildRow(49).id]))
    expect(after).not.toHaveProperty('priority')
  })

  it.each([
    ['Subject', 'subject', 'Same subject'],
    ['Customer', 'customer', 'Rae Requester'],
    ['Assigned To', 'assignee', ''],
  ])('sorts by %s from A, then from Z, and goes on after the text', async (title, sort, after_text) => {
    const row = {
      subject: 'Same subject',
      requester_name: 'Rae Requester',
      assignee_name: null,
      number: 1042,
    }
    const sent = stubBackend(backendWith((query) => (query.has('after') ? [] : buildRows(50, row))))
    const { router } = open({})
    await screen.findByText('50+ tickets')
    const header = () => screen.getByRole('columnheader', { name: title })
    for (const direction of ['ascending', 'descending']) {
      await userEvent.click(screen.getByRole('button', { name: title }))
      await waitFor(() => expect(header()).toHaveAttribute('aria-sort', direction))
      expect(router.state.location.search).toBe(`?sort=${sort}${direction === 'ascending' ? '&dir=asc' : ''}`)
      await waitFor(() => expect(screen.getByRole('table')).not.toHaveAttribute('aria-busy'))
    }
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(sentTo(sent, 'list_tickets')).toHaveLength(4))
    const [, ascending, , next] = sentTo(sent, 'list_tickets').map(({ url }) => listArgsOf(url.searchParams))
    expect(ascending).toMatchObject({ sort_by: sort, ascending: 'true' })
    expect(next).toMatchObject({ sort_by: sort, after: { number: 1042 } })
    expect(next).not.toHaveProperty('ascending')
    expect(Object.values(next?.after ?? {}).at(-1) ?? '').toBe(after_text)
  })

  it('does not offer to sort the tickets of one assignee by assignee', async () => {
    stubBackend(backendWith(() => buildRows(2)))
    open()
    await screen.findByText('2 tickets')
    expect(screen.getByRole('button', { name: 'Customer' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Assigned To' })).toBeNull()
    expect(screen.queryByRole('option', { name: 'Assigned To' })).toBeNull()
  })
})

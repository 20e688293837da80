// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { applyChanges } from '@helpdesk/tickets/cache/apply-changes'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, sentTo, listArgsOf } from '@helpdesk/tickets/testing/build-row'
import { useQueryClient, type InfiniteData, type QueryClient } from '@helpdesk/ui/query'
import { TicketWorklist } from './TicketWorklist'

const COUNT = 140
const ids = Array.from({ length: COUNT }, (_, n) => buildRow(n).id)
let version = 1
let queries: QueryClient

function Page() {
  queries = useQueryClient()
  return <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="All done." activeFirst />
}

/** A queue of three pages, as other people change it. */
function stubQueue() {
  return stubBackend(
    backendWith((query) => {
      const from = ids.indexOf(listArgsOf(query).after?.id ?? '') + 1
      return ids
        .map((_, n) => buildRow(n, { version, subject: `Ticket ${n} of version ${version}` }))
        .slice(from, from + 50)
    }),
  )
}

async function openThreePages() {
  const sent = stubQueue()
  renderAt('/queue', [{ path: '/queue', element: <Page /> }])
  await screen.findByText('Ticket 0 of version 1')
  for (const loaded of ['100+ tickets', '140 tickets']) {
    // Roles take seconds to find among so many rows.
    act(() => screen.getByText('Load more').click())
    await screen.findByText(loaded)
  }
  return sent
}

const subjects = () =>
  queries
    .getQueriesData<InfiniteData<TicketSummary[]>>({ queryKey: ticketKeys.lists() })
    .flatMap(([, data]) => data?.pages.flat() ?? [])
    .map(({ subject }) => subject)
const isFresh = () => subjects().every((subject) => subject.endsWith(`version ${version}`))
const refresh = () => screen.queryByText('Tickets have changed. Refresh')

/** The answer to a question of this moment, after more than 100 tickets changed. */
function changeAll() {
  version = 2
  act(() => applyChanges(queries, { asked: Date.now() + 1, reset: true, tickets: [] }))
}

beforeEach(() => {
  version = 1
  vi.stubGlobal('scrollTo', vi.fn())
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

describe('a list of three pages after too many changes to tell', () => {
  it('is read again from its start', async () => {
    const sent = await openThreePages()
    const before = sentTo(sent, 'list_tickets').length
    changeAll()
    await waitFor(() => expect(isFresh()).toBe(true))
    expect(subjects()).toHaveLength(100)
    expect(sentTo(sent, 'list_tickets')).toHaveLength(before + 2)
    await waitFor(() => expect(refresh()).toBeNull())
  })

  it('stays as it is under the keyboard until its reader asks for it', async () => {
    await openThreePages()
    const row = document.querySelector<HTMLElement>('tbody [tabindex="0"]')
    act(() => row?.focus())
    expect(row?.contains(document.activeElement)).toBe(true)
    changeAll()
    await waitFor(() => expect(refresh()).toBeVisible())
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(subjects().every((subject) => subject.endsWith('version 1'))).toBe(true)
    act(() => refresh()?.click())
    await waitFor(() => expect(isFresh()).toBe(true))
  })

  it('keeps selected rows', async () => {
    await openThreePages()
    act(() => document.querySelector<HTMLElement>('tbody [type="checkbox"]')?.click())
    changeAll()
    await waitFor(() => expect(refresh()).toBeVisible())
    expect(subjects()).toHaveLength(COUNT)
  })
})

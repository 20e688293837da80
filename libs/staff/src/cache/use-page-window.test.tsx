// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useQueryClient } from '@tanstack/react-query'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, sentTo } from '@helpdesk/tickets/testing/build-row'
import { patchRows } from '@helpdesk/tickets/cache/list-cache'
import { usePageWindow } from './use-page-window'
import { useTicketPages } from '../api/list-ticket-pages'

const ids = new Map(Array.from({ length: 5_000 }, (_, n) => [buildRow(n).id, n]))
/** A queue of 2,000 tickets; the page after row n starts with row n + 1. */
const queue = (gone: (n: number) => boolean = () => false) =>
  backendWith((query) => {
    const from = (ids.get(query.get('after_id') ?? '') ?? -1) + 1
    return Array.from({ length: 60 }, (_, n) => from + n)
      .filter((n) => n < 2_000 && !gone(n))
      .slice(0, 50)
      .map((n) => buildRow(n))
  })

interface Probe {
  list: ReturnType<typeof useTicketPages>
  onVisible: (start: number, end: number) => void
  missing: boolean
  patch: (n: number, subject: string) => void
}
let probe: Probe
let inUse: number | null = null

function Listed() {
  const queries = useQueryClient()
  const list = useTicketPages({ assignedTo: null })
  const { onVisible, missing } = usePageWindow(list.paged, ({ id }) => ids.get(id) === inUse)
  probe = {
    list,
    onVisible,
    missing,
    patch: (n, subject) => patchRows(queries, [buildRow(n).id], (row) => ({ ...row, subject })),
  }
  return <p>{list.rows?.length} rows</p>
}

const place = (n: number) => probe.list.rows?.slice(n, n + 1)[0]?.ticket?.subject

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Opens the list, loads its pages, and waits until it may evict. */
async function openAt(pages: number) {
  const view = renderAt('/queue', [
    { path: '/queue', element: <Listed /> },
    { path: '/tickets/:id', element: <p>one ticket</p> },
  ])
  await screen.findByText('50 rows')
  for (let n = 2; n <= pages; n++) {
    act(() => probe.onVisible((n - 2) * 50, (n - 1) * 50))
    await act(() => probe.list.query.fetchNextPage())
  }
  await screen.findByText(`${pages * 50} rows`)
  await pass(2_000)
  return view
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  inUse = null
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

afterEach(() => vi.useRealTimers())

describe('usePageWindow', () => {
  it('bounds the loaded rows while the list grows, with one request per page', async () => {
    const sent = stubBackend(queue())
    await openAt(40)
    expect(sentTo(sent, 'list_tickets')).toHaveLength(40)
    await waitFor(() => expect(probe.list.rows!.loaded.length).toBeLessThanOrEqual(47 * 50))
    expect(place(0)).toBe('Ticket number 0')
    expect(place(1_999)).toBe('Ticket number 1999')
    const { url } = sentTo(sent, 'list_tickets').at(-1)!
    expect(url.searchParams.get('after_id')).toBe(buildRow(1_949).id)
  })

  it('reads evicted pages again, in place, when they become visible', async () => {
    const sent = stubBackend(queue())
    await openAt(40)
    await waitFor(() => expect(place(350)).toBeUndefined())
    sent.length = 0
    act(() => probe.onVisible(330, 360))
    expect(probe.missing).toBe(true)
    await waitFor(() => expect(place(350)).toBe('Ticket number 350'))
    await waitFor(() => expect(probe.missing).toBe(false))
    const cursors = sentTo(sent, 'list_tickets').map(({ url }) => ids.get(url.searchParams.get('after_id')!))
    expect(cursors.toSorted((a, b) => a! - b!)).toEqual([199, 249, 299, 349, 399, 449])
    expect(probe.list.rows).toHaveLength(2_000)
  })

  it('keeps the list on return from a ticket, although its top is visible for a moment', async () => {
    const sent = stubBackend(queue())
    const { router } = await openAt(40)
    await waitFor(() => expect(place(350)).toBeUndefined())
    await act(() => router.navigate('/tickets/1'))
    sent.length = 0
    await act(() => router.navigate(-1))
    await screen.findByText('2000 rows')
    act(() => probe.onVisible(0, 30))
    await pass(100)
    expect(place(1_900)).toBe('Ticket number 1900')
    act(() => probe.onVisible(1_890, 1_920))
    await pass(2_500)
    expect(place(1_900)).toBe('Ticket number 1900')
    expect(sent).toEqual([])
  })

  it('retries a page after a failure', async () => {
    let broken = false
    const answer = queue()
    stubBackend((request) => (broken ? { status: 500, body: { message: 'x' } } : answer(request)))
    await openAt(40)
    await waitFor(() => expect(place(350)).toBeUndefined())
    broken = true
    act(() => probe.onVisible(330, 360))
    await pass(50)
    expect(place(350)).toBeUndefined()
    broken = false
    await pass(3_000)
    await waitFor(() => expect(place(350)).toBe('Ticket number 350'))
  })

  it('keeps a row in use with its changes', async () => {
    stubBackend(queue())
    inUse = 320
    await openAt(40)
    await waitFor(() => expect(place(500)).toBeUndefined())
    act(() => probe.patch(320, 'Changed'))
    await waitFor(() => expect(place(320)).toBe('Changed'))
  })

  it('closes the gap of tickets that left the list', async () => {
    let hasLeft = false
    stubBackend(queue((n) => hasLeft && n >= 340 && n < 345))
    await openAt(40)
    await waitFor(() => expect(place(350)).toBeUndefined())
    hasLeft = true
    act(() => probe.onVisible(330, 360))
    await waitFor(() => expect(place(340)).toBe('Ticket number 345'))
    await waitFor(() => expect(probe.missing).toBe(false))
    const rows = probe.list.rows!
    expect(new Set(rows.loaded.map(({ id }) => id)).size).toBe(rows.loaded.length)
    expect(place(rows.length - 1)).toBe('Ticket number 1999')
  })
})

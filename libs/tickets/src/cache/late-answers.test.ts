import { QueryClient, QueryObserver, type InfiniteData } from '@tanstack/react-query'
import { NOTIFICATIONS_KEY } from '@helpdesk/supabase'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TicketSummary } from '../model/rows'
import type { TicketListFilter } from '../model/ticket-list'
import { buildRow } from '../testing/build-row'
import { ticketKeys } from '../api/keys'
import { applyChanges } from './apply-changes'

const OPEN: TicketListFilter = { status: 'open' }
const list = ticketKeys.list(OPEN)
type Pages = InfiniteData<TicketSummary[]>

let queries: QueryClient
let stops: (() => void)[] = []
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.useRealTimers()
})

/** A query whose answers arrive when the test says so. */
function slowQuery<T>(queryKey: readonly unknown[]) {
  const answers: ((data: T) => void)[] = []
  const queryFn = () => new Promise<T>((resolve) => answers.push(resolve))
  return {
    show: () => stops.push(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined)),
    answers,
  }
}
/** Lets what waits for an answer run. */
const settle = () => vi.waitFor(() => expect(queries.isFetching()).toBe(0))
const tell = (...tickets: { id: string; row?: TicketSummary }[]) =>
  applyChanges(queries, {
    asked: 0,
    reset: false,
    tickets: tickets.map((t) => ({ kinds: ['status'], ...t })),
  })
const page = (...rows: TicketSummary[]): Pages => ({ pages: [rows], pageParams: [{}] })
const shown = () => queries.getQueryData<Pages>(list)?.pages.flat() ?? []
const newer = (n: number, part: Partial<TicketSummary> = {}) => buildRow(n, { version: 2, ...part })
const change = (row: TicketSummary) => ({ id: row.id, row })

describe('an answer that was on its way when a change was applied', () => {
  it('gets the change too: it may be older, in a list that loads', async () => {
    const loading = slowQuery<Pages>(list)
    loading.show()
    tell(change(newer(1, { subject: 'Now' })), change(newer(3)), { id: buildRow(2).id })
    loading.answers[0]?.(page(buildRow(1), buildRow(2)))
    await settle()
    expect(shown().map(({ subject }) => subject)).toEqual(['Now'])
    expect(queries.getQueryData(ticketKeys.arrived(OPEN))).toEqual([newer(3).id])
  })

  it('gets it in a list that is read again', async () => {
    queries.setQueryData(list, page(buildRow(1)))
    const loading = slowQuery<Pages>(list)
    loading.show()
    tell(change(newer(1, { status: 'solved' })))
    loading.answers[0]?.(page(buildRow(1)))
    await settle()
    expect(shown()[0]).toMatchObject({ version: 2, status: 'solved' })
    expect(queries.getQueryData(ticketKeys.leaving(OPEN))).toEqual([newer(1).id])
  })

  it('gets the last of several changes', async () => {
    const loading = slowQuery<Pages>(list)
    loading.show()
    tell(change(newer(1)))
    tell(change(newer(1, { version: 3, status: 'closed' })))
    loading.answers[0]?.(page(buildRow(2)))
    await settle()
    expect(queries.getQueryData(ticketKeys.arrived(OPEN))).toEqual([])
  })

  it('keeps what is newer than the change', async () => {
    const loading = slowQuery<Pages>(list)
    loading.show()
    tell(change(newer(1)))
    loading.answers[0]?.(page(buildRow(1, { version: 3, subject: 'Newest' })))
    await settle()
    expect(shown()[0]).toMatchObject({ version: 3, subject: 'Newest' })
  })

  it.each([
    ['the open ticket', ticketKeys.detail(buildRow(1).id)],
    ['the notifications', NOTIFICATIONS_KEY],
  ])('is asked for again: %s', async (_name, key) => {
    vi.useFakeTimers()
    const loading = slowQuery<string>(key)
    loading.show()
    tell(change(newer(1)))
    await vi.advanceTimersByTimeAsync(1_500)
    loading.answers[0]?.('before')
    await vi.advanceTimersByTimeAsync(0)
    loading.answers[1]?.('after')
    await vi.advanceTimersByTimeAsync(0)
    expect(queries.getQueryData(key)).toBe('after')
    expect(loading.answers).toHaveLength(2)
  })
})

import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST_PAGE } from '../model/limits'
import { lastPageSize } from '../model/page-end'
import type { TicketSummary } from '../model/rows'
import type { TicketListFilter } from '../model/ticket-list'
import { buildRow } from '../testing/build-row'
import { applyChanges } from './apply-changes'
import { ticketKeys } from '../api/keys'
import { removeRows } from './remove-rows'

const OPEN: TicketListFilter = { status: 'open' }
const MINE: TicketListFilter = { assignedTo: 'me' }
const AT = 1_000
let queries: QueryClient

afterEach(() => {
  vi.useRealTimers()
})

const load = (filter: TicketListFilter, pages: TicketSummary[][]) =>
  queries.setQueryData(
    ticketKeys.list(filter),
    { pages, pageParams: pages.map(() => ({})) },
    { updatedAt: AT },
  )
const shown = (filter: TicketListFilter) =>
  queries.getQueryData<{ pages: TicketSummary[][] }>(ticketKeys.list(filter))?.pages.flat() ?? []
const arrived = (filter: TicketListFilter) => queries.getQueryData<string[]>(ticketKeys.arrived(filter)) ?? []
const tell = (...rows: TicketSummary[]) =>
  applyChanges(queries, {
    asked: AT,
    reset: false,
    tickets: rows.map((row) => ({ id: row.id, kinds: ['status'], row })),
  })
const newer = (n: number, part: Partial<TicketSummary> = {}) => buildRow(n, { version: 2, ...part })

beforeEach(() => {
  queries = new QueryClient()
  load(OPEN, [[buildRow(1), buildRow(2)]])
  load(MINE, [[buildRow(3, { assigned_to: 'me' })]])
})

describe('changes of others in loaded lists', () => {
  it('show in their rows, in every list and in place', () => {
    tell(newer(2, { status: 'solved', last_message_preview: 'It works' }))
    expect(shown(OPEN).map(({ status }) => status)).toEqual(['open', 'solved'])
    expect(shown(OPEN)[1]).toMatchObject({ last_message_preview: 'It works', version: 2 })
    expect(shown(OPEN)[0]).toEqual(buildRow(1))
  })

  it('do not replace a row that is newer', () => {
    load(OPEN, [[buildRow(1, { version: 3, subject: 'Mine' })]])
    tell(newer(1, { subject: 'Late' }))
    expect(shown(OPEN)[0]?.subject).toBe('Mine')
  })

  it('do not move rows: a ticket that now belongs to a list waits beside it', () => {
    tell(newer(9, { assigned_to: 'me' }))
    expect([shown(OPEN).length, shown(MINE).length]).toEqual([2, 1])
    expect([arrived(OPEN), arrived(MINE)]).toEqual([[newer(9).id], [newer(9).id]])
    // told twice, and gone again before anybody looked
    tell(newer(9, { assigned_to: 'me' }))
    expect(arrived(MINE)).toHaveLength(1)
    tell(newer(9, { assigned_to: null, status: 'closed' }))
    expect([arrived(OPEN), arrived(MINE)]).toEqual([[], []])
  })

  it('announce no ticket that was deleted before anybody looked', () => {
    tell(newer(9), newer(8))
    applyChanges(queries, { asked: AT, reset: false, tickets: [{ id: newer(9).id, kinds: ['deleted'] }] })
    expect(arrived(OPEN)).toEqual([newer(8).id])
  })

  it('announce nothing that scrolling will show', () => {
    const day = (n: number) => `2026-02-${String(n).padStart(2, '0')}T00:00:00Z`
    const page = Array.from({ length: LIST_PAGE }, (_, n) => buildRow(n, { created_at: day(10) }))
    load(OPEN, [page])
    tell(newer(90, { created_at: day(1) }), newer(91, { created_at: day(20) }))
    expect(arrived(OPEN)).toEqual([newer(91).id])
  })

  it('remove a ticket that the reader can no longer see', () => {
    const kept = ticketKeys.keptDetail(buildRow(1).id)
    queries.setQueryData(kept, {})
    applyChanges(queries, { asked: AT, reset: false, tickets: [{ id: buildRow(1).id, kinds: ['deleted'] }] })
    expect(queries.getQueryData(kept)).toBeUndefined()
    expect(shown(OPEN).map(({ id }) => id)).toEqual([buildRow(2).id])
  })

  it('make every list stale when there are too many, however long it is', () => {
    const page = (from: number) => Array.from({ length: LIST_PAGE }, (_, n) => buildRow(from + n))
    load(MINE, [page(0), page(100), page(200)])
    applyChanges(queries, { asked: AT + 1, reset: true, tickets: [] })
    const stale = (filter: TicketListFilter) => queries.getQueryState(ticketKeys.list(filter))?.isInvalidated
    const outdated = (filter: TicketListFilter) => queries.getQueryData(ticketKeys.outdated(filter))
    expect([stale(OPEN), stale(MINE)]).toEqual([true, true])
    expect([outdated(OPEN), outdated(MINE)]).toEqual([true, true])
  })

  it('make the active tickets of a dashboard read again when one joins or leaves, and not otherwise', () => {
    const key = ticketKeys.activeList('me', 5)
    const isStale = () => queries.getQueryState(key)?.isInvalidated
    const mine = { assigned_to: 'me' }
    const show = () => queries.setQueryData(key, { pages: [[buildRow(3, mine)]], pageParams: [{}] })
    show()
    tell(newer(3, { ...mine, subject: 'New subject' }), newer(4))
    expect(isStale()).toBe(false)
    tell(newer(3, { ...mine, version: 3, status: 'solved' }))
    expect(isStale()).toBe(true)
    show()
    tell(newer(4, mine))
    expect(isStale()).toBe(true)
  })

  it('make the open ticket read again', () => {
    const detail = ticketKeys.detail(buildRow(2).id)
    const other = ticketKeys.detail(buildRow(1).id)
    for (const key of [detail, other]) queries.setQueryData(key, {})
    tell(newer(2))
    expect([detail, other].map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, false])
  })

  it('make numbers in messages read again that they change, or may change', () => {
    const [named, other] = [ticketKeys.references([1002, 1212]), ticketKeys.references([1003])]
    const stale = () => [named, other].map((key) => queries.getQueryState(key)?.isInvalidated)
    const load = () => [named, other].forEach((key) => queries.setQueryData(key, []))
    load()
    tell(newer(2, { number: 1212 }))
    expect(stale()).toEqual([true, false])
    load()
    // Of one that was merged comes no row, and no number.
    applyChanges(queries, { asked: AT, reset: false, tickets: [{ id: buildRow(9).id, kinds: ['merged'] }] })
    expect(stale()).toEqual([true, true])
    for (const key of [named, other]) queries.setQueryData(key, [], { updatedAt: AT - 1 })
    applyChanges(queries, { asked: AT, reset: true, tickets: [] })
    expect(stale()).toEqual([true, true])
  })

  it('make a ticket read again that shows a changed one as linked, and no other', () => {
    const links = { tickets: [{ id: '1' }], incidents: 1, open_incidents: 1 }
    queries.setQueryData(ticketKeys.detail('problem'), { staff: { links } })
    queries.setQueryData(ticketKeys.detail('other'), { staff: { links: { ...links, tickets: [] } } })
    queries.setQueryData(ticketKeys.linked('problem'), links)
    const stale = (queryKey: readonly unknown[]) => queries.getQueryState(queryKey)?.isInvalidated
    tell({ ...newer(1), id: '1' })
    expect(stale(ticketKeys.detail('problem'))).toBe(true)
    expect(stale(ticketKeys.linked('problem'))).toBe(true)
    expect(stale(ticketKeys.detail('other'))).toBe(false)
  })

  it('make the counts read again once, after the rows', () => {
    vi.useFakeTimers()
    const counts = ticketKeys.queueCounts()
    const isStale = () => queries.getQueryState(counts)?.isInvalidated
    queries.setQueryData(counts, {})
    tell(newer(2))
    tell(newer(3))
    vi.advanceTimersByTime(400)
    expect(isStale()).toBe(false)
    vi.advanceTimersByTime(1_100)
    expect(isStale()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    queries.setQueryData(counts, {})
    tell(newer(2))
    vi.advanceTimersByTime(1_500)
    expect(isStale()).toBe(true)
  })
})

describe('rows that a list no longer matches', () => {
  const leaving = (filter: TicketListFilter) =>
    queries.getQueryData<string[]>(ticketKeys.leaving(filter)) ?? []

  it('are marked, and stay in place', () => {
    tell(newer(2, { status: 'solved' }))
    expect([leaving(OPEN), leaving(MINE)]).toEqual([[buildRow(2).id], []])
    expect(shown(OPEN)).toHaveLength(2)
    tell(newer(2, { version: 3, status: 'open' }))
    expect(leaving(OPEN)).toEqual([])
  })

  it('are marked while a command about other tickets is under way', () => {
    const run = (variables: object) =>
      void queries
        .getMutationCache()
        .build(queries, { mutationKey: ['bulk-update'], mutationFn: () => new Promise(() => undefined) })
        .execute(variables)
    run({ tickets: [{ id: buildRow(1).id }] })
    tell(newer(1, { status: 'solved' }), newer(2, { status: 'solved' }))
    expect(leaving(OPEN)).toEqual([buildRow(2).id])
  })

  it('are not marked when the reader changed them', () => {
    load(OPEN, [[buildRow(1, { version: 2, status: 'solved' })]])
    tell(newer(1, { status: 'solved' }))
    expect(leaving(OPEN)).toEqual([])
  })

  it('do not end the list when they are taken out', () => {
    const page = Array.from({ length: LIST_PAGE }, (_, n) => buildRow(n))
    load(OPEN, [page])
    removeRows(queries, ticketKeys.list(OPEN), new Set([buildRow(0).id]))
    const list = queries.getQueryData<InfiniteData<TicketSummary[], { removed?: number }>>(
      ticketKeys.list(OPEN),
    )
    expect(list?.pages[0]).toHaveLength(LIST_PAGE - 1)
    expect(lastPageSize(list?.pages[0] ?? [], list?.pageParams[0])).toBe(LIST_PAGE)
    tell(newer(90, { created_at: '2020-01-01T00:00:00Z' }))
    expect(arrived(OPEN)).toEqual([])
  })
})

describe('an answer that everything changed', () => {
  it('leaves lists that were read after the question', () => {
    applyChanges(queries, { asked: AT, reset: true, tickets: [] })
    expect(queries.getQueryState(ticketKeys.list(OPEN))?.isInvalidated).toBe(false)
  })
})

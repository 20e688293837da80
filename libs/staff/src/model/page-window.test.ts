import { describe, expect, it } from 'vitest'
import { LongList } from './long-list'
import {
  evictPages,
  PAGES_AROUND,
  PAGES_ON_TOP,
  EVICTION_SLACK,
  pagesToRead,
  restorePage,
  type ListPages,
} from './page-window'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { GAP, moveCursor, NOTHING_SELECTED, toggleAll, toggleRange } from './selection'

const row = (n: number): TicketSummary => ({
  id: `t${n}`,
  subject: `Ticket ${n}`,
  status: 'open',
  priority: 'normal',
  created_by: null,
  customer_id: null,
  assigned_to: null,
  created_at: '2026-01-05T12:00:00+00:00',
  updated_at: '2026-01-05T12:00:00+00:00',
  closed_at: null,
  version: 1,
})
const page = (n: number, size = 50) => Array.from({ length: size }, (_, at) => row(n * 50 + at))
const listOf = (pages: number): ListPages<string> => ({
  pages: Array.from({ length: pages }, (_, n) => page(n)),
  pageParams: Array.from({ length: pages }, (_, n) => (n === 0 ? {} : { after: `t${n * 50 - 1}` })),
})
const atPage = (n: number) => ({ start: n * 50, end: n * 50 + 30 })
const nothing = () => false
const keptPages = (list: ListPages<unknown>) => list.pages.flatMap(({ length }, n) => (length > 0 ? [n] : []))

describe('evictPages', () => {
  it('keeps the top, the pages around the viewport, and the end', () => {
    const list = evictPages(listOf(200), atPage(100), nothing)
    expect(keptPages(list)).toEqual([
      ...Array.from({ length: PAGES_ON_TOP }, (_, n) => n),
      ...Array.from({ length: 2 * PAGES_AROUND + 1 }, (_, n) => 100 - PAGES_AROUND + n),
      198,
      199,
    ])
    expect(new LongList(list).length).toBe(10_000)
    expect(list.pageParams[50]).toEqual({ after: 't2499', evicted: 50 })
  })

  it.each([1_000, 2_000])('keeps the same number of rows of %i pages', (pages) => {
    expect(new LongList(evictPages(listOf(pages), atPage(500), nothing)).loaded).toHaveLength(47 * 50)
  })

  it('evicts only beyond the slack, and once', () => {
    // The visible page, those below it, the end.
    const few = listOf(1 + PAGES_AROUND + EVICTION_SLACK + 2)
    expect(evictPages(few, atPage(0), nothing)).toBe(few)
    expect(keptPages(evictPages(listOf(few.pages.length + 1), atPage(0), nothing))).toHaveLength(23)
    const list = evictPages(listOf(200), atPage(100), nothing)
    expect(evictPages(list, atPage(100), nothing)).toBe(list)
    expect(evictPages(list, atPage(101), nothing)).toBe(list)
  })

  it('keeps rows in use with their neighbours', () => {
    const list = evictPages(listOf(200), atPage(150), ({ id }) => id === 't2500')
    expect(keptPages(list).filter((n) => n > 10 && n < 120)).toEqual([49, 50, 51])
  })

  it('accepts a viewport beyond the list and an empty list', () => {
    expect(keptPages(evictPages(listOf(60), atPage(500), nothing))).toContain(40)
    const empty: ListPages<string> = { pages: [[]], pageParams: [{}] }
    expect(evictPages(empty, atPage(0), nothing)).toBe(empty)
    expect(pagesToRead(empty, atPage(0))).toEqual([])
  })

  it('reads pages near the viewport again, visible ones first', () => {
    const list = evictPages(listOf(200), atPage(190), nothing)
    expect(pagesToRead(list, atPage(190))).toEqual([])
    expect(pagesToRead(list, atPage(100))).toEqual([100, 101, 99, 102, 98])
    expect(pagesToRead(list, { start: 5_040, end: 5_060 })).toEqual([100, 101, 102, 99, 103, 98])
    // The top was kept.
    expect(pagesToRead(list, atPage(2))).toEqual([4])
  })

  it('restores a page in place', () => {
    const list = restorePage(evictPages(listOf(200), atPage(190), nothing), 100, page(100))
    expect(list.pageParams[100]).toEqual({ after: 't4999' })
    expect(new LongList(list).indexOf('t5003')).toBe(5_003)
    expect(pagesToRead(list, atPage(100))).toEqual([101, 99, 102, 98])
  })

  it('shrinks by rows that left the list, and shows none twice', () => {
    const far = evictPages(listOf(200), atPage(190), nothing)
    const next = restorePage(far, 101, page(101))
    // Two tickets left page 100, so that the first two of the next page moved up.
    const list = restorePage(next, 100, [...page(100).slice(2), row(5_050), row(5_051)])
    expect(new LongList(list).length).toBe(9_998)
    expect(new LongList(list).indexOf('t5050')).toBe(5_048)
    const none = restorePage(far, 100, [])
    expect(new LongList(none).length).toBe(9_950)
    expect(pagesToRead(none, atPage(100))).not.toContain(100)
  })

  it('does not change a loaded page', () => {
    const list = listOf(3)
    expect(restorePage(list, 1, [])).toBe(list)
  })
})

describe('LongList', () => {
  const list = new LongList(evictPages(listOf(200), atPage(100), nothing))

  it('gives each row its place, loaded or evicted', () => {
    expect(list.slice(198, 202).map(({ key, ticket }) => [key, ticket?.id])).toEqual([
      ['t198', 't198'],
      ['t199', 't199'],
      ['evicted-200', undefined],
      ['evicted-201', undefined],
    ])
    expect(list.slice(5_000, 5_001)[0]?.ticket).toEqual(row(5_000))
    expect(list.slice(9_998, 10_050)).toHaveLength(2)
    expect(list.indexOf('t5000')).toBe(5_000)
    expect(list.indexOf('t300')).toBe(-1)
    expect(list.find('t9999')?.id).toBe('t9999')
    expect(list.find(null)).toBeUndefined()
  })

  it('marks gaps, which neither ranges nor the cursor cross', () => {
    const order = list.ids()
    expect(order.filter((id) => id === GAP)).toHaveLength(2)
    expect(order.slice(199, 202)).toEqual(['t199', GAP, 't4000'])
    expect(moveCursor({ ...NOTHING_SELECTED, cursor: 't199' }, order, 1).cursor).toBe('t199')
    const anchored = { chosen: new Set(['t190']), anchor: 't190', cursor: 't190' }
    const down = toggleRange(anchored, order, 't4005')
    expect([...down.chosen]).toEqual(Array.from({ length: 10 }, (_, n) => `t${190 + n}`))
    const up = toggleRange({ chosen: new Set(['t4005']), anchor: 't4005', cursor: null }, order, 't190')
    expect([...up.chosen].sort()).toEqual(Array.from({ length: 6 }, (_, n) => `t${4_000 + n}`))
    expect(toggleAll(NOTHING_SELECTED, order).chosen.has(GAP)).toBe(false)
  })
})

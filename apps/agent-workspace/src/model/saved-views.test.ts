import { describe, expect, it } from 'vitest'
import {
  assignedOf,
  countText,
  countWords,
  filterAt,
  inOrder,
  mayWriteView,
  moved,
  sameList,
  savedViewSchema,
  scopeOf,
  viewFormSchema,
  viewHref,
  type SavedView,
} from './saved-views'

const ME = '00000000-0000-4000-8000-0000000000a1'
const OTHER = '00000000-0000-4000-8000-0000000000a2'
const build = (overrides: Partial<SavedView> = {}): SavedView => ({
  id: 'view-1',
  owner_id: ME,
  is_shared: false,
  name: 'Open',
  filter: {},
  ...overrides,
})
const at = (query: string) => new URLSearchParams(query)

describe('a view and its address', () => {
  it.each([
    [{}, 'view=view-1&assigned=any'],
    [{ assigned: 'none', status: 'open' } as const, 'view=view-1&assigned=none&status=open'],
    [
      {
        assigned: 'me',
        q: 'a&b "c"',
        priority: 'urgent',
        tag: 'billing',
        sort: 'priority',
        dir: 'asc',
      } as const,
      'view=view-1&assigned=me&q=a%26b+%22c%22&priority=urgent&tag=billing&sort=priority&dir=asc',
    ],
  ])('%j is ?%s, and comes back from it', (filter, query) => {
    const href = viewHref('/views', build({ filter }))
    expect(href).toBe(`/views?${query}`)
    const params = at(query)
    expect(filterAt(params, assignedOf(params)!)).toEqual(filter)
  })

  it('stores no defaults, so that equal lists are equal views', () => {
    expect(filterAt(at('q=++&sort=created_at&dir=desc&status=strange&page=2'), 'any')).toEqual({})
    expect(sameList({ sort: 'created_at', dir: 'desc' }, {})).toBe(true)
    expect(sameList({ status: 'open', q: 'x' }, { q: 'x', status: 'open' })).toBe(true)
    expect(sameList({ assigned: 'me' }, { assigned: 'none' })).toBe(false)
    expect(sameList({ dir: 'asc' }, {})).toBe(false)
  })

  it('says whose tickets are meant; what it does not understand says nothing', () => {
    expect(['me', 'none', 'any', ME].map((value) => assignedOf(at(`assigned=${value}`)))).toEqual([
      'me',
      'none',
      'any',
      ME,
    ])
    expect(assignedOf(at('assigned=bob'))).toBeUndefined()
    expect(assignedOf(at(''))).toBeUndefined()
    expect([scopeOf('me', ME), scopeOf('none', ME), scopeOf('any', ME), scopeOf(OTHER, ME)]).toEqual([
      { assignedTo: ME },
      { assignedTo: null },
      {},
      { assignedTo: OTHER },
    ])
  })

  it('drops what this version does not know of a stored filter', () => {
    const stored = { ...build(), filter: { status: 'escalated', dir: 'asc', group: 'x' } }
    expect(savedViewSchema.parse(stored).filter).toEqual({ dir: 'asc' })
  })
})

describe('the name of a view', () => {
  const check = (name: string) =>
    viewFormSchema.safeParse({ name, is_shared: false }).error?.issues[0]?.message ?? null
  it.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['x', null],
    ['x'.repeat(60), null],
    ['x'.repeat(61), 'Name must not exceed 60 characters'],
  ])('%s: %s', (name, message) => expect(check(name)).toBe(message))
})

describe('a count', () => {
  it.each([
    [undefined, '', ''],
    [0, '0', '0 tickets'],
    [1, '1', '1 ticket'],
    [99, '99', '99 tickets'],
    [100, '99+', 'more than 99 tickets'],
  ])('%s', (count, text, words) => expect([countText(count), countWords(count)]).toEqual([text, words]))
})

describe('who may change a view', () => {
  const shared = build({ owner_id: OTHER, is_shared: true })
  it.each([
    ['its owner', build(), { id: ME, role: 'agent' }, true],
    ['another agent, though it is shared', shared, { id: ME, role: 'agent' }, false],
    ['an admin, when it is shared', shared, { id: ME, role: 'admin' }, true],
    ['an admin, when it is not', build({ owner_id: OTHER }), { id: ME, role: 'admin' }, false],
    ['nobody without a session', build(), null, false],
  ])('%s', (_who, view, actor, may) => expect(mayWriteView(view, actor)).toBe(may))
})

describe('the order of views', () => {
  const views = [
    build({ id: 'shared-a', owner_id: OTHER, is_shared: true, name: 'A' }),
    build({ id: 'mine-z', name: 'Z' }),
    build({ id: 'mine-b', name: 'B' }),
  ]
  const ids = (placed: string[]) => inOrder(views, placed, ME).map(({ id }) => id)

  it('is by name, one’s own first, until the person orders them; what they did not place comes after', () => {
    expect(ids([])).toEqual(['mine-b', 'mine-z', 'shared-a'])
    expect(ids(['shared-a', 'gone', 'mine-z'])).toEqual(['shared-a', 'mine-z', 'mine-b'])
  })

  it('changes by one place at a time, and stays among the others', () => {
    expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a'], 'x', 1)).toEqual(['a'])
  })
})

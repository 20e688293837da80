import { describe, expect, it } from 'vitest'
import { moved } from './moved'
import {
  assignedOf,
  countText,
  countWords,
  filterAt,
  inOrder,
  mayWriteView,
  sameList,
  savedViewSchema,
  scopeOf,
  viewFormSchema,
  viewHref,
  type SavedView,
  type ViewFilter,
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

describe('view URLs', () => {
  it.each([
    [{}, 'view=view-1&assigned=any'],
    [{ status: ['open'], unassigned: true } satisfies ViewFilter, 'view=view-1&assigned=none&status=open'],
    [
      {
        assignee: 'me',
        text: 'a&b "c"',
        priority: ['urgent'],
        tag: 'billing',
        sort: 'priority',
        dir: 'asc',
      } satisfies ViewFilter,
      'view=view-1&assigned=me&q=a%26b+%22c%22&priority=urgent&tag=billing&sort=priority&dir=asc',
    ],
  ])('round-trip %j as ?%s', (filter, query) => {
    const href = viewHref('/views', build({ filter }))
    expect(href).toBe(`/views?${query}`)
    const params = at(query)
    expect(filterAt(params, assignedOf(params)!)).toEqual(filter)
  })

  it('omit defaults, so that equal lists give equal filters', () => {
    expect(filterAt(at('q=++&sort=created_at&dir=desc&status=strange&page=2'), 'any')).toEqual({})
    expect(sameList({ sort: 'created_at', dir: 'desc' }, {})).toBe(true)
    expect(sameList({ status: ['open'], text: 'x' }, { text: 'x', status: ['open'] })).toBe(true)
    expect(sameList({ assignee: 'me' }, { unassigned: true })).toBe(false)
    expect(sameList({ dir: 'asc' }, {})).toBe(false)
  })

  it('parse the assignee and ignore invalid ones', () => {
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

  it('ignore unknown values of a stored filter', () => {
    const stored = { ...build(), filter: { status: ['escalated'], dir: 'asc', group: 'x' } }
    expect(savedViewSchema.parse(stored).filter).toEqual({ dir: 'asc' })
  })
})

describe('view name', () => {
  const check = (name: string) =>
    viewFormSchema.safeParse({ name, is_shared: false }).error?.issues[0]?.message ?? null
  it.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['x', null],
    ['x'.repeat(60), null],
    ['x'.repeat(61), 'Name must not exceed 60 characters'],
  ])('"%s" is validated: %s', (name, message) => expect(check(name)).toBe(message))
})

describe('view count', () => {
  it.each([
    [undefined, '', ''],
    [0, '0', '0 tickets'],
    [1, '1', '1 ticket'],
    [999, '999', '999 tickets'],
    [1000, '999+', 'more than 999 tickets'],
  ])('of %s is formatted', (count, text, words) =>
    expect([countText(count), countWords(count)]).toEqual([text, words]),
  )
})

describe('mayWriteView', () => {
  const shared = build({ owner_id: OTHER, is_shared: true })
  it.each([
    ['the owner', build(), { id: ME, role: 'agent' }, true],
    ['another agent on a shared view', shared, { id: ME, role: 'agent' }, false],
    ['an admin on a shared view', shared, { id: ME, role: 'admin' }, true],
    ['an admin on a private view', build({ owner_id: OTHER }), { id: ME, role: 'admin' }, false],
    ['a signed-out user', build(), null, false],
  ])('decides for %s', (_actor, view, actor, may) => expect(mayWriteView(view, actor)).toBe(may))
})

describe('view order', () => {
  const views = [
    build({ id: 'shared-a', owner_id: OTHER, is_shared: true, name: 'A' }),
    build({ id: 'mine-z', name: 'Z' }),
    build({ id: 'mine-b', name: 'B' }),
  ]
  const ids = (placed: string[]) => inOrder(views, placed, ME).map(({ id }) => id)

  it('starts with placed views, then your own and shared ones by name', () => {
    expect(ids([])).toEqual(['mine-b', 'mine-z', 'shared-a'])
    expect(ids(['shared-a', 'gone', 'mine-z'])).toEqual(['shared-a', 'mine-z', 'mine-b'])
  })

  it('moves a view by one position within the list', () => {
    expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a'], 'x', 1)).toEqual(['a'])
  })
})

import { expect, it } from 'vitest'
import type { Macro } from './macros'
import { hasExtras, noExtras, parseExtras, storeExtras, withMacro } from './reply-extras'

const macro = (overrides: Partial<Macro>): Macro => ({
  id: 'm',
  owner_id: 'a',
  is_shared: false,
  name: 'n',
  body: 'b',
  set_status: null,
  set_priority: null,
  add_tags: null,
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:00Z',
  ...overrides,
})

it('stores and restores the changes of a reply', () => {
  const extras = { status: 'solved', priority: 'high', addTags: ['a'] } as const
  const kept = { ...extras, addTags: [...extras.addTags] }
  expect(parseExtras(storeExtras(kept))).toEqual(kept)
  expect(storeExtras(noExtras)).toBe('')
})

it.each(['', '{', 'null', '{"status":"gone"}', '{"addTags":"a"}'])(
  'ignores invalid stored changes: %j',
  (stored) => {
    expect(parseExtras(stored)).toEqual(noExtras)
  },
)

it('adds changes of macros: the last status wins, tags accumulate', () => {
  const first = withMacro(noExtras, macro({ set_status: 'pending', add_tags: ['a', 'b'] }))
  const second = withMacro(first, macro({ set_status: 'solved', set_priority: 'low', add_tags: ['b', 'c'] }))
  expect(second).toEqual({ status: 'solved', priority: 'low', addTags: ['a', 'b', 'c'] })
  expect(withMacro(second, macro({}))).toEqual(second)
  expect([noExtras, first, withMacro(noExtras, macro({}))].map(hasExtras)).toEqual([false, true, false])
})

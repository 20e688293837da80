import { expect, it } from 'vitest'
import { addTags, cleanTag, parseTags, TAG_LENGTH_MAX, TAGS_MAX } from './tags'

it.each([
  [' Billing ', 'billing'],
  ['Big   Customer', 'big customer'],
  ['   ', ''],
])('normalises %j to %j', (text, tag) => expect(cleanTag(text)).toBe(tag))

it('parses a comma-separated line without blanks and duplicates', () => {
  expect(parseTags('a, B,, a ,')).toEqual({ tags: ['a', 'b'], error: null })
  expect(parseTags('')).toEqual({ tags: [], error: null })
})

it('appends new tags and keeps the order', () => {
  expect(addTags(['vip'], 'eu, VIP')).toEqual({ tags: ['vip', 'eu'], error: null })
  expect(addTags(['VIP'], 'vip')).toEqual({ tags: ['VIP'], error: null })
})

it('accepts the longest tag and refuses one character more', () => {
  expect(addTags([], 'x'.repeat(TAG_LENGTH_MAX)).error).toBeNull()
  expect(addTags(['a'], 'x'.repeat(TAG_LENGTH_MAX + 1))).toEqual({
    tags: ['a'],
    error: 'A tag must not exceed 40 characters',
  })
})

it('accepts twenty tags and refuses one more', () => {
  const many = Array.from({ length: TAGS_MAX }, (_, n) => `t${n}`)
  expect(addTags(many.slice(1), 't0').tags).toHaveLength(TAGS_MAX)
  expect(addTags(many, 'more')).toEqual({ tags: many, error: 'A ticket can have at most 20 tags' })
  expect(addTags(many, 't3').error).toBeNull()
})

it('refuses tags that are too long together', () => {
  const long = Array.from({ length: 15 }, (_, n) => String(n).padStart(TAG_LENGTH_MAX, 'x'))
  expect(addTags([], long.join(',')).error).toBeNull()
  expect(addTags(long, 'y').error).toBe('These tags are too long in total')
})

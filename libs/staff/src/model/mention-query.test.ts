import { describe, expect, it } from 'vitest'
import { mentionAt, mentionOf } from './mention-query'

describe('mentionAt', () => {
  it.each([
    ['@', 1, { start: 0, end: 1, text: '' }],
    ['Ask @ad', 7, { start: 4, end: 7, text: 'ad' }],
    ['Ask @ada ag', 11, { start: 4, end: 11, text: 'ada ag' }],
    ['(@ada', 5, { start: 1, end: 5, text: 'ada' }],
    ['Ask @ada now', 6, { start: 4, end: 6, text: 'a' }],
    ['one\n@b', 6, { start: 4, end: 6, text: 'b' }],
    ['mail ada@example', 16, null],
    ['no mention', 10, null],
    ['@ ada', 5, null],
    ['@ada\nnext', 9, null],
    ['@one two three four five', 24, null],
    [`@${'a'.repeat(51)}`, 52, null],
  ])('in %j at %i', (text, cursor, found) => {
    expect(mentionAt(text, cursor)).toEqual(found)
  })
})

describe('mentionOf', () => {
  const ada = { id: '1', name: 'Ada Agent', email: 'ada@example.com' }
  it('is the name', () => expect(mentionOf(ada, [ada])).toBe('@Ada Agent'))
  it('tells people of one name apart', () =>
    expect(mentionOf(ada, [ada, { id: '2', name: 'ada agent', email: 'b@example.com' }])).toBe(
      '@Ada Agent (ada@example.com)',
    ))
})

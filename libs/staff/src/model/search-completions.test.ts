import { expect, it } from 'vitest'
import { applyCompletion, completionsOf, tokenAt } from './search-completions'

const known = {
  tags: ['billing', 'bug fix'],
  people: [
    { id: '1', name: 'Jun Takahashi', email: 'jun@example.com' },
    { id: '2', name: 'Ada Long', email: null },
  ],
  now: new Date(2026, 0, 31, 12).getTime(),
}
const complete = (query: string, caret = query.length) =>
  completionsOf(tokenAt(query, caret), known).map(({ text }) => text)

it.each([
  ['', []],
  ['s', []],
  ['st', ['status:']],
  ['vpn AS', ['assigned:']],
  ['vpn ', []],
  [
    'status:',
    [
      'status:open',
      'status:in_progress',
      'status:pending',
      'status:on_hold',
      'status:solved',
      'status:closed',
    ],
  ],
  ['status:PR', ['status:in_progress']],
  ['status:open', []],
  ['status:opne', []],
  ['priority:ur', ['priority:urgent']],
  ['tag:b', ['tag:billing', 'tag:"bug fix"']],
  ['assigned:m', ['assigned:me', 'assigned:jun@example.com']],
  ['assigned:a', ['assigned:me', 'assigned:"Ada Long"', 'assigned:none', 'assigned:jun@example.com']],
  ['from:taka', ['from:jun@example.com']],
  ['after:', ['after:2026-01-31', 'after:2026-01-24', 'after:2026-01-01']],
])('completes %j', (query, expected) => expect(complete(query)).toEqual(expected))

it('completes the filter at the caret', () => {
  expect(complete('status:pe vpn', 9)).toEqual(['status:pending', 'status:open'])
  expect(complete('status:pe vpn', 10)).toEqual([])
})

it('replaces the filter and places the caret after it', () => {
  const query = 'vpn status:pe  slow'
  const token = tokenAt(query, 13)!
  expect(applyCompletion(query, token, { text: 'status:pending', detail: '' })).toEqual({
    query: 'vpn status:pending slow',
    caret: 19,
  })
  expect(applyCompletion('st', tokenAt('st', 2)!, { text: 'status:', detail: '' })).toEqual({
    query: 'status:',
    caret: 7,
  })
})

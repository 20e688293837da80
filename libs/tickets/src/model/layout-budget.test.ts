import { expect, it } from 'vitest'
import { beyondLayoutBudget, estimateLines } from './layout-budget'

const messages = (text: string, count = 40) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), text }))

it.each([
  ['changes of direction', '1\u05d0'.repeat(4_950), 36],
  ['controls of direction', 'a\u202e'.repeat(4_950), 36],
  ['stacked Burmese letters', '\u1000\u1039'.repeat(4_950), 38],
  ['Devanagari vowels', '\u0915\u093f'.repeat(4_950), 38],
  ['joined Arabic letters', '\u0628'.repeat(9_900), 38],
  ['accents', 'a\u0301'.repeat(4_950), 36],
])(
  'leaves the layout of most of 40 long messages of %s for later, and not that of the first',
  (_name, text, count) => {
    const beyond = beyondLayoutBudget(messages(text))
    expect(beyond.size).toBe(count)
    expect(beyond.has('0')).toBe(false)
    expect(beyond.has('39')).toBe(true)
  },
)

it.each([
  ['English', 'Smoke comes out of it. '.repeat(430)],
  ['German', 'Gr\u00fc\u00dfe aus K\u00f6ln. '.repeat(500)],
  ['Chinese', '\u4e2d\u6587'.repeat(4_950)],
  ['short Hebrew', '\u05e9\u05dc\u05d5\u05dd, \u05ea\u05d5\u05d3\u05d4 '.repeat(40)],
])('leaves nothing of 40 messages in %s for later', (_name, text) =>
  expect(beyondLayoutBudget(messages(text)).size).toBe(0),
)

it('estimates lines', () => {
  expect(estimateLines('')).toBe(1)
  expect(estimateLines(`a\n\n${'b'.repeat(91)}`)).toBe(4)
})

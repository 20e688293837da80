import { expect, it } from 'vitest'
import { exactNumber, unmarked, verbatim } from './verbatim'

it.each([
  '12.50',
  '{"b": 1,  "a": [1.50, "two"]}',
  '"a text with \\"quotes\\" and \\\\u0000"',
  '{"zero": "\\u0000", "end": "\\\\u0000"}',
  '"\\u0000"',
])('writes %s unchanged', (text) => {
  const row = { before: '"\\u0000', value: verbatim(text), after: 'x\\u0000"', more: [verbatim(text)] }
  const rest = JSON.stringify({ ...row, value: 1, more: [2] })
  expect(unmarked(JSON.stringify(row), false)).toBe(
    rest.replace(':1,', () => `:${text},`).replace('[2]', () => `[${text}]`),
  )
})

it('marks only numbers that JavaScript would write differently', () => {
  expect(['1', '1.5', '-3', '9007199254740993', '12.50', '1e+20', 'NaN'].map(exactNumber)).toEqual([
    1,
    1.5,
    -3,
    verbatim('9007199254740993'),
    verbatim('12.50'),
    verbatim('1e+20'),
    'NaN',
  ])
})

it('writes a value of the largest answer', () => {
  const text = JSON.stringify(Array.from({ length: 150_000 }, () => ({ a: 'x'.repeat(100) })))
  expect(unmarked(JSON.stringify([verbatim(text)]), false) === `[${text}]`).toBe(true)
})

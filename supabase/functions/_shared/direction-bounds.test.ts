import { expect, it } from 'vitest'
import { boundDirections, boundPageDirections } from './direction-bounds.ts'

it.each([
  ['Hebrew with tags', '<p dir="rtl">שלום לך <b>חבר</b></p>'.repeat(20_000)],
  ['a language from the left', '<p>Hello 42</p>'.repeat(20_000)],
  ['words of two languages', 'שלום לכולם hello '.repeat(4_900)],
])('keeps %s', (_name, text) => expect(boundPageDirections(text)).toBe(text))

it.each([
  ['letters', 'aא', 10_000],
  ['marks', '\u2066', 10_000],
  ['letters in tags', '<i>a</i><b>א</b>', 80_000],
])('cuts off what changes its direction with each sign: %s', (_name, text, length) => {
  const bound = boundPageDirections(text.repeat(50_000))
  expect(bound.length).toBeLessThanOrEqual(length + 20)
  expect(bound.length).toBeGreaterThan(length / 2)
})

it('heeds what is between angle brackets in a text, which has no tags', () => {
  expect(boundDirections(`<${'aא'.repeat(50_000)}>`)).toHaveLength(10_002)
  expect(boundDirections('<b>שלום</b> hello')).toBe('<b>שלום</b> hello')
})

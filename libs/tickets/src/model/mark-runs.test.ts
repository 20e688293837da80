import { expect, it } from 'vitest'
import { breakMarkRuns } from './mark-runs'

it.each([
  'Zażółć gęślą jaźń',
  'क्षत्रिय नमस्ते',
  'ที่นี่ ผู้ใหญ่',
  'שָׁלוֹם עֲלֵיכֶם',
  'Tiếng Việt',
  `Z${'\u0301\u0489'.repeat(15)}algo`,
])('leaves %s', (text) => expect(breakMarkRuns(text.normalize('NFD'))).toBe(text.normalize('NFD')))

it('puts a blank between more marks than a letter can have', () => {
  const marks = (count: number) => '\u0301'.repeat(count)
  expect(breakMarkRuns(`a${marks(70)}b${marks(31)}`)).toBe(
    `a${marks(30)} ${marks(30)} ${marks(10)}b${marks(30)} ${marks(1)}`,
  )
  expect(breakMarkRuns(`a${'\u{1D165}'.repeat(31)}`)).toBe(`a${'\u{1D165}'.repeat(30)} \u{1D165}`)
})

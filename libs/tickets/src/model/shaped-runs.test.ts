import { expect, it } from 'vitest'
import { breakShapedRuns, createRunBreaker } from './shaped-runs'

const blank = '\u200b'

it.each([
  ['Latin letters', 'a'.repeat(5_000)],
  ['words', 'مرحبا بكم '.repeat(200)],
  ['lines', `${'שלום '.repeat(400)}\n`.repeat(50)],
  ['a word that is as long as any', 'ก'.repeat(99)],
  ['an accent', 'e\u0301'],
])('leaves %s', (_name, text) => expect(breakShapedRuns(text)).toBe(text))

it('lets words break for which a browser would shape every line anew', () => {
  const [hundred, fifty] = ['م'.repeat(100), 'م'.repeat(50)]
  expect(breakShapedRuns(`a ${hundred}${hundred}${fifty} b`)).toBe(
    `a ${hundred}${blank}${hundred}${blank}${fifty} b`,
  )
})

it('ends a paragraph behind a word when it has more letters than a browser can order for each line', () => {
  const lines = breakShapedRuns('مرحبا '.repeat(1_000)).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toHaveLength(401 * 6 - 1)
  expect(lines.join('')).toBe('مرحبا '.repeat(1_000))
})

it('ends a line of any script behind a word when it is as long as no message', () => {
  const text = '#1042 '.repeat(33_000)
  const lines = breakShapedRuns(text).split('\n')
  expect(lines).toHaveLength(20)
  expect(lines.join('')).toBe(text)
  expect(lines.every((line) => /^ ?(?:#1042 ?)+$/.test(line))).toBe(true)
  expect(breakShapedRuns('x'.repeat(10_000))).toBe('x'.repeat(10_000))
  expect(
    breakShapedRuns('\u{1f600}'.repeat(20_000))
      .split('\n')
      .map((line) => [...line].length),
  ).toEqual([10_000, 10_000])
})

it('counts the letters of one paragraph in several texts', () => {
  const breaker = createRunBreaker('<br>')
  const text = 'مرحبا '.repeat(300)
  expect(breaker.break(text)).toBe(text)
  expect(breaker.break(text).match(/<br>/g)).toHaveLength(1)
  breaker.startParagraph()
  expect(breaker.break(text)).toBe(text)
})

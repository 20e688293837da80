import { expect, it } from 'vitest'
import { growth } from './growth'

/** Counts up, so that the compiler cannot leave the loop out. */
const spin = (turns: number) => {
  let sum = 0
  for (let turn = 0; turn < turns; turn++) sum = (sum + Math.imul(turn, 31)) | 0
  return sum
}

it('is about 2 for a linear call', () => {
  expect(growth((size) => spin(size * 10_000), 20_000)).toBeLessThan(3)
})

it('is about 4 for a quadratic call', () => {
  expect(growth((size) => spin(size * size), 14_000)).toBeGreaterThan(3)
})

it('is 1 for a call that takes no time', () => {
  expect(growth(() => 1, 1)).toBe(1)
})

import { growth } from '@helpdesk/testing/growth'
import { expect, it } from 'vitest'
import { hasNumber, numbersIn } from './reference-numbers'

it('finds each number once, the lowest first', () => {
  expect(numbersIn(['#1213 and **#1212**', '#1213, `#7`', 'none'])).toEqual([7, 1212, 1213])
  expect(numbersIn(['#0 # 5 #x 12', `#${'9'.repeat(16)}`])).toEqual([])
  expect(hasNumber('a #1')).toBe(true)
  expect(hasNumber('# 1, #a, 1')).toBe(false)
})

it('finds at most 100, those of the first texts', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => `#${5_000 - n}`).join(' ')
  expect(numbersIn(['#9000', many])).toEqual([...Array.from({ length: 99 }, (_, n) => 4_902 + n), 9_000])
})

it('looks at 10,000 numbers and no further', () => {
  expect(numbersIn(['#1 '.repeat(9_999), '#2 #3'])).toEqual([1, 2])
})

it('takes linear time', () => {
  expect(growth((size) => numbersIn([`#${'1'.repeat(size)}`, '#1'.repeat(size)]), 10_000)).toBeLessThan(3)
})

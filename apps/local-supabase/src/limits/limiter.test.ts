import { describe, expect, it } from 'vitest'
import { createLimiter } from './limiter'

function clock() {
  let at = 0
  return { now: () => at, pass: (seconds: number) => void (at += seconds * 1000) }
}

describe('a limiter', () => {
  it('allows a burst of the whole amount and returns the wait of the next one', () => {
    const { now, pass } = clock()
    const limiter = createLimiter({ amount: 3, seconds: 30 }, now)
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 0])
    expect(limiter.take('a')).toBe(10)
    pass(9.9)
    expect(limiter.take('a')).toBe(1)
    pass(0.1)
    expect(limiter.wait('a')).toBe(0)
    expect(limiter.take('a')).toBe(0)
    expect(limiter.take('a')).toBe(10)
  })

  it('refills to the amount at most', () => {
    const { now, pass } = clock()
    const limiter = createLimiter({ amount: 2, seconds: 10 }, now)
    limiter.take('a')
    pass(3600)
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 5])
  })

  it('allows a smaller burst than the amount that it refills', () => {
    const { now, pass } = clock()
    const limiter = createLimiter({ amount: 1200, seconds: 300, burst: 30 }, now)
    const allowed = () => Array.from({ length: 100 }, () => limiter.take('a')).filter((wait) => wait === 0)
    expect(allowed()).toHaveLength(30)
    pass(5)
    expect(allowed()).toHaveLength(20)
    pass(3600)
    expect(allowed()).toHaveLength(30)
  })

  it('counts by intervals since its start', () => {
    const { now, pass } = clock()
    const limiter = createLimiter({ amount: 2, seconds: 3600, interval: true }, now)
    pass(3000)
    expect([1, 2, 3].map(() => limiter.take(''))).toEqual([0, 0, 600])
    pass(599)
    expect(limiter.wait('')).toBe(1)
    pass(1)
    expect([1, 2, 3].map(() => limiter.take(''))).toEqual([0, 0, 3600])
  })

  it('counts each key separately and can forget one', () => {
    const { now } = clock()
    const limiter = createLimiter({ amount: 1, seconds: 60 }, now)
    expect([limiter.take('a'), limiter.take('b'), limiter.take('a')]).toEqual([0, 0, 60])
    limiter.forget('a')
    expect(limiter.take('a')).toBe(0)
  })

  it('drops the least recently used keys beyond its capacity', () => {
    const { now } = clock()
    const limiter = createLimiter({ amount: 1, seconds: 60 }, now, 3)
    limiter.take('guessed')
    for (let n = 0; n < 100; n += 1) {
      limiter.take(`sprayed ${n}`)
      expect(limiter.take('guessed')).toBe(60)
    }
    expect(limiter.wait('sprayed 0')).toBe(0)
  })
})

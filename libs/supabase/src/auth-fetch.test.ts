import { describe, expect, it } from 'vitest'
import { waitBeforeRetry } from './auth-fetch'

describe('the wait before a refresh is tried again', () => {
  it.each([
    ['without Retry-After', null, 0, 1_000],
    ['with 0, which is no reason to hammer', '0', 0, 1_000],
    ['with seconds', '7', 0, 7_000],
    ['with jitter', '7', 1, 10_500],
    ['beyond the time that auth-js retries', '120', 0, 20_000],
    ['with a date', 'Sat, 28 Nov 2026 12:00:00 GMT', 0, 1_000],
    ['with a negative number', '-5', 1, 1_500],
  ])('%s', (_, header, random, wait) => expect(waitBeforeRetry(header, () => random)).toBe(wait))
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { learnServerTime, serverNow } from './server-clock'

const SERVER = Date.parse('2026-11-28T12:00:00Z')
const answer = (headers: Record<string, string>) => ({ headers: new Headers(headers) })
const HOUR = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  globalThis.__helpdeskClockOffset = undefined
})

it.each([
  ['ahead', HOUR],
  ['behind', -24 * HOUR],
])('follows the server where the device’s clock is %s', (_, ahead) => {
  vi.setSystemTime(SERVER + ahead)
  learnServerTime(answer({ date: 'Sat, 28 Nov 2026 12:00:00 GMT' }))
  expect(serverNow()).toBe(SERVER)
  vi.setSystemTime(SERVER + ahead + 60_000)
  expect(serverNow()).toBe(SERVER + 60_000)
})

it('adds the time that the answer spent in a cache', () => {
  vi.setSystemTime(SERVER + HOUR)
  learnServerTime(answer({ date: 'Sat, 28 Nov 2026 11:50:00 GMT', age: '600' }))
  expect(serverNow()).toBe(SERVER)
})

it('follows the device where it is off by the time of a request only', () => {
  vi.setSystemTime(SERVER + 4_000)
  learnServerTime(answer({ date: 'Sat, 28 Nov 2026 12:00:00 GMT' }))
  expect(serverNow()).toBe(SERVER + 4_000)
})

it.each<Record<string, string>>([{}, { date: 'yesterday' }])(
  'keeps what it knows when the answer says %o',
  (headers) => {
    vi.setSystemTime(SERVER + HOUR)
    learnServerTime(answer({ date: 'Sat, 28 Nov 2026 12:00:00 GMT' }))
    learnServerTime(answer(headers))
    expect(serverNow()).toBe(SERVER)
  },
)

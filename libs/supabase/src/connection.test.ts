// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getConnection, probeDelay, reportAnswer, subscribeConnection } from './connection'

const ask = vi.fn<() => Promise<boolean>>()
const changed = vi.fn()
let online = true

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  ask.mockReset().mockResolvedValue(false)
  changed.mockReset()
})
afterEach(() => {
  online = true
  reportAnswer(true, ask)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function browserGoes(next: 'online' | 'offline') {
  online = next === 'online'
  window.dispatchEvent(new Event(next))
}

it('waits longer from look to look, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 9].map(probeDelay)).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000])
})

it('follows the browser', () => {
  const stop = subscribeConnection(changed)
  expect(getConnection()).toBe('online')
  browserGoes('offline')
  expect(getConnection()).toBe('offline')
  browserGoes('online')
  expect(getConnection()).toBe('online')
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  browserGoes('offline')
  expect(changed).toHaveBeenCalledTimes(2)
})

it('is unreachable from the first request without an answer to the next one with', () => {
  const stop = subscribeConnection(changed)
  reportAnswer(false, ask)
  reportAnswer(false, ask)
  expect(getConnection()).toBe('unreachable')
  reportAnswer(true, ask)
  expect(getConnection()).toBe('online')
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
})

it('asks by itself whether the backend is back', async () => {
  const stop = subscribeConnection(changed)
  reportAnswer(false, ask)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(ask).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ask).toHaveBeenCalledTimes(1)
  ask.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(getConnection()).toBe('online')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})

it('does not ask without a network, and at once when there is one again', async () => {
  const stop = subscribeConnection(changed)
  browserGoes('offline')
  reportAnswer(false, ask)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
  ask.mockResolvedValue(true)
  browserGoes('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(getConnection()).toBe('online')
  stop()
})

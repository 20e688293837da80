// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getConnection, probeDelay, reportReachable, subscribeConnection } from './connection'

const probe = vi.fn<() => Promise<boolean>>()
const changed = vi.fn()
let online = true

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  probe.mockReset().mockResolvedValue(false)
  changed.mockReset()
})
afterEach(() => {
  online = true
  reportReachable(true, probe)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function setBrowser(next: 'online' | 'offline') {
  online = next === 'online'
  window.dispatchEvent(new Event(next))
}

it('doubles the delay between probes up to 30 seconds', () => {
  expect([0, 1, 2, 3, 4, 9].map(probeDelay)).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000])
})

it('follows the online and offline events of the browser', () => {
  const stop = subscribeConnection(changed)
  expect(getConnection()).toBe('online')
  setBrowser('offline')
  expect(getConnection()).toBe('offline')
  setBrowser('online')
  expect(getConnection()).toBe('online')
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  setBrowser('offline')
  expect(changed).toHaveBeenCalledTimes(2)
})

it('is unreachable from a failed request until the next answer', () => {
  const stop = subscribeConnection(changed)
  reportReachable(false, probe)
  reportReachable(false, probe)
  expect(getConnection()).toBe('unreachable')
  reportReachable(true, probe)
  expect(getConnection()).toBe('online')
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
})

it('probes an unreachable backend until it answers', async () => {
  const stop = subscribeConnection(changed)
  reportReachable(false, probe)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(probe).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(probe).toHaveBeenCalledTimes(1)
  probe.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(getConnection()).toBe('online')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probe).toHaveBeenCalledTimes(2)
  stop()
})

it('does not probe while offline and probes at once when online', async () => {
  const stop = subscribeConnection(changed)
  setBrowser('offline')
  reportReachable(false, probe)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probe).not.toHaveBeenCalled()
  probe.mockResolvedValue(true)
  setBrowser('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(getConnection()).toBe('online')
  stop()
})

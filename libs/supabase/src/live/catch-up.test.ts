import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFollower } from './catch-up'

const ask = vi.fn<(signal: AbortSignal) => Promise<string[]>>()
let idle = false
let live = false
let onHint: (ticketIds?: string[]) => void = () => {}
let onLost = () => {}
let urgent = true
let follower: ReturnType<typeof createFollower>

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const after = (ms: number) => new Promise<string[]>((resolve) => setTimeout(() => resolve(['desk']), ms))
const asked = () => ask.mock.calls.length

beforeEach(async () => {
  vi.useFakeTimers()
  idle = live = false
  urgent = true
  ask.mockReset().mockResolvedValue(['desk'])
  follower = createFollower({
    ask,
    isIdle: () => idle,
    isUrgent: () => urgent,
    loadLive: async () => ({
      followTopics: (listener, lost) => {
        onHint = listener
        onLost = lost
        return { set: () => undefined, isLive: () => live, stop: () => undefined }
      },
    }),
  })
  follower.wake()
  await pass(0)
  expect(asked()).toBe(1)
})
afterEach(() => {
  follower.stop()
  vi.useRealTimers()
})

it('asks every 10 s without hints', async () => {
  await pass(9_999)
  expect(asked()).toBe(1)
  await pass(1)
  expect(asked()).toBe(2)
})

it('asks every 30 s although hints arrive, since they may be lost', async () => {
  live = true
  await pass(10_000)
  expect(asked()).toBe(2)
  await pass(29_999)
  expect(asked()).toBe(2)
  await pass(1)
  expect(asked()).toBe(3)
})

it('asks within 10 s of the loss of the hints', async () => {
  live = true
  await pass(10_000)
  expect(asked()).toBe(2)
  await pass(12_000)
  live = false
  onLost()
  await pass(5_000)
  // Attempts to join again do not put the question off.
  onLost()
  await pass(4_999)
  expect(asked()).toBe(2)
  await pass(1)
  expect(asked()).toBe(3)
  await pass(10_000)
  expect(asked()).toBe(4)
})

it('does not put off a question that comes sooner', async () => {
  live = true
  await pass(10_000)
  await pass(25_000)
  live = false
  onLost()
  await pass(5_000)
  expect(asked()).toBe(3)
})

it('asks at once on a hint, and counts the interval from there', async () => {
  live = true
  await pass(5_000)
  onHint()
  await pass(0)
  expect(asked()).toBe(2)
  await pass(29_999)
  expect(asked()).toBe(2)
})

it('asks within 500 ms on a hint at tickets that the page does not show, at once when one that it shows follows', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  live = true
  await pass(5_000)
  urgent = false
  onHint(['a'])
  await pass(449)
  onHint(['a'])
  expect(asked()).toBe(1)
  await pass(1)
  expect(asked()).toBe(2)

  await pass(5_000)
  onHint(['a'])
  await pass(100)
  urgent = true
  onHint(['b'])
  await pass(0)
  expect(asked()).toBe(3)
  await pass(5_000)
  expect(asked()).toBe(3)
})

it('asks at once on a hint that names no tickets', async () => {
  live = true
  await pass(5_000)
  urgent = false
  onHint()
  await pass(0)
  expect(asked()).toBe(2)
})

it('asks on a hint after one that found the page idle', async () => {
  idle = true
  onHint()
  await pass(60_000)
  idle = false
  onHint()
  await pass(0)
  expect(asked()).toBe(2)
})

it('answers all hints during a question with one more, after four times its duration', async () => {
  ask.mockImplementationOnce(() => after(200))
  onHint()
  await pass(100)
  onHint()
  onHint()
  await pass(100 + 799)
  expect(asked()).toBe(2)
  await pass(1)
  expect(asked()).toBe(3)
})

it('delays a hint after a slow answer by 2 s at most', async () => {
  ask.mockImplementationOnce(() => after(5_000))
  onHint()
  await pass(5_000)
  onHint()
  await pass(1_999)
  expect(asked()).toBe(2)
  await pass(1)
  expect(asked()).toBe(3)
})

it('aborts a question without an answer after 15 s and asks again', async () => {
  let signal: AbortSignal | undefined
  ask.mockImplementationOnce((given) => {
    signal = given
    return new Promise(() => undefined)
  })
  onHint()
  await pass(14_999)
  expect(signal?.aborted).toBe(false)
  await pass(1)
  expect(signal?.aborted).toBe(true)
  await pass(10_000)
  expect(asked()).toBe(3)
})

it('asks again 10 s after a failure, at once for a hint that came meanwhile', async () => {
  live = true
  ask.mockImplementationOnce(() => Promise.reject(new Error('no connection')))
  onHint()
  await pass(9_999)
  expect(asked()).toBe(2)
  await pass(1)
  expect(asked()).toBe(3)

  ask.mockImplementationOnce(async () => {
    await after(500)
    throw new Error('no connection')
  })
  onHint()
  await pass(400)
  onHint()
  await pass(100 + 2_000)
  expect(asked()).toBe(5)
})

it('asks nothing while idle, and at once when woken', async () => {
  idle = true
  await pass(60_000)
  onHint()
  await pass(60_000)
  expect(asked()).toBe(1)
  idle = false
  follower.wake()
  await pass(0)
  expect(asked()).toBe(2)
})

it('asks nothing after it was stopped', async () => {
  follower.stop()
  onHint()
  await pass(60_000)
  expect(asked()).toBe(1)
})

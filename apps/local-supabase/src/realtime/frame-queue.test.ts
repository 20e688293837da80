import { expect, it, vi } from 'vitest'
import { FramePool, FrameQueue } from './frame-queue'

const limits = { queuedFrames: 3, queuedBytes: 1_000, bytesPerSecond: 10_000 }

function newQueue(pool = new FramePool(100_000), own: Partial<typeof limits> = {}) {
  const calls = { pause: vi.fn(), resume: vi.fn(), onOverflow: vi.fn() }
  return { queue: new FrameQueue({ limits: { ...limits, ...own }, pool, ...calls }), pool, ...calls }
}

/** A frame that is handled until it is let go. */
function newFrame() {
  let done = () => undefined as void
  const handled = new Promise<void>((resolve) => (done = resolve))
  return { handle: vi.fn(() => handled), done: () => done() }
}

it('handles one frame after the other', async () => {
  const { queue, pool } = newQueue()
  const [first, second] = [newFrame(), newFrame()]
  queue.add(10, first.handle)
  queue.add(20, second.handle)
  expect([first.handle.mock.calls.length, second.handle.mock.calls.length]).toEqual([1, 0])
  first.done()
  await vi.waitFor(() => expect(second.handle).toHaveBeenCalledOnce())
  expect(pool.bytes).toBe(20)
  second.done()
  await vi.waitFor(() => expect(pool.bytes).toBe(0))
})

it.each([
  ['frames', 4, 1],
  ['bytes', 2, 500],
])('stops reading while too many %s wait', async (_, amount, bytes) => {
  const { queue, pause, resume } = newQueue()
  const frames = Array.from({ length: amount }, newFrame)
  for (const { handle } of frames) {
    expect(pause).not.toHaveBeenCalled()
    queue.add(bytes, handle)
  }
  expect(pause).toHaveBeenCalledOnce()
  expect(resume).not.toHaveBeenCalled()
  for (const { done } of frames) done()
  await vi.waitFor(() => expect(resume).toHaveBeenCalledOnce())
})

it('stops reading for a second after the bytes of a second', async () => {
  const { queue, pause, resume } = newQueue(undefined, { bytesPerSecond: 100 })
  const nothing = () => Promise.resolve()
  queue.add(100, nothing)
  expect(pause).not.toHaveBeenCalled()
  queue.add(1, nothing)
  expect(pause).toHaveBeenCalledOnce()
  expect(resume).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(resume).toHaveBeenCalledOnce(), 2_000)
})

it('holds nothing after its end, and ends what waits for a time', async () => {
  const { queue, pool, resume } = newQueue()
  const [waited, dropped] = [vi.fn(), vi.fn(() => Promise.resolve())]
  queue.add(900, () => queue.wait(60_000).then(waited))
  queue.add(900, dropped)
  queue.end()
  expect(pool.bytes).toBe(0)
  expect(resume).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(waited).toHaveBeenCalledOnce())
  queue.add(1, dropped)
  expect(dropped).not.toHaveBeenCalled()
  expect(pool.bytes).toBe(0)
})

it('ends where most waits when all hold too much together', () => {
  const pool = new FramePool(1_000)
  const [small, large, last] = [newQueue(pool), newQueue(pool), newQueue(pool)]
  const { handle } = newFrame()
  small.queue.add(300, handle)
  large.queue.add(600, handle)
  last.queue.add(200, handle)
  expect(large.onOverflow).toHaveBeenCalledOnce()
  expect([small.onOverflow, last.onOverflow].flatMap(({ mock }) => mock.calls)).toEqual([])
  expect(pool.bytes).toBe(500)
})

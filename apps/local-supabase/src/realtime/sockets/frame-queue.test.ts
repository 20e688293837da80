import { expect, it, vi } from 'vitest'
import { FrameQueue } from './frame-queue'

const limits = { queuedFrames: 3, queuedBytes: 1_000 }

function newQueue() {
  const calls = { pause: vi.fn(), resume: vi.fn(), onChange: vi.fn() }
  return { queue: new FrameQueue({ limits, ...calls }), ...calls }
}

/** A frame that is handled until it is let go. */
function newFrame() {
  let done = () => undefined as void
  const handled = new Promise<void>((resolve) => (done = resolve))
  return { handle: vi.fn(() => handled), done: () => done() }
}

it('handles one frame after the other', async () => {
  const { queue } = newQueue()
  const [first, second] = [newFrame(), newFrame()]
  queue.add(10, first.handle)
  queue.add(20, second.handle)
  expect([first.handle.mock.calls.length, second.handle.mock.calls.length]).toEqual([1, 0])
  first.done()
  await vi.waitFor(() => expect(second.handle).toHaveBeenCalledOnce())
  expect(queue.bytes).toBe(20)
  second.done()
  await vi.waitFor(() => expect(queue.bytes).toBe(0))
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

it('stops reading while its owner is beyond its share, also after its end', () => {
  const { queue, pause, resume } = newQueue()
  queue.rest(true)
  expect(pause).toHaveBeenCalledOnce()
  queue.end()
  expect(resume).not.toHaveBeenCalled()
  queue.rest(false)
  expect(resume).toHaveBeenCalledOnce()
})

it('holds nothing after its end, and ends what waits for a time', async () => {
  const { queue, resume } = newQueue()
  const [waited, dropped] = [vi.fn(), vi.fn(() => Promise.resolve())]
  queue.add(900, () => queue.wait(60_000).then(waited))
  queue.add(900, dropped)
  queue.end()
  expect(queue.bytes).toBe(0)
  expect(resume).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(waited).toHaveBeenCalledOnce())
  queue.add(1, dropped)
  expect(dropped).not.toHaveBeenCalled()
  expect(queue.bytes).toBe(0)
})

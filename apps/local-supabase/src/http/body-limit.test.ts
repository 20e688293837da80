import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAtMost } from './body-limit'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const minimumRate = { seconds: 10, rate: 16 * 1024 }

/** An upload of `perSecond` bytes each second. */
function upload(perSecond: number, seconds: number): Request {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      sent += 1
      controller.enqueue(new Uint8Array(perSecond))
      if (sent === seconds) controller.close()
    },
  })
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('http://127.0.0.1/', init)
}

it('ends an upload below the minimum rate', async () => {
  const read = readAtMost(upload(10, 120), 1_000_000, minimumRate)
  const refused = expect(read).rejects.toMatchObject({ status: 408, code: 'body_too_slow' })
  await vi.advanceTimersByTimeAsync(11_000)
  await refused
})

it('ends an upload that sends nothing', async () => {
  const init = { method: 'POST', body: new ReadableStream<Uint8Array>(), duplex: 'half' }
  const read = readAtMost(new Request('http://127.0.0.1/', init), 1_000_000, minimumRate)
  const refused = expect(read).rejects.toMatchObject({ status: 408 })
  await vi.advanceTimersByTimeAsync(11_000)
  await refused
})

it('accepts a slow upload above the minimum rate', async () => {
  const read = readAtMost(upload(20_000, 120), 5_000_000, minimumRate)
  await vi.advanceTimersByTimeAsync(121_000)
  expect((await read)?.byteLength).toBe(2_400_000)
})

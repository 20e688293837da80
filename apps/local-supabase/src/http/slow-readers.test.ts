import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSlowReaderGuard } from './slow-readers'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const kilobytes = (count: number) => new Response(new Uint8Array(count * 1024))
const limits = { pause: 1_000, rate: 64 * 1024, each: 300 * 1024, all: 1_000 * 1024 }

/** Starts a response; `read` takes one chunk of 64 kB. */
async function startResponse(guard = createSlowReaderGuard(limits), size = 320, key = 'a') {
  const close = vi.fn()
  const response = guard.stream(kilobytes(size), key, close)
  const reader = response.body?.getReader()
  const read = async () => (await reader?.read())?.value?.byteLength
  await read()
  return { guard, close, read, cancel: () => reader?.cancel() }
}

describe('a guarded response', () => {
  it('is closed after a pause of its reader', async () => {
    const { close } = await startResponse()
    vi.advanceTimersByTime(999)
    expect(close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(close).toHaveBeenCalledOnce()
  })

  it('is closed when it is read too slowly', async () => {
    const { close, read } = await startResponse(createSlowReaderGuard({ ...limits, rate: 640 * 1024 }), 2_000)
    for (let n = 0; n < 4 && close.mock.calls.length === 0; n += 1) {
      vi.advanceTimersByTime(900)
      await read()
    }
    expect(close).toHaveBeenCalledOnce()
  })

  it('is sent completely to a fast reader, and not closed afterwards', async () => {
    const { close, read } = await startResponse()
    const rest = [await read(), await read(), await read(), await read(), await read()]
    expect(rest).toEqual([65_536, 65_536, 65_536, 65_536, undefined])
    vi.advanceTimersByTime(60_000)
    expect(close).not.toHaveBeenCalled()
  })

  it('is not closed because of a slow source', async () => {
    const close = vi.fn()
    const source = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 60_000))
        controller.enqueue(new Uint8Array(10))
      },
    })
    const reader = createSlowReaderGuard(limits).stream(new Response(source), 'a', close).body?.getReader()
    for (let n = 0; n < 3; n += 1) {
      const next = reader?.read()
      await vi.advanceTimersByTimeAsync(60_000)
      expect((await next)?.value?.byteLength).toBe(10)
    }
    expect(close).not.toHaveBeenCalled()
  })

  it('blocks further requests of that caller only', async () => {
    const { guard, cancel } = await startResponse(createSlowReaderGuard(limits), 400)
    expect(() => guard.checkBacklog('a')).toThrow('Earlier responses have not been read yet')
    guard.checkBacklog('b')
    await cancel()
    guard.checkBacklog('a')
  })

  it('is closed, oldest first, when its caller fills the memory', async () => {
    const guard = createSlowReaderGuard(limits)
    const first = await startResponse(guard, 600, 'a')
    const second = await startResponse(guard, 400, 'a')
    expect(first.close).not.toHaveBeenCalled()
    const third = await startResponse(guard, 400, 'a')
    expect(first.close).toHaveBeenCalledOnce()
    expect(second.close).not.toHaveBeenCalled()
    expect(third.close).not.toHaveBeenCalled()
  })

  it('is not closed because another caller fills the memory', async () => {
    const guard = createSlowReaderGuard(limits)
    const stream = await startResponse(guard, 64, 'b')
    const download = await startResponse(guard, 320, 'b')
    const first = await startResponse(guard, 500, 'a')
    const second = await startResponse(guard, 500, 'a')
    expect(first.close).toHaveBeenCalledOnce()
    for (const { close } of [stream, download, second]) expect(close).not.toHaveBeenCalled()
  })

  it('is released when its source fails', async () => {
    const guard = createSlowReaderGuard(limits)
    let isFirst = true
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isFirst) controller.error(new Error('lost'))
        else controller.enqueue(new Uint8Array(64 * 1024))
        isFirst = false
      },
    })
    const close = vi.fn()
    const reader = guard.stream(new Response(source), 'a', close).body?.getReader()
    await reader?.read()
    await expect(reader?.read()).rejects.toThrow('lost')
    await expect(reader?.closed).rejects.toThrow('lost')
    expect(guard.openCount()).toBe(0)
  })

  it('is returned unchanged when it is small', () => {
    const response = new Response('{}', { headers: { 'content-length': '2' } })
    expect(createSlowReaderGuard(limits).stream(response, 'a', () => {})).toBe(response)
  })
})

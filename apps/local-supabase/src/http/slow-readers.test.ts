import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSlowReaderGuard } from './slow-readers'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const kilobytes = (count: number) => new Response(new Uint8Array(count * 1024))
const limits = { pause: 1_000, rate: 64 * 1024, each: 300 * 1024, all: 1_000 * 1024 }

/** A response on its way; `read` takes one piece of 64 kB. */
async function scene(unread = createSlowReaderGuard(limits), size = 320, key = 'a') {
  const cut = vi.fn()
  const response = unread.stream(kilobytes(size), key, cut)
  const reader = response.body?.getReader()
  const read = async () => (await reader?.read())?.value?.byteLength
  await read()
  return { unread, cut, read, cancel: () => reader?.cancel() }
}

describe('a guarded response', () => {
  it('is closed after a pause of its reader', async () => {
    const { cut } = await scene()
    vi.advanceTimersByTime(999)
    expect(cut).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(cut).toHaveBeenCalledOnce()
  })

  it('is closed when it is read too slowly', async () => {
    const { cut, read } = await scene(createSlowReaderGuard({ ...limits, rate: 640 * 1024 }), 2_000)
    for (let n = 0; n < 4 && cut.mock.calls.length === 0; n += 1) {
      vi.advanceTimersByTime(900)
      await read()
    }
    expect(cut).toHaveBeenCalledOnce()
  })

  it('is sent completely to a fast reader, and not closed afterwards', async () => {
    const { cut, read } = await scene()
    const rest = [await read(), await read(), await read(), await read(), await read()]
    expect(rest).toEqual([65_536, 65_536, 65_536, 65_536, undefined])
    vi.advanceTimersByTime(60_000)
    expect(cut).not.toHaveBeenCalled()
  })

  it('is not closed because of a slow source', async () => {
    const cut = vi.fn()
    const source = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 60_000))
        controller.enqueue(new Uint8Array(10))
      },
    })
    const reader = createSlowReaderGuard(limits).stream(new Response(source), 'a', cut).body?.getReader()
    for (let n = 0; n < 3; n += 1) {
      const next = reader?.read()
      await vi.advanceTimersByTimeAsync(60_000)
      expect((await next)?.value?.byteLength).toBe(10)
    }
    expect(cut).not.toHaveBeenCalled()
  })

  it('blocks further requests of that caller only', async () => {
    const { unread, cancel } = await scene(createSlowReaderGuard(limits), 400)
    expect(() => unread.checkBacklog('a')).toThrow('Earlier responses have not been read yet')
    unread.checkBacklog('b')
    await cancel()
    unread.checkBacklog('a')
  })

  it('is closed, oldest first, when its caller fills the memory', async () => {
    const unread = createSlowReaderGuard(limits)
    const first = await scene(unread, 600, 'a')
    const second = await scene(unread, 400, 'a')
    expect(first.cut).not.toHaveBeenCalled()
    const third = await scene(unread, 400, 'a')
    expect(first.cut).toHaveBeenCalledOnce()
    expect(second.cut).not.toHaveBeenCalled()
    expect(third.cut).not.toHaveBeenCalled()
  })

  it('is not closed because another caller fills the memory', async () => {
    const unread = createSlowReaderGuard(limits)
    const stream = await scene(unread, 64, 'b')
    const download = await scene(unread, 320, 'b')
    const first = await scene(unread, 500, 'a')
    const second = await scene(unread, 500, 'a')
    expect(first.cut).toHaveBeenCalledOnce()
    for (const { cut } of [stream, download, second]) expect(cut).not.toHaveBeenCalled()
  })

  it('is released when its source fails', async () => {
    const unread = createSlowReaderGuard(limits)
    let isFirst = true
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isFirst) controller.error(new Error('lost'))
        else controller.enqueue(new Uint8Array(64 * 1024))
        isFirst = false
      },
    })
    const cut = vi.fn()
    const reader = unread.stream(new Response(source), 'a', cut).body?.getReader()
    await reader?.read()
    await expect(reader?.read()).rejects.toThrow('lost')
    await expect(reader?.closed).rejects.toThrow('lost')
    expect(unread.openCount()).toBe(0)
  })

  it('is returned unchanged when it is small', () => {
    const response = new Response('{}', { headers: { 'content-length': '2' } })
    expect(createSlowReaderGuard(limits).stream(response, 'a', () => {})).toBe(response)
  })
})

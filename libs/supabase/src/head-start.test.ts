import { afterEach, expect, it, vi } from 'vitest'
import { isFirstScreen, takeFirstRead } from './head-start'

const address = 'http://backend.test/rest/v1/profiles'
const start = (answer: Response | null | Promise<Response | null>) => {
  globalThis.__helpdeskStart = {
    portal: Promise.resolve(new Response()),
    token: 'token',
    reads: { [address]: Promise.resolve(answer) },
  }
}

afterEach(() => {
  globalThis.__helpdeskStart = undefined
  vi.restoreAllMocks()
})

it('gives an answer once', async () => {
  start(new Response('rows'))
  expect(isFirstScreen()).toBe(true)
  expect(await (await takeFirstRead(address, 'token'))?.text()).toBe('rows')
  expect(await takeFirstRead(address, 'token')).toBeUndefined()
  expect(isFirstScreen()).toBe(false)
})

it.each([
  ['for another token', 'other', new Response('rows')],
  ['for a visitor', null, new Response('rows')],
  ['that failed', 'token', new Response('no', { status: 500 })],
  ['that never came', 'token', null],
])('gives no answer %s', async (_, bearer, answer) => {
  start(answer)
  expect(await takeFirstRead(address, bearer)).toBeUndefined()
})

it('gives no answer that is older than 15 seconds', async () => {
  start(new Response('rows'))
  vi.spyOn(performance, 'now').mockReturnValue(15_001)
  expect(await takeFirstRead(address, 'token')).toBeUndefined()
})

it('has nothing without a head script', async () => {
  expect(await takeFirstRead(address, 'token')).toBeUndefined()
  expect(isFirstScreen()).toBe(false)
})

it('waits five seconds for an answer that hangs', async () => {
  vi.useFakeTimers()
  start(new Promise(() => undefined))
  const taken = vi.fn()
  void takeFirstRead(address, 'token').then(taken)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(taken).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(taken).toHaveBeenCalledExactlyOnceWith(undefined)
  vi.useRealTimers()
})

it('ends with the signal of the caller', async () => {
  const controller = new AbortController()
  start(new Promise(() => undefined))
  const taken = takeFirstRead(address, 'token', controller.signal)
  controller.abort(new Error('gone'))
  await expect(taken).rejects.toThrow('gone')
  start(new Response('rows'))
  await expect(takeFirstRead(address, 'token', controller.signal)).rejects.toThrow('gone')
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startNotifier } from './notifier'

let notify: (payload?: string) => void
const unlisten = vi.fn(async () => {})
const listen = async (onNotify: (payload?: string) => void) => {
  notify = onNotify
  return { unlisten }
}
const logged: string[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  logged.length = 0
})
const notifier = (send: () => Promise<Response>) =>
  startNotifier({ listen, send, log: (line) => void logged.push(line) })
const ok = async () => new Response('{}')

it('combines a burst into one call, and calls again for notifications during a call', async () => {
  let finish = () => {}
  const send = vi.fn(() => new Promise<Response>((resolve) => (finish = () => resolve(new Response('{}')))))
  const stop = await notifier(send)
  for (let n = 0; n < 50; n += 1) notify()
  await vi.advanceTimersByTimeAsync(200)
  expect(send).toHaveBeenCalledTimes(1)
  notify()
  await vi.advanceTimersByTimeAsync(1000)
  expect(send).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(200)
  expect(send).toHaveBeenCalledTimes(2)
  finish()
  await stop()
})

it('calls when a later mail is due, without another notification', async () => {
  const send = vi.fn(ok)
  const stop = await notifier(send)
  await vi.advanceTimersByTimeAsync(200)
  notify('15')
  await vi.advanceTimersByTimeAsync(15_100)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(send).toHaveBeenCalledTimes(2)
  notify('15')
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('calls every half minute until it is stopped', async () => {
  const send = vi.fn(ok)
  const stop = await notifier(send)
  await vi.advanceTimersByTimeAsync(90_500)
  expect(send).toHaveBeenCalledTimes(4)
  await stop()
  notify()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(send).toHaveBeenCalledTimes(4)
  expect(unlisten).toHaveBeenCalled()
})

it('logs a failure once, until it changes or ends', async () => {
  const answers = ['down', 'down', 'other', '', 'other']
  const stop = await notifier(async () => {
    const body = answers.shift() ?? ''
    if (body === 'other') throw new Error(body)
    return new Response(body, { status: body ? 502 : 200 })
  })
  await vi.advanceTimersByTimeAsync(130_000)
  const line = 'notifications: not all were sent:'
  expect(logged).toEqual([`${line} 502 down`, `${line} other`, `${line} other`])
  await stop()
})

// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { withWebLock } from './web-lock'

const stubLocks = (request: (...args: never[]) => unknown) =>
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })

afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

it('runs without a lock where locks are absent or denied', async () => {
  const run = vi.fn(async () => 'done')
  expect(await withWebLock('a', {}, run)).toBe('done')
  stubLocks(() => Promise.reject(new DOMException('denied', 'SecurityError')))
  expect(await withWebLock('a', {}, run)).toBe('done')
  expect(run).toHaveBeenCalledTimes(2)
})

it('runs once, and throws what fails under the lock or while it waits', async () => {
  const run = vi.fn(() => Promise.reject(new Error('refused')))
  stubLocks((_name, _options, work: (lock: object) => unknown) => work({}))
  await expect(withWebLock('a', {}, run)).rejects.toThrow('refused')
  expect(run).toHaveBeenCalledTimes(1)
  stubLocks(() => Promise.reject(new DOMException('aborted', 'AbortError')))
  await expect(withWebLock('a', { signal: AbortSignal.abort() }, run)).rejects.toThrow('aborted')
  expect(run).toHaveBeenCalledTimes(1)
})

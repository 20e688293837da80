import { afterEach, expect, it, vi } from 'vitest'
import { logError } from './log'

afterEach(() => vi.restoreAllMocks())

it.each([
  [{ 'x-request-id': 'one', 'cf-ray': 'two' }, 'It failed (request one)'],
  [{ 'sb-request-id': '019d-5c' }, 'It failed (request 019d-5c)'],
  [{}, 'It failed'],
])('logs a failure with the id of its request: %o', (headers: Record<string, string>, text) => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  logError(new Request('http://a', { headers }), 'It failed')
  expect(print.mock.calls).toEqual([[text]])
})

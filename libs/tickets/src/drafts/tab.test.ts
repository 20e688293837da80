// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('asks once for a lock where the browser denies locks', async () => {
  const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  const request = vi.fn(denied)
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    locks: { request, query: denied },
  })
  const { isTabOpen, tabId } = await import('./tab')
  const id = tabId()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(request).toHaveBeenCalledTimes(1)
  expect(tabId()).toBe(id)
  expect(await isTabOpen('another')).toBe(false)
})

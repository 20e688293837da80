import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchRegistry } from './watch-registry'

let visibility: DocumentVisibilityState = 'visible'
const show = (state: DocumentVisibilityState) => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}
beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => vi.useRealTimers())

describe('watchRegistry', () => {
  it('looks every 50 s until it is stopped', () => {
    const check = vi.fn(() => Promise.resolve())
    const stop = watchRegistry(check)
    expect(check).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100_000)
    expect(check).toHaveBeenCalledTimes(2)
    stop()
    vi.advanceTimersByTime(100_000)
    show('visible')
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('rests in a hidden tab and looks when the user comes back', () => {
    const check = vi.fn(() => Promise.resolve())
    const stop = watchRegistry(check)
    show('hidden')
    vi.advanceTimersByTime(500_000)
    expect(check).not.toHaveBeenCalled()
    show('visible')
    expect(check).toHaveBeenCalledTimes(1)
    show('visible')
    expect(check).toHaveBeenCalledTimes(1)
    stop()
  })

  it('logs a failure and goes on', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const check = vi.fn(() => Promise.reject(new Error('offline')))
    const stop = watchRegistry(check)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(check).toHaveBeenCalledTimes(2)
    expect(warn).toHaveBeenCalledTimes(2)
    stop()
  })
})

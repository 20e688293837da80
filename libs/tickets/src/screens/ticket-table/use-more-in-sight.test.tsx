// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useMoreInSight } from './use-more-in-sight'

afterEach(() => vi.unstubAllGlobals())

it('goes by the last of several changes that are told at once', () => {
  let tell = (..._isIntersecting: boolean[]) => {}
  class Observer {
    constructor(callback: (changes: { isIntersecting: boolean }[]) => void) {
      tell = (...changes) => callback(changes.map((isIntersecting) => ({ isIntersecting })))
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const onNear = vi.fn()
  const End = () => <div ref={useMoreInSight(true, onNear)} />
  render(<End />)
  tell(true, false)
  expect(onNear).not.toHaveBeenCalled()
  tell(false, true)
  expect(onNear).toHaveBeenCalledOnce()
})

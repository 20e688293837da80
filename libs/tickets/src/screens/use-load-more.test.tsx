// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useLoadMore } from './use-load-more'

afterEach(() => vi.unstubAllGlobals())

it('uses the last of several entries', () => {
  let deliver = (..._isIntersecting: boolean[]) => {}
  class Observer {
    constructor(callback: (changes: { isIntersecting: boolean }[]) => void) {
      deliver = (...changes) => callback(changes.map((isIntersecting) => ({ isIntersecting })))
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const onNear = vi.fn()
  const End = ({ length }: { length: number }) => <div ref={useLoadMore(true, length, onNear)} />
  render(<End length={50} />)
  deliver(true, false)
  expect(onNear).not.toHaveBeenCalled()
  deliver(false, true)
  expect(onNear).toHaveBeenCalledOnce()
})

it('observes again when the list grows', () => {
  const observe = vi.fn()
  class Observer {
    observe = observe
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const End = ({ length }: { length: number }) => <div ref={useLoadMore(true, length, () => {})} />
  const { rerender } = render(<End length={50} />)
  rerender(<End length={50} />)
  expect(observe).toHaveBeenCalledTimes(1)
  rerender(<End length={100} />)
  expect(observe).toHaveBeenCalledTimes(2)
})

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
  const End = ({ length }: { length: number }) => <div ref={useMoreInSight(true, length, onNear)} />
  render(<End length={50} />)
  tell(true, false)
  expect(onNear).not.toHaveBeenCalled()
  tell(false, true)
  expect(onNear).toHaveBeenCalledOnce()
})

it('looks again when the list has grown, though nothing else changed', () => {
  const observe = vi.fn()
  class Observer {
    observe = observe
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const End = ({ length }: { length: number }) => <div ref={useMoreInSight(true, length, () => {})} />
  const { rerender } = render(<End length={50} />)
  rerender(<End length={50} />)
  expect(observe).toHaveBeenCalledTimes(1)
  rerender(<End length={100} />)
  expect(observe).toHaveBeenCalledTimes(2)
})

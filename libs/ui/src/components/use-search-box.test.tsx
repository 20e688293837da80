// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSearchBox } from './use-search-box'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A search box whose address trims its text, as the lists do, and updates on demand. */
function box() {
  const waiting: (() => void)[] = []
  const { result } = renderHook(() => {
    const [address, setAddress] = useState('')
    const { search, setSearch } = useSearchBox(address, (text) => waiting.push(() => setAddress(text.trim())))
    return { address, setAddress, search, setSearch }
  })
  return {
    now: () => [result.current.search, result.current.address],
    type: (text: string) => act(() => result.current.setSearch(text)),
    pause: () => act(() => void vi.advanceTimersByTime(300)),
    answer: () => act(() => waiting.splice(0).forEach((each) => each())),
    goTo: (text: string) => act(() => result.current.setAddress(text)),
  }
}

it('keeps the space between two words when the address follows within it', () => {
  const { now, type, pause, answer } = box()
  type('printer ')
  pause()
  answer()
  expect(now()).toEqual(['printer ', 'printer'])
  type('printer fails')
  pause()
  answer()
  expect(now()).toEqual(['printer fails', 'printer fails'])
})

it('keeps what is typed while the address is on its way', () => {
  const { now, type, pause, answer } = box()
  type('prin')
  pause()
  type('printer')
  answer()
  expect(now()).toEqual(['printer', 'prin'])
  pause()
  answer()
  expect(now()).toEqual(['printer', 'printer'])
})

it('follows an address that somebody else changes, also back to what was typed before', () => {
  const { now, type, pause, answer, goTo } = box()
  type('printer')
  pause()
  answer()
  goTo('')
  expect(now()).toEqual(['', ''])
  goTo('printer')
  expect(now()).toEqual(['printer', 'printer'])
})

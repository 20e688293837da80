// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSearchBox } from './use-search-box'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A search box whose URL trims the text, as the lists do, and updates on demand. */
function openSearchBox() {
  const pendingUpdates: (() => void)[] = []
  const { result } = renderHook(() => {
    const [address, setAddress] = useState('')
    const { search, setSearch } = useSearchBox(address, (text) =>
      pendingUpdates.push(() => setAddress(text.trim())),
    )
    return { address, setAddress, search, setSearch }
  })
  return {
    values: () => [result.current.search, result.current.address],
    type: (text: string) => act(() => result.current.setSearch(text)),
    pause: () => act(() => void vi.advanceTimersByTime(300)),
    updateUrl: () => act(() => pendingUpdates.splice(0).forEach((each) => each())),
    goTo: (text: string) => act(() => result.current.setAddress(text)),
  }
}

it('keeps a trailing space when the URL updates', () => {
  const { values, type, pause, updateUrl } = openSearchBox()
  type('printer ')
  pause()
  updateUrl()
  expect(values()).toEqual(['printer ', 'printer'])
  type('printer fails')
  pause()
  updateUrl()
  expect(values()).toEqual(['printer fails', 'printer fails'])
})

it('keeps later input when the URL updates late', () => {
  const { values, type, pause, updateUrl } = openSearchBox()
  type('prin')
  pause()
  type('printer')
  updateUrl()
  expect(values()).toEqual(['printer', 'prin'])
  pause()
  updateUrl()
  expect(values()).toEqual(['printer', 'printer'])
})

it('follows a URL changed elsewhere, also back to an earlier text', () => {
  const { values, type, pause, updateUrl, goTo } = openSearchBox()
  type('printer')
  pause()
  updateUrl()
  goTo('')
  expect(values()).toEqual(['', ''])
  goTo('printer')
  expect(values()).toEqual(['printer', 'printer'])
})

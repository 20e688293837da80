// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CUSTOMER_ID, signInAs, signOutNow } from '../testing'
import { useDraft } from './use-draft'

let set: (text: string | ((before: string) => string)) => void
let clear: () => void

function Draft({ name }: { name: string }) {
  const [text, setText, clearText] = useDraft(name)
  set = setText
  clear = clearText
  return <output>{text}</output>
}

const shown = () => screen.getByRole('status').textContent
const stored = (name = 'a') => localStorage.getItem(`helpdesk-draft:${CUSTOMER_ID}:${name}`)

beforeEach(() => {
  localStorage.clear()
  signInAs()
})

describe('useDraft', () => {
  it('stores each change at once and restores it after remounting', () => {
    const { unmount } = render(<Draft name="a" />)
    act(() => {
      set('Half')
      expect(stored()).toBe('Half')
      set((before) => `${before} a thought`)
      expect(stored()).toBe('Half a thought')
    })
    unmount()
    render(<Draft name="a" />)
    expect(shown()).toBe('Half a thought')
  })

  it('removes the stored text when cleared or blank', () => {
    render(<Draft name="a" />)
    act(() => set('x'))
    act(() => clear())
    expect([shown(), stored()]).toEqual(['', null])
    act(() => set('  '))
    expect([shown(), stored()]).toEqual(['  ', null])
  })

  it('keeps a separate draft per place', () => {
    const { rerender } = render(<Draft name="a" />)
    act(() => set('for a'))
    rerender(<Draft name="b" />)
    expect(shown()).toBe('')
    act(() => set('for b'))
    rerender(<Draft name="a" />)
    expect(shown()).toBe('for a')
    expect([stored('a'), stored('b')]).toEqual(['for a', 'for b'])
  })

  it('keeps a separate draft per user', () => {
    render(<Draft name="a" />)
    act(() => set('mine'))
    act(() => signInAs({ id: 'someone-else' }))
    expect(shown()).toBe('')
    act(() => set('theirs'))
    act(() => signInAs())
    expect(shown()).toBe('mine')
  })

  it('keeps the text and stores changes while the session is expired', () => {
    render(<Draft name="a" />)
    act(() => set('typed'))
    act(() => signOutNow())
    expect(shown()).toBe('typed')
    act(() => set('typed on'))
    expect(stored()).toBe('typed on')
    act(() => signInAs())
    expect(shown()).toBe('typed on')
  })

  it('shows what another tab has written or sent', () => {
    render(<Draft name="a" />)
    act(() => set('mine'))
    const store = (text: string | null) => {
      const key = `helpdesk-draft:${CUSTOMER_ID}:a`
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: text })))
    }
    store('theirs')
    expect(shown()).toBe('theirs')
    act(() => set((before) => `${before}!`))
    expect(stored()).toBe('theirs!')
    store(null)
    expect(shown()).toBe('')
  })

  it('keeps the text in memory when the browser denies storage', () => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: deny, setItem: deny, removeItem: deny })
    render(<Draft name="a" />)
    act(() => set('still here'))
    expect(shown()).toBe('still here')
    act(() => set((before) => `${before}!`))
    expect(shown()).toBe('still here!')
  })
})

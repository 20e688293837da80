// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CUSTOMER_ID, signInAs, signOutNow } from '../../testing'
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

describe('a draft', () => {
  it('is on the device at once and comes back', () => {
    const { unmount } = render(<Draft name="a" />)
    act(() => {
      set('Half')
      // Before anything was painted.
      expect(stored()).toBe('Half')
      set((before) => `${before} a thought`)
      expect(stored()).toBe('Half a thought')
    })
    unmount()
    render(<Draft name="a" />)
    expect(shown()).toBe('Half a thought')
  })

  it('leaves nothing behind when it is cleared or only blank', () => {
    render(<Draft name="a" />)
    act(() => set('x'))
    act(() => clear())
    expect([shown(), stored()]).toEqual(['', null])
    act(() => set('  '))
    expect([shown(), stored()]).toEqual(['  ', null])
  })

  it('is another one at another place', () => {
    const { rerender } = render(<Draft name="a" />)
    act(() => set('for a'))
    rerender(<Draft name="b" />)
    expect(shown()).toBe('')
    act(() => set('for b'))
    rerender(<Draft name="a" />)
    expect(shown()).toBe('for a')
    expect([stored('a'), stored('b')]).toEqual(['for a', 'for b'])
  })

  it('belongs to who wrote it, and waits for them', () => {
    render(<Draft name="a" />)
    act(() => set('mine'))
    act(() => signInAs({ id: 'someone-else' }))
    expect(shown()).toBe('')
    act(() => set('theirs'))
    act(() => signInAs())
    expect(shown()).toBe('mine')
  })

  it('stays on the screen while a session has run out, and what is typed then is kept', () => {
    render(<Draft name="a" />)
    act(() => set('typed'))
    act(() => signOutNow())
    expect(shown()).toBe('typed')
    act(() => set('typed on'))
    expect(stored()).toBe('typed on')
    act(() => signInAs())
    expect(shown()).toBe('typed on')
  })

  it('lives in the page alone when the browser keeps its storage closed', () => {
    const closed = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed })
    render(<Draft name="a" />)
    act(() => set('still here'))
    expect(shown()).toBe('still here')
    act(() => set((before) => `${before}!`))
    expect(shown()).toBe('still here!')
  })
})

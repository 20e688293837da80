import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { colorModeAtom, colorModeScript } from './color-mode'

const root = document.documentElement
const store = getDefaultStore()

describe('colour mode', () => {
  beforeEach(() => {
    store.set(colorModeAtom, 'system')
    root.className = ''
  })

  it('dresses the document and remembers the choice', () => {
    store.set(colorModeAtom, 'dark')
    expect([...root.classList]).toEqual(['dark'])
    expect(localStorage.getItem('helpdesk-color-mode')).toBe('dark')
    store.set(colorModeAtom, 'light')
    expect([...root.classList]).toEqual(['light'])
  })

  it('forgets the choice when the system decides again', () => {
    store.set(colorModeAtom, 'dark')
    store.set(colorModeAtom, 'system')
    expect(localStorage.getItem('helpdesk-color-mode')).toBeNull()
  })

  it('is dark before the first paint when dark was chosen', () => {
    store.set(colorModeAtom, 'dark')
    root.className = ''
    window.eval(colorModeScript)
    expect([...root.classList]).toEqual(['dark'])
  })
})

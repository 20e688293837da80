import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { colorModeAtom, colorModeScript } from './color-mode'

const root = document.documentElement
const store = getDefaultStore()

describe('colorModeAtom', () => {
  beforeEach(() => {
    store.set(colorModeAtom, 'system')
    root.className = ''
  })

  it('sets the class of the document and stores the mode', () => {
    store.set(colorModeAtom, 'dark')
    expect([...root.classList]).toEqual(['dark'])
    expect(localStorage.getItem('helpdesk-color-mode')).toBe('dark')
    store.set(colorModeAtom, 'light')
    expect([...root.classList]).toEqual(['light'])
  })

  it('removes the stored mode for the system theme', () => {
    store.set(colorModeAtom, 'dark')
    store.set(colorModeAtom, 'system')
    expect(localStorage.getItem('helpdesk-color-mode')).toBeNull()
  })

  it('applies the stored mode before the first paint', () => {
    store.set(colorModeAtom, 'dark')
    root.className = ''
    window.eval(colorModeScript)
    expect([...root.classList]).toEqual(['dark'])
  })
})

// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { localStore, sessionStore } from './browser-storage'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('browser storage', () => {
  it('stores, reads and removes a text', () => {
    expect(localStore.write('a', 'text')).toBe(true)
    expect(localStore.read('a')).toBe('text')
    expect(localStore.keys()).toEqual(['a'])
    expect(sessionStore.read('a')).toBeNull()
    expect(localStore.write('a', null)).toBe(true)
    expect(localStorage).toHaveLength(0)
  })

  it.each([
    ['a missing entry', null, null],
    ['broken JSON', '{', null],
    ['JSON', '{"n":1}', { n: 1 }],
  ])('reads %s as JSON', (_what, stored, value) => {
    localStore.write('a', stored)
    expect(localStore.readJson('a')).toEqual(value)
  })

  it('returns false when storage is full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(sessionStore.write('a', 'text')).toBe(false)
  })

  it('is empty when storage is blocked', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(blocked)
    expect(localStore.read('a')).toBeNull()
    expect(localStore.readJson('a')).toBeNull()
    expect(localStore.write('a', 'text')).toBe(false)
    expect(localStore.keys()).toEqual([])
  })

  it('is empty without storage', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(localStore.read('a')).toBeNull()
    expect(localStore.write('a', 'text')).toBe(false)
  })
})

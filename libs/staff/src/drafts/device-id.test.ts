import { afterEach, expect, it, vi } from 'vitest'
import { deviceId } from './device-id'

afterEach(() => vi.unstubAllGlobals())

it('stays the same on a page whose browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(deviceId()).toMatch(/^[0-9a-f-]{36}$/)
  expect(deviceId()).toBe(deviceId())
})

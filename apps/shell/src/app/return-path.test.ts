import { beforeEach, expect, it } from 'vitest'
import { saveReturnPath, readReturnPath } from './return-path'

beforeEach(() => sessionStorage.clear())

it('returns the saved path, or the start page', () => {
  saveReturnPath('/tickets/1?tab=notes#last')
  expect(readReturnPath()).toBe('/tickets/1?tab=notes#last')
  saveReturnPath(null)
  expect(readReturnPath()).toBe('/')
})

it.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/auth/callback',
])('ignores %s', (path) => {
  saveReturnPath(path)
  expect(readReturnPath()).toBe('/')
})

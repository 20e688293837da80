import { beforeEach, expect, it } from 'vitest'
import { noteReturnPath, readReturnPath } from './return-path'

beforeEach(() => sessionStorage.clear())

it('leads back to where somebody wanted to go', () => {
  noteReturnPath('/tickets/1?tab=notes#last')
  expect(readReturnPath()).toBe('/tickets/1?tab=notes#last')
  noteReturnPath(null)
  expect(readReturnPath()).toBe('/')
})

it.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/auth/callback',
])('never to %s', (path) => {
  noteReturnPath(path)
  expect(readReturnPath()).toBe('/')
})

import { describe, expect, it } from 'vitest'
import { safeNext } from './safe-next'

describe('safeNext', () => {
  it.each([
    '/',
    '/tickets',
    '/tickets/3f2504e0?tab=notes#comment-2',
    '/auth/reset-password',
    '/search?q=https://example.com//x',
    '/a%2F%2Fb',
    '/@evil.example',
  ])('returns %s unchanged', (next) => expect(safeNext(next)).toBe(next))

  it.each([
    null,
    undefined,
    '',
    ' /tickets',
    'tickets',
    'https://evil.example',
    'HTTPS:evil.example',
    'https:/evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/x',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n//evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/a/%2e%2e//evil.example',
    '/.\\/evil.example',
    '/\u0000/evil.example',
    '//user:pass@evil.example',
    '//[::1]',
    '//',
    'javascript:alert(1)',
    'data:text/html,x',
    '/auth/callback?code=stolen',
    '/auth/./callback',
    '?next=/x',
    '#x',
  ])('returns the start page for %j', (next) => expect(safeNext(next)).toBe('/'))

  it('never returns another origin', () => {
    for (const next of [
      '/x/../..//evil.example',
      '/%5Cevil.example',
      '/%09/evil.example',
      '/.%2f/evil.example',
    ]) {
      expect(new URL(safeNext(next), 'https://desk.example').origin).toBe('https://desk.example')
    }
  })
})

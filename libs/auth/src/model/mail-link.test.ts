import { describe, expect, it } from 'vitest'
import { mailLinkNext, readMailLink } from './mail-link'

const params = (text: string) => new URLSearchParams(text)

describe('readMailLink', () => {
  it('reads token and type from a query and from location state', () => {
    const link = { tokenHash: 'abc', type: 'email' }
    expect(readMailLink(params('token_hash=abc&type=email&redirect_to=x'))).toEqual(link)
    expect(readMailLink(link)).toEqual(link)
  })

  it.each(['', 'type=email', 'token_hash=abc', 'token_hash=&type=email', 'token_hash=abc&type=sms'])(
    'returns null for %j',
    (text) => expect(readMailLink(params(text))).toBeNull(),
  )
  it('returns null for other location state', () => {
    for (const state of [null, undefined, 'abc', { from: { pathname: '/' } }])
      expect(readMailLink(state)).toBeNull()
  })
})

describe('mailLinkNext', () => {
  const target = (address: string) => mailLinkNext(params(`redirect_to=${encodeURIComponent(address)}`))

  it.each([
    ['http://127.0.0.1:4200/auth/callback?next=%2Ftickets%3Fq%3Da', '/tickets?q=a'],
    ['http://127.0.0.1:4200/auth/callback', null],
    ['http://127.0.0.1:4200', null],
    ['http://127.0.0.1:4200/auth/login', null],
    ['http://127.0.0.1:4200/tickets/1#c2', '/tickets/1#c2'],
    ['https://evil.example/tickets', '/tickets'],
    ['https://evil.example//evil.example', '/'],
    ['https://portal.example/auth/callback?next=//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['no address', null],
  ])('maps %s to %s', (address, path) => expect(target(address)).toBe(path))

  it('prefers next to redirect_to', () =>
    expect(mailLinkNext(params('next=/settings&redirect_to=http://127.0.0.1/tickets'))).toBe('/settings'))
})

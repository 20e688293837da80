import { describe, expect, it } from 'vitest'
import { setConnection } from './connection'
import { isLocalRequest } from './local-request'

const origin = 'http://127.0.0.1:4200'

function isLocal(headers: Record<string, string>, isHttp10 = false): boolean {
  const request = new Request(`${origin}/mail`, { headers: { host: '127.0.0.1:4200', ...headers } })
  setConnection(request, { address: '127.0.0.1', isHttp10, close: () => {} })
  return isLocalRequest(request, new URL(request.url), origin)
}

describe('a request from this machine', () => {
  it.each<Record<string, string>>([
    {},
    { host: 'localhost:4200' },
    { host: '[::1]:4200' },
    { host: 'workspace.localhost:4200' },
    { 'sec-fetch-site': 'same-origin' },
  ])('is accepted: %j', (headers) => expect(isLocal(headers)).toBe(true))

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '203.0.113.7' },
    { 'X-Forwarded-Host': 'desk.example.com' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=203.0.113.7' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
    { 'cf-connecting-ip': '203.0.113.7' },
    { 'true-client-ip': '203.0.113.7' },
    { 'x-forwarded-for': '' },
  ])('is rejected if a proxy forwarded it: %j', (headers) => expect(isLocal(headers)).toBe(false))

  it('is rejected in HTTP/1.0, the default of nginx', () => {
    expect(isLocal({}, true)).toBe(false)
  })

  it.each([
    'desk.example.com',
    'desk.example.com:4200',
    'localhost',
    '127.0.0.1:80',
    '127.0.0.1.evil.example:4200',
    'localhost.evil.example:4200',
    '192.168.0.7:4200',
  ])('is rejected for another host: %s', (host) => expect(isLocal({ host })).toBe(false))
})

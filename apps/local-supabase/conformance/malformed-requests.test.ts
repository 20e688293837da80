import { connect } from 'node:net'
import { clientAs, createUser, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'

let stack: Stack
let mallory: SupabaseClient
let token = ''
let folder = ''
beforeAll(async () => {
  stack = await startStack({ env: { HELPDESK_RATE_LIMITS: 'sign_in_sign_ups=500,token_verifications=500' } })
  await createUser(stack, { email: 'mallory@example.com' })
  mallory = await clientAs(stack, 'mallory@example.com')
  token = (await mallory.auth.getSession()).data.session?.access_token ?? ''
  folder = (await mallory.from('tickets').insert(ticket('Files')).select('id').single()).data?.id
}, 90_000)
afterAll(() => stack?.stop())

const ask = async (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) => {
  const sent = {
    apikey: stack.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...headers,
  }
  const response = await fetch(stack.url + path, { method, body, headers: sent, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}
/** Neither a server error nor a restarting database. */
const isRefusal = (status: number) => status >= 400 && status < 500

const endpoints = [
  '/auth/v1/signup',
  '/auth/v1/token?grant_type=password',
  '/auth/v1/token?grant_type=refresh_token',
  '/auth/v1/verify',
  '/auth/v1/recover',
  '/auth/v1/resend',
  '/rest/v1/tickets',
  '/rest/v1/rpc/search_tickets',
  '/rest/v1/rpc/send_reply',
  '/storage/v1/object/list/ticket-attachments',
  '/storage/v1/object/sign/ticket-attachments',
  '/storage/v1/object/move',
  '/functions/v1/update-user-role',
  '/functions/v1/admin-assistant',
  '/oauth/github/authorize',
]

describe.each(endpoints)('a malformed body for %s', (path) => {
  it.each([
    ['4,000 levels of objects', `${'{"a":'.repeat(4_000)}1${'}'.repeat(4_000)}`],
    ['4,000 levels of lists', `{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
    ['levels without an end', '['.repeat(90_000)],
    ['a zero byte in a name', '{"a\\u0000":1}'],
    ['a zero byte in a value', '{"email":"a\\u0000@example.com","subject":"a\\u0000"}'],
  ])('is refused: %s', async (_what, body) => {
    expect(await ask('POST', path, body)).toSatisfy(isRefusal)
  })

  it.each([
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['half a surrogate', '{"email":"\\ud800","subject":"\\udc00","query":5}'],
    ['null', 'null'],
    ['a list of null', '[null]'],
  ])('does not fail the server: %s', async (_what, body) => {
    expect(await ask('POST', path, body)).toBeLessThan(500)
  })
})

describe('a malformed URL', () => {
  it.each([
    '/rest/v1/tickets?%00=eq.1',
    '/rest/v1/tickets?order=%00',
    '/rest/v1/tick%00ets',
    '/rest/v1/tick%ffets',
    '/rest/v1/tick%ets',
    '/rest/v1/rpc/%00',
    '/auth/v1/verify?type=signup&token=%00',
    '/storage/v1/object/ticket-attachments/a%00b',
    '/storage/v1/object/list/%ff',
    '/functions/v1/%ff',
    '/mail/%00',
    '/%ff',
  ])('is refused: %s', async (path) => {
    expect(await ask('GET', path)).toSatisfy(isRefusal)
  })

  it('is rejected by the data API in its own format', async () => {
    const { error } = await mallory.from('tickets').select('id').eq('subject', 'a\0b')
    expect(error).toMatchObject({
      code: 'PT400',
      message: 'The request contains a zero byte',
      details: 'bad_request',
    })
  })

  it('does not break connections to the database', () => {
    expect(stack.output()).not.toContain('renewed')
  })
})

describe('a header', () => {
  /** fetch refuses to send these. */
  const raw = (lines: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { host, port } = new URL(stack.url)
      let text = ''
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        Buffer.from(
          `${lines.replace('\n', `\nhost: ${host}\nconnection: close\n`).replaceAll('\n', '\r\n')}\r\n\r\n`,
          'latin1',
        ),
      )
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.on('error', reject)
      socket.on('close', () => resolve(Number(text.split(' ')[1])))
    })

  it.each([
    ['a zero byte in a value', 'GET /rest/v1/tickets HTTP/1.1\nprefer: a\0b', 400],
    ['a zero byte in a token', 'GET /auth/v1/user HTTP/1.1\nauthorization: Bearer a\0b', 400],
    ['a zero byte in a name', 'GET /rest/v1/tickets HTTP/1.1\na\0b: c', 400],
    ['a zero byte in the path', 'GET /rest/v1/tick\0ets HTTP/1.1\na: b', 400],
    ['20 kB of it', `GET /rest/v1/tickets HTTP/1.1\na: ${'b'.repeat(20_000)}`, 431],
    ['an unknown method', 'TRACE /auth/v1/settings HTTP/1.1\na: b', 405],
  ])('is refused with %s', async (_what, lines, status) => {
    expect(await raw(lines)).toBe(status)
  })

  it.each([
    ['range', '0-99999999999999999999'],
    ['range', 'x'],
    ['prefer', 'count=x;;=,"'],
    ['prefer', 'max-affected=-1,handling=strict'],
    ['accept-profile', '"; drop table'],
    ['accept-profile', 'ÿ'],
    ['accept', 'x/y;;q=zz'],
    ['content-profile', 'auth'],
    ['x-client-info', 'ÿþ'],
  ])('does not fail the server: %s: %s', async (name, value) => {
    for (const path of [
      '/rest/v1/tickets?select=id',
      '/rest/v1/rpc/search_tickets',
      '/storage/v1/bucket',
      '/auth/v1/user',
    ])
      expect(await ask('GET', path, undefined, { [name]: value })).toBeLessThan(500)
  })
})

describe('an upload', () => {
  const path = () => `/storage/v1/object/ticket-attachments/${folder}/file.txt`
  const encoded = (text: string) => ({
    'x-metadata': Buffer.from(text).toString('base64'),
    'content-type': 'text/plain',
  })

  it('is rejected with thousands of parts', async () => {
    const part = (n: number) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\nx\r\n`
    const body = `${Array.from({ length: 5_000 }, (_, n) => part(n)).join('')}--b--\r\n`
    expect(await ask('POST', path(), body, { 'content-type': 'multipart/form-data; boundary=b' })).toBe(400)
  })

  it('is rejected with metadata that the database cannot store', async () => {
    expect(await ask('POST', path(), 'text', encoded('{"a":"\\u0000"}'))).toBe(400)
    expect(await ask('POST', path(), 'text', encoded(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`))).toBe(400)
  })
})

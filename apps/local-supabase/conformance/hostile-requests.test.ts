import { request } from 'node:http'
import { browserClient, clientAs, createUser, DEMO_PASSWORD, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'

let stack: Stack
let mallory: SupabaseClient
const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''

beforeAll(async () => {
  stack = await startStack()
  await createUser(stack, { email: 'mallory@example.com' })
  await createUser(stack, { email: 'agent@example.com', role: 'agent' })
  mallory = await clientAs(stack, 'mallory@example.com')
}, 90_000)
afterAll(() => stack?.stop())

describe('an oversized body', () => {
  const filler = 'x'.repeat(6 * 1024 * 1024)
  it.each([
    ['a sign-up', '/auth/v1/signup', { email: 'a@example.com', password: filler }],
    ['a sign-in', '/auth/v1/token?grant_type=password', { email: filler, password: 'x' }],
    ['an anonymous call', '/rest/v1/rpc/verify_invite', { token: filler }],
    ['a ticket', '/rest/v1/tickets', ticket(filler)],
    ['a function', '/functions/v1/update-user-role', { userId: filler }],
    ['the consent page', '/oauth/github/authorize', { state: filler }],
    ['the mailbox', '/mail/api/messages', { filler }],
  ])('is rejected before it is parsed: %s', async (_what, path, body) => {
    const headers = {
      apikey: stack.publishableKey,
      authorization: `Bearer ${await tokenOf(mallory)}`,
      'content-type': 'application/json',
    }
    const text = JSON.stringify(body)
    // Once with a content-length, once chunked.
    const withLength = await fetch(stack.url + path, { method: 'POST', headers, body: text })
    expect(withLength.status).toBe(413)
    expect(await withLength.text()).toContain('"body_too_large"')
    const chunks = new Blob([text]).stream()
    const chunked = await fetch(stack.url + path, {
      ...{ method: 'POST', headers, body: chunks, duplex: 'half' },
    })
    expect(chunked.status).toBe(413)
  })

  it('is rejected for a list of files', async () => {
    const { error } = await mallory.storage.from('ticket-attachments').list(filler)
    expect(error).toMatchObject({ statusCode: '413' })
  })

  it('does not affect small chunked bodies', async () => {
    const response = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
      ...{ duplex: 'half' },
      body: new Blob([JSON.stringify({ email: 'mallory@example.com', password: DEMO_PASSWORD })]).stream(),
    })
    expect(response.status).toBe(200)
  })

  it('is rejected as metadata that is too large for a token', async () => {
    const data = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`key ${n}`, 'value']))
    const { error } = await mallory.auth.updateUser({ data })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
    const half = Object.fromEntries(Object.entries(data).slice(0, 250))
    expect((await mallory.auth.updateUser({ data: half })).error).toBeNull()
    const other = Object.fromEntries(Object.keys(half).map((key) => [`other ${key}`, 'value']))
    expect((await mallory.auth.updateUser({ data: other })).error?.status).toBe(422)
    const signUp = await browserClient(stack).auth.signUp({
      ...{ email: 'stuffed@example.com', password: DEMO_PASSWORD, options: { data } },
    })
    expect(signUp.error?.status).toBe(422)
  })
})

describe('the mock consent page', () => {
  /** fetch cannot set the Host header. */
  const post = (path: string, headers: Record<string, string>, body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const asked = request(
        `${stack.url}${path}`,
        { method: 'POST', headers: { ...type, ...headers } },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })

  it.each([
    ['a host name that resolves to this machine', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }],
    ['a page of another port', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:9' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a browser that sends only Origin', { origin: 'https://evil.example' }],
  ])('rejects %s', async (_what, headers) => {
    const started = await fetch(`${stack.url}/auth/v1/authorize?provider=github`, { redirect: 'manual' })
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const body = new URLSearchParams({ state, email: 'agent@example.com', answer: 'allow' }).toString()
    expect(await post('/oauth/github/authorize', headers, body)).toBe(403)
    expect(await post('/oauth/github/authorize', { 'sec-fetch-site': 'same-origin' }, body)).toBe(303)
  })
})

describe('the type that an upload declares', () => {
  it.each([
    ['text/plain;x, text/html', 'text/plain'],
    [`text/plain; x=${'a'.repeat(30_000)}`, 'text/plain'],
    ['text/plain; charset=UTF-16', 'text/plain;charset=utf-16'],
  ])('is reduced to its name and charset: %#', async (declared, served) => {
    const { data } = await mallory.from('tickets').insert(ticket('Types')).select('id').single()
    const path = `${data?.id}/type.txt`
    const headers = { apikey: stack.publishableKey, authorization: `Bearer ${await tokenOf(mallory)}` }
    const body = `--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: ${declared}\r\n\r\n<h1>\r\n--b--\r\n`
    const sent = await fetch(`${stack.url}/storage/v1/object/ticket-attachments/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      body,
    })
    expect(sent.status).toBe(200)
    const signed = await mallory.storage.from('ticket-attachments').createSignedUrl(path, 60)
    const opened = await fetch(signed.data?.signedUrl ?? '')
    expect(opened.status).toBe(200)
    expect(opened.headers.get('content-type')?.toLowerCase()).toBe(served)
  })
})

import { request } from 'node:http'
import { createUser, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  await createUser(stack, { email: 'agent@example.com', role: 'agent' })
}, 90_000)
afterAll(() => stack?.stop())

/** fetch cannot set the Host header. */
const ask = (path: string, headers: Record<string, string>, form?: URLSearchParams): Promise<number> =>
  new Promise((resolve, reject) => {
    const type = form && { 'content-type': 'application/x-www-form-urlencoded' }
    const options = { method: form ? 'POST' : 'GET', headers: { ...type, ...headers } }
    const asked = request(stack.url + path, options, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end(form?.toString())
  })

async function consent(): Promise<[string, URLSearchParams]> {
  const started = await fetch(`${stack.url}/auth/v1/authorize?provider=github`, { redirect: 'manual' })
  const { pathname, search, searchParams } = new URL(started.headers.get('location') ?? '')
  const state = searchParams.get('state') ?? ''
  return [pathname + search, new URLSearchParams({ state, email: 'agent@example.com', answer: 'allow' })]
}

describe('a forwarded request', () => {
  it.each<Record<string, string>>([
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7;host=desk.example.com' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 edge' },
    { host: 'desk.example.com' },
    { host: 'localhost' },
  ])('is rejected by the mailbox and the mock provider: %j', async (headers) => {
    const [page, form] = await consent()
    for (const path of ['/mail', '/mail/x', '/mail/api/messages']) expect(await ask(path, headers)).toBe(403)
    expect(await ask(page, headers)).toBe(403)
    expect(await ask(page, headers, form)).toBe(403)
  })

  it('is accepted by the API', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', apikey: stack.publishableKey }
    expect(await ask('/auth/v1/settings', headers)).toBe(200)
  })

  it('is distinguished from a local request', async () => {
    const [page, form] = await consent()
    expect(await ask('/mail/api/messages', {})).toBe(200)
    expect(await ask(page, {})).toBe(200)
    expect(await ask(page, {}, form)).toBe(303)
  })
})

describe.each([
  ['SMTP_URL', (_: string) => ({ SMTP_URL: 'smtp://127.0.0.1:9' })],
  ['DATABASE_URL', (url: string) => ({ DATABASE_URL: url })],
])('with %s', (name, envOf) => {
  it('serves neither the mailbox nor the mock provider', async () => {
    const other = await startStack({ env: envOf(stack.databaseUrl) })
    try {
      expect(other.output().includes('Mails are not delivered: DATABASE_URL is set without SMTP_URL.')).toBe(
        name === 'DATABASE_URL',
      )
      const headers = { apikey: other.publishableKey }
      for (const path of ['/mail', '/mail/api/messages', '/oauth/github/authorize?state=x'])
        expect((await fetch(other.url + path)).status, path).toBe(404)
      const authorize = await fetch(`${other.url}/auth/v1/authorize?provider=github`, { redirect: 'manual' })
      expect(authorize.status).toBe(400)
      const settings = await (await fetch(`${other.url}/auth/v1/settings`, { headers })).json()
      expect(settings).toMatchObject({ external: { email: true, github: false, google: false } })
    } finally {
      await other.stop()
    }
  }, 90_000)
})

it('shows the mailbox beside DATABASE_URL only with HELPDESK_MAILBOX=on', async () => {
  const open = await startStack({ env: { DATABASE_URL: stack.databaseUrl, HELPDESK_MAILBOX: 'on' } })
  expect((await fetch(`${open.url}/mail/api/messages`)).status).toBe(200)
  expect((await fetch(`${open.url}/oauth/github/authorize?state=x`)).status).toBe(404)
  await open.stop()
}, 90_000)

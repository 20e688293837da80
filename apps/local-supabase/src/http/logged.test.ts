import { startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logged } from './logged'
import { errorResponse } from './respond'
import type { Gateway } from './types'
import { createStorage } from '../storage/handler'
import { inRequest } from '../log/request-scope'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

const headers = () => ({ apikey: stack.publishableKey, 'content-type': 'application/json' })
const shortId = /^[2-9A-Z]{4}-[2-9A-Z]{2}$/

/** Entries of the backend's log with that id. */
const entries = (id: string | null) =>
  stack
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"time"'))
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ requestId }) => requestId === id)

describe('a request', () => {
  it.each([
    ['/rest/v1/tickets?email=eq.ann@example.com', '/rest/v1/tickets', 400],
    ['/rest/v1/no-such-table', '/rest/v1/*', 404],
    ['/auth/v1/user', '/auth/v1/user', 403],
    ['/storage/v1/object/none/ann@example.com', '/storage/v1/object/*', 404],
    ['/functions/v1/none', '/functions/v1/*', 404],
    ['/nowhere', '/*', 404],
  ])('to %s that fails has an id that leads to its entry in the log', async (path, route, status) => {
    const response = await fetch(`${stack.url}${path}`, { headers: headers() })
    await response.body?.cancel()
    const id = response.headers.get('x-request-id')
    expect(id).toMatch(shortId)
    await vi.waitFor(() =>
      expect(entries(id)).toEqual([
        {
          time: expect.any(String),
          level: 'info',
          message: `GET ${route} ${status}`,
          requestId: id,
          method: 'GET',
          route,
          role: 'anon',
          status,
          durationMs: expect.any(Number),
        },
      ]),
    )
    expect(stack.output()).not.toContain('ann@example.com')
  })

  it('has an id that pages of other origins may read', async () => {
    const response = await fetch(`${stack.url}/rest/v1/tickets`, { headers: headers() })
    await response.body?.cancel()
    expect(response.headers.get('access-control-expose-headers')).toContain('x-request-id')
  })

  it('gets no id from its sender', async () => {
    const response = await fetch(`${stack.url}/healthz`, { headers: { 'x-request-id': 'chosen-by-me' } })
    expect(response.headers.get('x-request-id')).toMatch(shortId)
  })

  it('names itself in the body of a fault of the server', async () => {
    const response = await inRequest('7F3K-2Q', async () => errorResponse(new Error('boom'), () => {}))
    expect(await response.json()).toMatchObject({ code: 500, error_id: '7F3K-2Q' })
  })
})

it.each([
  [200, 'info'],
  [404, 'info'],
  [500, 'error'],
  [503, 'warn'],
  [507, 'error'],
])('an answer of %i has the level %s', async (status, level) => {
  const log = vi.fn()
  const fetch = logged(async () => new Response(null, { status }), { log, trustsProxy: false })
  await fetch(new Request('http://a/healthz'))
  expect(log).toHaveBeenCalledExactlyOnceWith(`GET /healthz ${status}`, expect.objectContaining({ level }))
})

it.each([
  ['ENOSPC', 507, 'There is no space left on the disk of this server. Nothing was saved.'],
  ['EIO', 500, 'Internal Server Error'],
])('the failure %s of storage is logged, without the name of the file', async (code, status, message) => {
  const lines: string[] = []
  const failure = Object.assign(new Error(`${code}: write`), { code })
  const gateway = { keys: { jwtSecret: 'x' }, dataDir: '/none', log: (line: string) => lines.push(line) }
  const storage = createStorage({ ...gateway, caller: () => Promise.reject(failure) } as unknown as Gateway)
  const request = new Request('http://a/storage/v1/object/ticket-attachments/a/passport.pdf')
  const response = await storage(request, new URL(request.url))
  expect(await response?.json()).toMatchObject({ statusCode: String(status), message })
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^storage: answered ${status}: .*${code}: write`))])
  expect(lines.join()).not.toContain('passport')
})

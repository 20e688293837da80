import { createUser, clientAs, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
let token = ''
beforeAll(async () => {
  stack = await startStack()
  await createUser(stack, { email: 'ada@example.com', role: 'agent', name: 'Ada' })
  const { data } = await (await clientAs(stack, 'ada@example.com')).auth.getSession()
  token = data.session?.access_token ?? ''
}, 90_000)
afterAll(() => stack?.stop())

interface Sent {
  path?: string
  method?: string
  type?: string
  headers?: Record<string, string>
}

/** Asks `/healthz` all the while: what holds it up holds up everybody. */
async function send(body: string | Buffer, { path = '/tickets', method = 'POST', type, headers }: Sent) {
  let isDone = false
  let slowest = 0
  const watch = (async () => {
    while (!isDone) {
      const began = performance.now()
      await (await fetch(`${stack.url}/healthz`)).text()
      slowest = Math.max(slowest, performance.now() - began)
      await new Promise((done) => setTimeout(done, 20))
    }
  })()
  const answer = await fetch(`${stack.url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      ...(type !== undefined && { 'content-type': type }),
      ...headers,
    },
    body: Buffer.from(body),
  })
  const text = await answer.text()
  isDone = true
  await watch
  return { status: answer.status, text, slowest }
}

const types = [
  undefined,
  'application/json',
  'APPLICATION/JSON; charset=utf-16',
  'application/vnd.pgrst.object+json',
  'application/octet-stream',
  'text/plain',
  'text/csv',
  'Text/CSV',
  'text/csv; x=APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; text/csv',
  'multipart/form-data; boundary=b',
]
const paths: Sent[] = [
  { path: '/tickets' },
  { path: '/tickets?columns=subject' },
  { path: '/tickets?id=eq.1', method: 'PATCH' },
  { path: '/rpc/workspace_identity' },
  { path: '/tickets', headers: { prefer: 'resolution=merge-duplicates' } },
]
const shapes: [first: string, rest: string][] = [
  ['"', 'a'],
  ['["', 'a'],
  ['x\n', '\r'],
  ['[x\n', 'a\n'],
  ['{x\n', 'a\n'],
  ['\uFEFF[{}', ',{}'],
  ['a', '&a1'],
  ['9', '9'],
]

describe.each(types)('a large body of the type %s', (type) => {
  it('holds up nobody', async () => {
    for (const [number, [first, rest]] of shapes.entries()) {
      const sent = { ...paths[number % paths.length], type }
      const signedIn = { ...sent.headers, ...(number % 2 === 1 && { authorization: `Bearer ${token}` }) }
      for (const size of [1_000_000, 2_000_000]) {
        const body = first + rest.repeat(size / rest.length) + (first.endsWith('"') ? '"' : '')
        const { status, slowest } = await send(body, { ...sent, headers: signedIn })
        expect({ first, status, isSlow: slowest > 4_000 }).toEqual({ first, status, isSlow: false })
        expect(status, first).toBeLessThan(500)
      }
    }
  }, 60_000)
})

describe('a body that is no rows', () => {
  const json = 'application/json'
  it.each([
    ['"a"', {}],
    ['null', {}],
    ['["a"]', { path: '/tickets?columns=subject' }],
    ['[1]', { headers: { prefer: 'resolution=merge-duplicates' } }],
    ['true', { path: '/rpc/workspace_identity' }],
    ['12', { path: '/tickets?id=eq.1', method: 'PATCH' }],
    ['{"a":', {}],
  ])('is refused as PostgREST does: %s', async (body, sent: Sent) => {
    const { status, text } = await send(body, { type: json, ...sent })
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'PGRST102', details: null, hint: null }])
  })

  it('has too many values for a statement', async () => {
    const columns = Array.from({ length: 100 }, (_, number) => `c${number}`).join(',')
    const rows = Array.from({ length: 900 }, () => '{"c0":1}').join(',')
    const { status, text } = await send(`[${rows}]`, { type: json, path: `/tickets?columns=${columns}` })
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'PT400', details: 'request_too_costly' }])
  })

  it('is not unpacked', async () => {
    const headers = { 'content-encoding': 'gzip' }
    expect((await send('{"a":1}', { type: json, headers })).status).toBeLessThan(500)
  })
})

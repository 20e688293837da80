import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  authClient,
  callFunction,
  configureSupabase,
  loadData,
  loadStorage,
  setSessionRecovery,
} from './index'
import { retryDelay } from './authorized-fetch'

interface RecordedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** In milliseconds. */
  at: number
}

let requests: RecordedRequest[] = []
let answers: { status: number; body: string; headers?: Record<string, string> }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body, at: performance.now() })
    const answer = answers.shift() ?? { status: 200, body: '[]', headers: {} }
    const type = { 'content-type': 'application/json' }
    response.writeHead(answer.status, { ...type, ...answer.headers }).end(answer.body)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(authClient()).rejects.toThrow('configureSupabase must be called')
  configureSupabase({ url: `http://127.0.0.1:${port}/`, publishableKey: 'sb_publishable_test' })
})
afterAll(async () => {
  await (await authClient()).dispose()
  server.close()
})
beforeEach(() => {
  requests = []
  answers = []
  vi.restoreAllMocks()
})

async function signInAs(token: string | null) {
  const session = token && {
    access_token: token,
    refresh_token: 'r',
    token_type: 'bearer' as const,
    expires_in: 3600,
    user: { id: 'u', aud: '', app_metadata: {}, user_metadata: {}, created_at: '' },
  }
  const answer = session ? { data: { session }, error: null } : { data: { session: null }, error: null }
  vi.spyOn(await authClient(), 'getSession').mockResolvedValue(answer)
}

describe('configureSupabase', () => {
  it('rejects a second backend', () => {
    expect(() => configureSupabase({ url: 'http://elsewhere', publishableKey: 'x' })).toThrow(
      'another backend',
    )
  })
  it('creates one auth client', () => expect(authClient()).toBe(authClient()))
})

describe('requests', () => {
  it('send only the key without a session', async () => {
    await (await loadData()).from('profiles').select('*')
    await (await loadStorage()).from('ticket-attachments').list('x')
    await callFunction('echo', {})
    expect(requests.map(({ path }) => path.split('?')[0])).toEqual([
      '/rest/v1/profiles',
      '/storage/v1/object/list/ticket-attachments',
      '/functions/v1/echo',
    ])
    for (const { headers } of requests) {
      expect(headers.apikey).toBe('sb_publishable_test')
      expect(headers.authorization).toBeUndefined()
    }
  })

  it('send the current bearer, not that of the first call', async () => {
    const data = await loadData()
    await signInAs('first')
    await data.from('profiles').select('*')
    await signInAs('second')
    await data.from('profiles').select('*')
    await (await loadStorage()).from('ticket-attachments').list('x')
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
      'Bearer second',
    ])
  })
})

describe('retries', () => {
  it('wait 200 ms times 2 to the power of the attempt', () => {
    expect([0, 1, 2, 3].map(retryDelay)).toEqual([200, 400, 800, 1600])
  })

  it.each([502, 503, 504])('repeat a read after status %i', async (status) => {
    answers = [{ status, body: '{}' }]
    const { error } = await (await loadData()).from('profiles').select('*')
    expect(error).toBeNull()
    expect(requests).toHaveLength(2)
  })

  it('repeat a read whose connection to the database broke', async () => {
    answers = [{ status: 400, body: '{"code":"","details":null,"hint":null,"message":""}' }]
    expect((await (await loadData()).from('profiles').select('*')).error).toBeNull()
    expect(requests).toHaveLength(2)
  })

  it('wait although the server says Retry-After: 0', async () => {
    const away = { status: 503, body: '{"code":"PGRST001"}', headers: { 'retry-after': '0' } }
    answers = [away, away]
    expect((await (await loadData()).from('profiles').select('*')).error).toBeNull()
    const [first = 0, second = 0, third = 0] = requests.map(({ at }) => at)
    expect(second - first).toBeGreaterThan(190)
    expect(third - second).toBeGreaterThan(390)
  })

  it('do not repeat a write, nor a read after status 500', async () => {
    const data = await loadData()
    const broken = '{"code":"","details":null,"hint":null,"message":""}'
    for (const answer of [
      { status: 503, body: '{}' },
      { status: 400, body: broken },
    ]) {
      answers = [answer]
      expect((await data.from('profiles').update({ name: 'x' }).eq('id', 'y')).status).toBe(answer.status)
    }
    answers = [{ status: 500, body: '{}' }]
    expect((await data.from('profiles').select('*')).status).toBe(500)
    expect(requests).toHaveLength(3)
  })
})

describe('an answer of Storage', () => {
  const answer = (statusCode: string, code: string, message: string) => ({
    status: 400,
    body: JSON.stringify({ statusCode, code, error: code, message }),
  })

  it('is judged by the status in its body: a read is repeated, and a 403 rechecks the session', async () => {
    const recheck = vi.fn()
    setSessionRecovery({ recover: () => Promise.resolve(false), recheck })
    await signInAs('token')
    const bucket = (await loadStorage()).from('ticket-attachments')
    answers = [answer('503', 'LockTimeout', 'acquiring lock timeout')]
    expect((await bucket.download('x')).error).toBeNull()
    answers = [answer('403', 'AccessDenied', 'new row violates row-level security policy')]
    expect((await bucket.createSignedUrl('x', 60)).error).not.toBeNull()
    expect(requests).toHaveLength(3)
    expect(recheck).toHaveBeenCalledTimes(1)
    setSessionRecovery(null)
  })

  it.each([
    answer('403', 'AccessDenied', '"exp" claim timestamp check failed'),
    answer('404', 'NoSuchBucket', 'Bucket not found'),
  ])('that refuses the token is repeated once the session is renewed: %j', async (refused) => {
    const recover = vi.fn(() => Promise.resolve(true))
    setSessionRecovery({ recover, recheck: () => undefined })
    await signInAs('token')
    answers = [refused]
    expect((await (await loadStorage()).from('ticket-attachments').download('x')).error).toBeNull()
    expect(recover).toHaveBeenCalledWith('token', null)
    expect(requests).toHaveLength(2)
    setSessionRecovery(null)
  })
})

describe('callFunction', () => {
  it('posts JSON and returns the answer', async () => {
    answers = [{ status: 200, body: '{"reply":"Hello"}' }]
    expect(await callFunction('admin-assistant', { newUserMessage: 'Hi' })).toEqual({ reply: 'Hello' })
    expect(requests[0]).toMatchObject({ method: 'POST', body: '{"newUserMessage":"Hi"}' })
  })

  it.each([
    [
      403,
      '{"error":"No","code":"admin_required"}',
      { name: 'ForbiddenError', message: 'No', code: 'admin_required' },
    ],
    [500, '', { name: 'UnknownError', message: '', code: 'function_failed', status: 500 }],
    [404, '<html>', { name: 'NotFoundError', message: '' }],
    [503, '{"error":7}', { name: 'NetworkError', message: '' }],
  ])('throws a coded error for status %i with %s', async (status, body, error) => {
    answers = [{ status, body }]
    await expect(callFunction('x', {})).rejects.toMatchObject(error)
  })
})

describe('a forbidden request', () => {
  it.each([
    [403, '{"code":"42501"}', 1],
    [400, '{"code":"P0001","details":"agent_required"}', 1],
    [400, '{"code":"23514","details":"Failing row"}', 0],
    [400, 'no json', 0],
    [200, '[]', 0],
  ])(
    'with status %i and %s rechecks the session %i times and returns the answer',
    async (status, body, times) => {
      const recheck = vi.fn()
      setSessionRecovery({ recover: () => Promise.resolve(false), recheck })
      await signInAs('token')
      answers = [{ status, body }]
      const answer = await (await loadData()).from('tickets').select('id')
      expect(answer.status).toBe(status)
      expect(recheck).toHaveBeenCalledTimes(times)
      setSessionRecovery(null)
    },
  )
})

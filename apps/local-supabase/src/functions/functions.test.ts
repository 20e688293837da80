import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFreeSpace } from '../data-folder/free-space'
import type { Gateway } from '../http/types'
import { HttpError } from '../http/http-error'
import { createLimits } from '../limits/limits'
import { createFunctionsHost } from './handler'

const logged: string[] = []
let supabaseDir = ''

const unused = () => {
  throw new Error('not part of this test')
}
const gateway = (): Gateway => ({
  get sql() {
    return unused()
  },
  asCaller: unused,
  keys: { jwtSecret: 'x', publishable: 'sb_publishable_x', secret: 'sb_secret_x' },
  async caller(request) {
    if (!request.headers.get('authorization')?.endsWith('.good')) throw new HttpError(401, 'bad_jwt', 'no')
    return { role: 'authenticated', raw: {} }
  },
  origin: 'http://127.0.0.1:4350',
  dataDir: supabaseDir,
  space: createFreeSpace(supabaseDir),
  limits: createLimits(),
  log: (line) => void logged.push(line),
})

async function call(path: string, init: RequestInit = {}, timeout?: number) {
  const host = createFunctionsHost(gateway(), {
    supabaseDir,
    timeout,
    environment: { AI_MODEL: 'm', HOME: '/h' },
  })
  const request = new Request(`http://127.0.0.1:4350${path}`, init)
  return host(request, new URL(request.url))
}
const bearer = (alg: string, signature = 'good') => {
  const head = Buffer.from(JSON.stringify({ alg })).toString('base64url')
  return { headers: { authorization: `Bearer ${head}.e30.${signature}` } }
}
const signedIn = bearer('HS256')

async function write(name: string, code: string) {
  await mkdir(join(supabaseDir, 'functions', name), { recursive: true })
  await writeFile(join(supabaseDir, 'functions', name, 'handler.ts'), code)
}

describe('functions', () => {
  beforeAll(async () => {
    supabaseDir = await mkdtemp(join(tmpdir(), 'helpdesk-functions-'))
    await writeFile(join(supabaseDir, 'config.toml'), '[functions.open]\nverify_jwt = false\n')
    await write('open', 'export const handler = () => new Response("open")')
    await write(
      'echo',
      'export const handler = async (req, env) => Response.json({ body: await req.text(), env })',
    )
    await write('broken', 'export const handler = () => { throw new Error("secret detail") }')
    await write('slow', 'export const handler = () => new Promise(() => {})')
  })
  afterAll(() => rm(supabaseDir, { recursive: true, force: true }))

  it('get the request and only the environment of hosted Supabase', async () => {
    const answer = await call('/functions/v1/echo', { method: 'POST', body: 'hi', ...signedIn })
    expect(await answer?.json()).toEqual({
      body: 'hi',
      env: {
        AI_MODEL: 'm',
        SUPABASE_URL: 'http://127.0.0.1:4350',
        SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_x"}',
        SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
      },
    })
  })

  it('require a token of the shared secret, not just a key, unless config.toml disables it', async () => {
    expect((await call('/functions/v1/echo'))?.status).toBe(401)
    const key = { headers: { authorization: 'Bearer sb_publishable_x' } }
    expect((await call('/functions/v1/echo', key))?.status).toBe(401)
    for (const refused of [bearer('HS256', 'forged'), bearer('ES256')])
      expect(await (await call('/functions/v1/echo', refused))?.json()).toMatchObject({
        message: 'Invalid JWT',
      })
    expect(await (await call('/functions/v1/open'))?.text()).toBe('open')
  })

  it('reveal the reason of a failure to the log only', async () => {
    const answer = await call('/functions/v1/broken', signedIn)
    expect(answer?.status).toBe(500)
    expect(await answer?.text()).not.toContain('secret detail')
    expect(logged.join()).toContain('secret detail')
  })

  it('time out', async () => {
    expect((await call('/functions/v1/slow', signedIn, 20))?.status).toBe(504)
  })

  it('answers 404 for unknown and malformed names', async () => {
    for (const name of ['missing', '..%2fecho', '.', ''])
      expect((await call(`/functions/v1/${name}`, signedIn))?.status ?? 404, name).toBe(404)
    expect(await call('/rest/v1/x')).toBeUndefined()
  })
})

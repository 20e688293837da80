import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  anonClient,
  clientAs,
  createUser,
  serviceClient,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serverVariables } from './settings'

let real: Stack
let front: Stack

const keys = {
  HELPDESK_JWT_SECRET: 'a secret that both stacks sign tokens with',
  HELPDESK_PUBLISHABLE_KEY: 'sb_publishable_of_both_stacks',
  HELPDESK_SECRET_KEY: 'sb_secret_of_both_stacks',
}

beforeAll(async () => {
  real = await startStack({ env: keys, seed: 'demo' })
  const urls = Object.entries(serverVariables).map(([part, variable]) => [variable, `${real.url}/${part}/v1`])
  front = await startStack({ env: { ...keys, ...Object.fromEntries(urls) } })
})
afterAll(async () => {
  await front?.stop()
  await real?.stop()
})

describe('a stack whose parts are the servers of another one', () => {
  it('signs people in there, whose tokens both accept', async () => {
    const client = await clientAs(front, 'agent@example.com')
    const { data } = await client.auth.getUser()
    expect(data.user?.email).toBe('agent@example.com')
    const refused = await anonClient(front).auth.signInWithPassword({
      email: 'agent@example.com',
      password: 'Wrong1234',
    })
    expect(refused.error?.code).toBe('invalid_credentials')
    const { data: refreshed } = await client.auth.refreshSession()
    expect(refreshed.session?.access_token).toBeTruthy()
  })

  it('reads and writes rows there, with the rights of the caller', async () => {
    const { data } = await serviceClient(front).from('profiles').select('email').eq('role', 'admin')
    expect(data).toEqual([{ email: 'admin@example.com' }])
    const customer = await clientAs(front, 'customer@example.com')
    const { data: own } = await customer.from('profiles').select('role')
    expect(own?.every(({ role }) => role !== 'admin')).toBe(true)
    const { error } = await anonClient(front).from('tickets').select('id')
    expect(error?.code).toBe('42501')
  })

  it('stores and streams files there', async () => {
    const bytes = Buffer.from(randomBytes(1_000_000).toString('hex'))
    const service = serviceClient(front).storage.from('ticket-attachments')
    const path = 'forwarded/file.txt'
    const { error } = await service.upload(path, bytes, { contentType: 'text/plain' })
    expect(error).toBeNull()
    const { data } = await service.download(path)
    const hash = (part: Uint8Array) => createHash('sha256').update(part).digest('hex')
    expect(hash(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(hash(bytes))
    const { data: signed } = await service.createSignedUrl(path, 60)
    expect((await fetch(signed?.signedUrl ?? '')).status).toBe(200)
    await service.remove([path])
  })

  it('joins channels there', async () => {
    const client = await clientAs(front, 'agent@example.com')
    await client.realtime.setAuth()
    const { data: feed } = await client.rpc('changes_since')
    const [topic] = z.object({ topics: z.array(z.string()) }).parse(feed).topics
    const db = sql(real)
    const heard = new Promise((resolve, reject) => {
      const channel = client.channel(topic ?? '', { config: { private: true } })
      channel.on('broadcast', { event: '*' }, resolve)
      channel.subscribe((status, error) => {
        if (status === 'CHANNEL_ERROR') reject(error ?? new Error('refused'))
        if (status === 'SUBSCRIBED')
          db`select realtime.send('{}', 'told', ${topic ?? ''}, true)`.catch(reject)
      })
    })
    expect(await heard).toMatchObject({ event: 'told' })
    await db.end()
    await client.removeAllChannels()
  })

  it('runs functions here, which call the servers there', async () => {
    const { id } = await createUser(real, { email: 'promoted@example.com' })
    const admin = await clientAs(front, 'admin@example.com')
    const { error } = await admin.functions.invoke('update-user-role', {
      body: { userId: id, role: 'agent' },
    })
    expect(error).toBeNull()
    const { data } = await admin.from('profiles').select('role').eq('id', id)
    expect(data).toEqual([{ role: 'agent' }])
  })

  it('answers the browser with the CORS of the gateway', async () => {
    const answer = await fetch(`${front.url}/auth/v1/settings`, {
      headers: { apikey: front.publishableKey, origin: 'https://help.example.com' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each([
    [{}, 'No API key found in request'],
    [{ apikey: 'sb_publishable_of_another_project' }, 'Invalid API key'],
  ])('refuses a request with %j itself', async (headers, message) => {
    const answer = await fetch(`${front.url}/rest/v1/tickets`, { headers })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message })
  })
})

describe('a server behind the gateway', () => {
  let server: Server
  let stack: Stack
  const requests: { request: IncomingMessage; body: string }[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        requests.push({ request, body: Buffer.concat(chunks).toString() })
        response.writeHead(207, {
          'x-answer': 'yes',
          'access-control-allow-origin': 'https://other.example',
          'keep-alive': 'timeout=9',
        })
        response.end('answered')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://servers.localhost:${typeof address === 'object' && address ? address.port : 0}`
    stack = await startStack({ env: { HELPDESK_DATA_API_URL: `${url}/base/`, HELPDESK_AUTH_URL: url } })
  })
  afterAll(async () => {
    await stack?.stop()
    server?.close()
  })

  async function sent(path: string, init: RequestInit = {}) {
    const answer = await fetch(`${stack.url}${path}`, init)
    const received = requests.pop()
    return { answer, ...received, claims: claimsOf(received?.request.headers.authorization) }
  }

  function claimsOf(authorization = ''): unknown {
    const part = authorization.replace(/^Bearer /, '').split('.')[1]
    return part ? JSON.parse(Buffer.from(part, 'base64url').toString()) : undefined
  }

  it('gets the path without prefix, the body, and where the request came from', async () => {
    const { answer, request, body, claims } = await sent('/rest/v1/rpc/work?select=a,b&apikey=x', {
      method: 'POST',
      headers: { apikey: stack.secretKey, 'x-forwarded-for': '1.2.3.4', te: 'trailers' },
      body: 'a body',
    })
    expect(request?.url).toBe('/base/rpc/work?select=a,b')
    expect(body).toBe('a body')
    expect(request?.headers).toMatchObject({
      host: expect.stringMatching(/^servers\.localhost:\d+$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(stack.url).host,
      'x-forwarded-proto': 'http',
      'x-forwarded-prefix': '/rest/v1',
    })
    expect(request?.headers.te).toBeUndefined()
    expect(claims).toMatchObject({ role: 'service_role' })
    expect(answer.status).toBe(207)
    expect(await answer.text()).toBe('answered')
    expect(answer.headers.get('x-answer')).toBe('yes')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('gets a short token of the key, and the token of a user as it is', async () => {
    const { publishableKey: apikey } = stack
    const { claims } = await sent('/rest/v1/tickets', {
      headers: { apikey, authorization: `Bearer ${apikey}` },
    })
    expect(claims).toMatchObject({ role: 'anon', exp: expect.any(Number) })
    const { request } = await sent('/rest/v1/tickets', {
      headers: { apikey, authorization: 'Bearer a.e30.c' },
    })
    expect(request?.headers.authorization).toBe('Bearer a.e30.c')
  })

  it('gets the links that browsers open without a key', async () => {
    const { request } = await sent('/auth/v1/verify?token=t&type=signup')
    expect(request?.url).toBe('/verify?token=t&type=signup')
    expect(request?.headers.authorization).toBeUndefined()
  })

  it('gets no complete request from a client that left during its body', async () => {
    const { host, port } = new URL(stack.url)
    const head = [
      'POST /rest/v1/tickets HTTP/1.1',
      `host: ${host}`,
      `apikey: ${stack.secretKey}`,
      'transfer-encoding: chunked',
    ]
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n`, () => resolve()))
      socket.resetAndDestroy()
    }
    await sleep(500)
    expect(requests.splice(0).map(({ request }) => request.url)).toEqual([])
  })

  it('is answered for while it is away', async () => {
    const { publishableKey: apikey } = stack
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    const answer = await fetch(`${stack.url}/rest/v1/tickets`, { headers: { apikey } })
    expect(answer.status).toBe(502)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})

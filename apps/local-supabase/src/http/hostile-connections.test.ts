import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStack, type Stack } from '@helpdesk/testing/stack'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { isAlive } from '../data-folder/process-identity'
import { serverVariables } from '../servers/settings'

const keys = {
  HELPDESK_JWT_SECRET: 'a secret that both stacks sign tokens with',
  HELPDESK_PUBLISHABLE_KEY: 'sb_publishable_of_both_stacks',
  HELPDESK_SECRET_KEY: 'sb_secret_of_both_stacks',
}
const stacks: Partial<Record<Path, Stack>> = {}
type Path = 'directly' | 'through the gateway'
const paths: Path[] = ['directly', 'through the gateway']

beforeAll(async () => {
  const real = await startStack({ env: { ...keys, HELPDESK_PUBLIC_CHANNELS: 'on' } })
  stacks.directly = real
  const urls = Object.entries(serverVariables).map(([part, variable]) => [variable, `${real.url}/${part}/v1`])
  stacks['through the gateway'] = await startStack({ env: { ...keys, ...Object.fromEntries(urls) } })
}, 120_000)
afterAll(async () => {
  for (const path of [...paths].reverse()) await stacks[path]?.stop()
})

function stackOf(path: Path): Stack {
  const stack = stacks[path]
  if (!stack) throw new Error(`The stack reached ${path} did not start`)
  return stack
}

/** Expects that both processes serve on, and logged no failure. */
async function expectAlive(): Promise<void> {
  for (const path of paths) {
    const { url, pid, output } = stackOf(path)
    expect(isAlive(pid)).toBe(true)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    // Neither a guard caught something, nor did a client's failure pass for one of the server.
    expect(output()).not.toMatch(/"message":"(http|realtime|[/]realtime[/]v1): |"status":50[03]/)
  }
}

/** Sends bytes, and waits until the server closes the connection. @returns its answer */
async function exchange({ url }: Stack, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  socket.on('error', () => undefined)
  socket.end(bytes)
  // once() of node:events would throw when the server resets a client that is still writing
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

const upgradeTo = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: backend\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

const socketUrl = ({ url, publishableKey }: Stack, vsn = '2.0.0') =>
  `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=${vsn}`

/** A client that has joined a public channel. */
async function joined(stack: Stack, topic: string, { key = '', vsn = '2.0.0' } = {}) {
  const ws = new WebSocket(socketUrl(stack, vsn))
  const messages: string[] = []
  ws.on('message', (data) => messages.push(String(data)))
  ws.on('error', () => undefined)
  await once(ws, 'open')
  const send = (event: string, payload: unknown) =>
    ws.send(
      JSON.stringify(
        vsn === '2.0.0'
          ? ['1', '1', topic, event, payload]
          : { join_ref: '1', ref: '1', topic, event, payload },
      ),
    )
  send('phx_join', { config: { presence: { key, enabled: true }, broadcast: { self: true } } })
  await vi.waitFor(() => expect(messages.join()).toContain('postgres_changes'))
  return { ws, messages, send }
}

describe.each(paths)('a client reached %s', (path) => {
  it.each([
    ['two slashes', '//'],
    ['three slashes', '///'],
    ['half an address', 'http://['],
    ['an address without a host', 'http://'],
    ['a host instead of a path', '//realtime/v1/websocket'],
    ['the socket without a key', '/realtime/v1/websocket'],
    ['an absolute address', 'http://elsewhere.example/realtime/v1/websocket'],
    ['a long path', `/realtime/v1/${'x'.repeat(14_000)}`],
  ])('is refused an upgrade to %s', async (_name, target) => {
    expect(await exchange(stackOf(path), upgradeTo(target))).toMatch(/^HTTP\/1.1 4\d\d /)
    await expectAlive()
  })

  it('is refused or reset for a path that is longer than all headers may be', async () => {
    const answer = await exchange(stackOf(path), upgradeTo(`/${'x'.repeat(70_000)}`))
    expect(answer).toMatch(/^(HTTP\/1.1 431 |$)/)
    await expectAlive()
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('may be present as %s', async (key) => {
    const topic = `realtime:presence-${key}`
    const stack = stackOf(path)
    const [one, two] = [await joined(stack, topic, { key }), await joined(stack, topic, { key })]
    one.send('presence', { event: 'track', payload: { from: 'one' } })
    two.send('presence', { event: 'track', payload: { from: 'two' } })
    await vi.waitFor(() => expect(one.messages.join()).toContain('"from":"two"'))
    const third = await joined(stack, topic)
    await vi.waitFor(() => expect(third.messages.join()).toContain(`"${key}":{"metas":[{"from"`))
    one.ws.terminate()
    await vi.waitFor(() => expect(third.messages.join()).toContain('"leaves":{"'))
    two.ws.close()
    third.ws.close()
    await expectAlive()
  })

  it('loses its own socket with a broken frame, and nobody else does', async () => {
    const stack = stackOf(path)
    const topic = 'realtime:broken'
    const other = await joined(stack, topic)
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    const frames = [
      Buffer.from([3, 255, 255, 255, 255, 255, 1]),
      Buffer.from([9]),
      Buffer.alloc(0),
      '{',
      '[]',
      `["1","1","${topic}","presence",{"event":"track","payload":{"a":${deep}}}]`,
    ]
    for (const frame of frames) {
      const { ws } = await joined(stack, topic)
      ws.send(frame)
      const [code] = await once(ws, 'close')
      expect(code).toBe(1003)
    }
    expect(other.ws.readyState).toBe(WebSocket.OPEN)
    other.ws.close()
    await expectAlive()
  })

  it('passes on a binary frame with broken JSON, which older clients do not get', async () => {
    const stack = stackOf(path)
    const topic = 'realtime:json'
    const [sender, old] = [await joined(stack, topic), await joined(stack, topic, { vsn: '1.0.0' })]
    const texts = ['1', '2', topic, 'typing', ''].map((text) => Buffer.from(text))
    const header = Buffer.from([3, ...texts.map(({ length }) => length), 1])
    sender.ws.send(Buffer.concat([header, ...texts, Buffer.from('{"ids":')]))
    await vi.waitFor(() => expect(sender.messages.join()).toContain('typing{"ids":'))
    sender.send('broadcast', { type: 'broadcast', event: 'typing', payload: { ok: true } })
    await vi.waitFor(() => expect(old.messages.join()).toContain('"ok":true'))
    sender.ws.close()
    old.ws.close()
    await expectAlive()
  })

  it('may break off at any point of a body or an upgrade', async () => {
    const stack = stackOf(path)
    const { port } = new URL(stack.url)
    const { pathname, search } = new URL(socketUrl(stack))
    const post = (address: string, type: string) =>
      `POST ${address} HTTP/1.1\r\nHost: backend\r\napikey: ${stack.secretKey}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n{"a":`
    const starts = [
      'GET / HT',
      post('/rest/v1/rpc/verify_invite', 'application/json'),
      post('/auth/v1/token?grant_type=password', 'application/json'),
      post('/storage/v1/object/ticket-attachments/a.txt', 'text/plain'),
      post('/functions/v1/receive-mail', 'message/rfc822'),
      upgradeTo(`${pathname}${search}`).slice(0, -2),
      upgradeTo(`${pathname}${search}`),
      `${upgradeTo(`${pathname}${search}`)}\u0081\u00fe`,
    ]
    for (const start of starts)
      for (const pause of [0, 5, 50]) {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write(start, 'latin1')
        await sleep(pause)
        socket.resetAndDestroy()
      }
    await sleep(200)
    await expectAlive()
  })
})

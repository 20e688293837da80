import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon } from './channels'
import { openSocket, type RawSocket } from './frames'
import { openProject, type TestProject } from './project'

// Realtime 2.129.8.
let target: TestProject
const sockets: RawSocket[] = []
beforeAll(async () => void (target = await openProject()), 90_000)
// Not after each, because some cases run side by side.
afterAll(async () => {
  for (const { ws } of sockets) ws.terminate()
  await target?.close()
})

async function open(): Promise<RawSocket> {
  const socket = await openSocket(target.project)
  sockets.push(socket)
  return socket
}

/** A socket on a public topic. */
async function openJoined(topic: string, config: object = {}): Promise<RawSocket> {
  const socket = await open()
  socket.join(topic, { config })
  expect((await socket.answer()).status).toBe('ok')
  return socket
}
const newTopic = () => `realtime:room:${randomUUID()}`

describe('a refused join', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 }

  it.concurrent.each([
    [
      'a token of another secret',
      `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'a'.repeat(43)}`,
      'JwtSignatureError: Failed to validate JWT signature',
    ],
    ['nonsense', 'nonsense', 'MalformedJWT: The token provided is not a valid JWT'],
    [
      'a token without a signature',
      `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
      'JwtSignerError: Failed to generate JWT signer, check your JWT secret or JWKS configuration',
    ],
    [
      'a topic that the policies close',
      undefined,
      'Unauthorized: You do not have permissions to read from this Channel topic: anything else',
    ],
  ])('names its reason after five seconds, and holds up its socket: %s', async (_, access_token, reason) => {
    const socket = await open()
    const from = performance.now()
    socket.join('realtime:anything else', { access_token, config: { private: true } })
    socket.send(null, 'beat', 'phoenix', 'heartbeat', {})
    expect(await socket.answer()).toEqual({ status: 'error', response: { reason } })
    expect(performance.now() - from).toBeGreaterThan(4_500)
    await soon(() => expect(socket.of('phx_reply').map(([, ref]) => ref)).toEqual(['1', 'beat']))
  })
})

describe('a broadcast', () => {
  it('in a text frame is passed on as it was', async () => {
    const topic = newTopic()
    const [sender, receiver] = [await openJoined(topic), await openJoined(topic)]
    const payload = { type: 'broadcast', event: 'note', payload: { n: 1 }, extra: true }
    sender.send('1', '2', topic, 'broadcast', payload)
    await soon(() => expect(receiver.of('broadcast')).toEqual([[null, null, topic, 'broadcast', payload]]))
  })

  it('passes in a burst: the limit is an average', async () => {
    const topic = newTopic()
    const [sender, receiver] = [await openJoined(topic), await openJoined(topic)]
    for (let n = 0; n < 150; n += 1)
      sender.send('1', String(n), topic, 'broadcast', { type: 'broadcast', event: 'burst', payload: { n } })
    await soon(() => expect(receiver.of('broadcast')).toHaveLength(150))
    expect(sender.of('phx_close')).toEqual([])
  })

  it('over three megabytes is refused, and the channel stays', async () => {
    const topic = newTopic()
    const [sender, receiver] = [
      await openJoined(topic, { broadcast: { ack: true } }),
      await openJoined(topic),
    ]
    const text = 'a'.repeat(3_100_000)
    sender.send('1', '2', topic, 'broadcast', { type: 'broadcast', event: 'long', payload: { text } })
    await soon(() => expect(sender.of('phx_reply').at(-1)?.[1]).toBe('2'))
    expect(sender.of('phx_reply').at(-1)?.[4].status).toBe('error')
    sender.send('1', '3', topic, 'broadcast', { type: 'broadcast', event: 'short', payload: {} })
    await soon(() => expect(receiver.of('broadcast').map(([, , , , { event }]) => event)).toEqual(['short']))
  })
})

it('a changed presence names its predecessor', async () => {
  const topic = newTopic()
  const socket = await openJoined(topic, { presence: { key: 'ada', enabled: true } })
  const track = (ref: string, n: number) =>
    socket.send('1', ref, topic, 'presence', { type: 'presence', event: 'track', payload: { n } })
  track('2', 1)
  await soon(() => expect(socket.of('presence_diff')).toHaveLength(1))
  track('3', 2)
  await soon(() => expect(socket.of('presence_diff')).toHaveLength(2))
  const [first, second] = socket.of('presence_diff').map(([, , , , payload]) => payload)
  const phx_ref = expect.any(String)
  expect(first).toEqual({ joins: { ada: { metas: [{ n: 1, phx_ref }] } }, leaves: {} })
  expect(second).toEqual({
    joins: { ada: { metas: [{ n: 2, phx_ref, phx_ref_prev: phx_ref }] } },
    leaves: { ada: { metas: [{ n: 1, phx_ref }] } },
  })
})

import { anonClient, startStack, type Stack } from '@helpdesk/testing'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { loadKeys } from '../src/data-folder/keys'
import { joinChannel, soon } from './api/channels'

let stack: Stack
let jwtSecret: string
beforeAll(async () => {
  const limits =
    'frameBytes=20000,channels=3,joinsPerSecond=6,messagesPerSecond=20,presenceEvents=3,unreadBytes=200000,addressSockets=6,idleMs=4000'
  stack = await startStack({ env: { HELPDESK_REALTIME_LIMITS: limits, HELPDESK_PUBLIC_CHANNELS: 'on' } })
  jwtSecret = (await loadKeys(stack.dataDir)).jwtSecret
}, 90_000)
afterAll(() => stack?.stop())

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: Payload]
interface Payload {
  status?: string
  message?: string
  response?: { reason?: string }
}
interface Socket {
  ws: WebSocket
  frames: Frame[]
  closed: Promise<number>
  send: (...frame: unknown[]) => void
  join: (topic: string, payload?: object) => void
  /** The frames of an event. */
  of: (event: string) => Frame[]
}

const sockets: WebSocket[] = []
afterEach(async () => {
  await Promise.all(
    sockets.splice(0).map((ws) => {
      if (ws.readyState === WebSocket.CLOSED) return undefined
      const closed = new Promise((resolve) => ws.once('close', resolve))
      ws.terminate()
      return closed
    }),
  )
  // The server has noticed too.
  await new Promise((resolve) => setTimeout(resolve, 100))
})

const address = (vsn = '2.0.0') =>
  `${stack.url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${stack.publishableKey}&vsn=${vsn}`

async function open(): Promise<Socket> {
  const ws = new WebSocket(address())
  sockets.push(ws)
  const frames: Frame[] = []
  ws.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) frames.push(JSON.parse(data.toString()) as Frame)
  })
  const closed = new Promise<number>((resolve) => ws.once('close', resolve))
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
  const send = (...frame: unknown[]) => ws.send(JSON.stringify(frame))
  return {
    ws,
    frames,
    closed,
    send,
    join: (topic, payload = { config: {} }) => send('1', '1', topic, 'phx_join', payload),
    of: (event) => frames.filter((frame) => frame[3] === event),
  }
}

/** Opens a socket on a public topic. */
async function openJoined(topic = 'realtime:room', payload?: object): Promise<Socket> {
  const socket = await open()
  socket.join(topic, payload)
  await soon(() => expect(socket.of('phx_reply')[0]?.[4].status).toBe('ok'))
  return socket
}
const broadcast = (socket: Socket, payload: unknown = {}) =>
  socket.send('1', '9', 'realtime:room', 'broadcast', { type: 'broadcast', event: 'x', payload })

describe('a socket', () => {
  it('is refused without a key, and beyond the number that one address may have', async () => {
    const answer = (url: string) =>
      new Promise<number | undefined>((resolve) => {
        const ws = new WebSocket(url)
        ws.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
        ws.once('open', () => resolve(101)).on('error', () => undefined)
        sockets.push(ws)
      })
    expect(await answer(address().replace(/apikey=[^&]*/, 'apikey=x'))).toBe(401)
    for (let n = 0; n < 6; n += 1) expect(await answer(address())).toBe(101)
    expect(await answer(address())).toBe(429)
    const [last] = sockets.slice(-2)
    last?.terminate()
    await vi.waitFor(async () => expect(await answer(address())).toBe(101), 5_000)
  })

  it('is closed when it is silent, and kept by heartbeats', async () => {
    const [silent, alive] = [await open(), await open()]
    const beat = setInterval(() => alive.send(null, 'h', 'phoenix', 'heartbeat', {}), 500)
    await silent.closed
    clearInterval(beat)
    expect(alive.ws.readyState).toBe(WebSocket.OPEN)
    expect(alive.of('phx_reply')[0]).toEqual([
      null,
      'h',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
  }, 20_000)

  it('is closed by a frame that is too long, and passes one that is not', async () => {
    const [sender, receiver] = [await openJoined(), await openJoined()]
    const received: number[] = []
    receiver.ws.on('message', (data: Buffer, isBinary) => void (isBinary && received.push(data.length)))
    broadcast(sender, { text: 'a'.repeat(19_000) })
    await soon(() => expect(received[0]).toBeGreaterThan(19_000))
    broadcast(sender, { text: 'a'.repeat(20_000) })
    expect(await sender.closed).toBe(1009)
    expect(received).toHaveLength(1)
  })

  it('is closed by nonsense, with a reason that is not the server’s', async () => {
    const socket = await open()
    socket.ws.send('{')
    expect(await socket.closed).toBe(1003)
  })

  it('is closed by more joins than a second allows, and has no more channels than its share', async () => {
    const socket = await open()
    for (let n = 0; n < 4; n += 1) socket.join(`realtime:${n}`)
    await soon(() => expect(socket.of('phx_reply')).toHaveLength(4))
    expect(
      socket.of('phx_reply').map(([, , , , { status, response }]) => response?.reason ?? status),
    ).toEqual(['ok', 'ok', 'ok', 'ChannelRateLimitReached: Too many channels'])
    for (let n = 0; n < 4; n += 1) socket.join('realtime:0')
    expect(await socket.closed).toBe(1008)
  })
})

describe('a channel', () => {
  it('ends by more messages than a second allows, and can be joined again', async () => {
    const [client, other] = [anonClient(stack), anonClient(stack)]
    const [flooding, heard] = [await joinChannel(client, 'room'), await joinChannel(other, 'room')]
    for (let n = 0; n < 40; n += 1)
      void flooding.channel.send({ type: 'broadcast', event: 'flood', payload: { n } })
    await soon(() => expect(flooding.statuses.at(-1)).toBe('CLOSED'))
    const passed = heard.events.length
    expect(passed).toBeGreaterThan(0)
    expect(passed).toBeLessThanOrEqual(20)
    await client.removeChannel(flooding.channel)
    const again = await joinChannel(client, 'room')
    expect(again.statuses).toEqual(['SUBSCRIBED'])
    await vi.waitFor(async () => {
      await again.channel.send({ type: 'broadcast', event: 'after', payload: {} })
      expect(heard.events.at(-1)?.event).toBe('after')
    }, 5_000)
    await Promise.all([client.realtime.disconnect(), other.realtime.disconnect()])
  })

  it('ends by more presence than half a minute allows', async () => {
    const socket = await openJoined('realtime:room', { config: { presence: { enabled: true } } })
    for (let n = 0; n < 4; n += 1)
      socket.send('1', String(n), 'realtime:room', 'presence', { event: 'track', payload: { n } })
    await soon(() => expect(socket.of('phx_close')).toHaveLength(1))
    expect(socket.of('system')[0]?.[4]).toMatchObject({
      status: 'error',
      message: 'Client presence rate limit exceeded',
    })
  })

  it('ends when its token expires', async () => {
    const token = (seconds: number) =>
      new SignJWT({ role: 'anon' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(new TextEncoder().encode(jwtSecret))
    const payload = async (seconds: number) => ({ access_token: await token(seconds), config: {} })
    const [brief, lasting] = [
      await openJoined('realtime:room', await payload(2)),
      await openJoined('realtime:room', await payload(60)),
    ]
    const expired = await open()
    expired.join('realtime:room', await payload(-1))
    await soon(() =>
      expect(expired.of('phx_reply')[0]?.[4].response?.reason).toBe(
        'InvalidJWTToken: Token is invalid or has expired',
      ),
    )
    const beats = setInterval(() => {
      for (const socket of [brief, lasting]) socket.send(null, 'h', 'phoenix', 'heartbeat', {})
    }, 1_000)
    const sender = await openJoined()
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    broadcast(sender)
    const binary: Socket[] = []
    for (const socket of [brief, lasting])
      socket.ws.on('message', (_, isBinary) => void (isBinary && binary.push(socket)))
    await soon(() => expect(binary).toEqual([lasting]))
    await soon(() => expect(brief.of('system')[0]?.[4].message).toBe('Token has expired'))
    clearInterval(beats)
    expect(brief.of('phx_close')).toHaveLength(1)
    expect(lasting.of('phx_close')).toHaveLength(0)
  }, 20_000)
})

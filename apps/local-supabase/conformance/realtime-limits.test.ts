import { sql, startStack, type Stack } from '@helpdesk/testing'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { loadKeys } from '../src/data-folder/keys'
import { soon } from './api/channels'
import { openSocket, socketUrl, type RawSocket } from './api/frames'

let stack: Stack
let jwtSecret: string
beforeAll(async () => {
  const limits =
    'frameBytes=20000,payloadBytes=15000,channels=3,joinsPerSecond=6,framesPerSecond=100,messagesPerSecond=1,presenceEvents=3,unreadBytes=200000,addressSockets=6,idleMs=4000,refusalMs=1'
  stack = await startStack({ env: { HELPDESK_REALTIME_LIMITS: limits, HELPDESK_PUBLIC_CHANNELS: 'on' } })
  jwtSecret = (await loadKeys(stack.dataDir)).jwtSecret
}, 90_000)
afterAll(() => stack?.stop())

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

async function open(): Promise<RawSocket> {
  const socket = await openSocket(stack)
  sockets.push(socket.ws)
  return socket
}

/** Opens a socket on a public topic. */
async function openJoined(topic = 'realtime:room', payload?: object): Promise<RawSocket> {
  const socket = await open()
  socket.join(topic, payload)
  await soon(() => expect(socket.of('phx_reply')[0]?.[4].status).toBe('ok'))
  return socket
}
const broadcast = (socket: RawSocket, payload: unknown = {}) =>
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
    expect(await answer(socketUrl(stack).replace(/apikey=[^&]*/, 'apikey=x'))).toBe(401)
    for (let n = 0; n < 6; n += 1) expect(await answer(socketUrl(stack))).toBe(101)
    expect(await answer(socketUrl(stack))).toBe(429)
    const [last] = sockets.slice(-2)
    last?.terminate()
    await vi.waitFor(async () => expect(await answer(socketUrl(stack))).toBe(101), 5_000)
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
    const texts = () => receiver.of('broadcast').map(([, , , , { payload }]) => payload)
    broadcast(sender, { text: 'a'.repeat(14_000) })
    await soon(() => expect(texts()).toEqual([{ text: 'a'.repeat(14_000) }]))
    broadcast(sender, { text: 'a'.repeat(20_000) })
    expect(await sender.closed).toBe(1009)
    expect(texts()).toHaveLength(1)
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
      socket.of('phx_reply').map(([, , , , { status, response }]) => (status === 'ok' ? status : response)),
    ).toEqual(['ok', 'ok', 'ok', { reason: 'ChannelRateLimitReached: Too many channels' }])
    for (let n = 0; n < 4; n += 1) socket.join('realtime:0')
    expect(await socket.closed).toBe(1008)
  })
})

describe('a channel', () => {
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
      expect(expired.of('phx_reply')[0]?.[4].response).toEqual({
        reason: expect.stringMatching(/^InvalidJWTToken: Token has expired \d+ seconds ago$/),
      }),
    )
    const beats = setInterval(() => {
      for (const socket of [brief, lasting]) socket.send(null, 'h', 'phoenix', 'heartbeat', {})
    }, 1_000)
    const sender = await openJoined()
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    broadcast(sender)
    await soon(() => expect(lasting.of('broadcast')).toHaveLength(1))
    expect(brief.of('broadcast')).toEqual([])
    await soon(() =>
      expect(brief.of('system')[0]?.[4].message).toMatch(/^Token has expired \d+ seconds ago$/),
    )
    clearInterval(beats)
    expect(brief.of('phx_close')).toHaveLength(1)
    expect(lasting.of('phx_close')).toHaveLength(0)
  }, 20_000)

  it('does not get a message of the database that is too long', async () => {
    const receiver = await openJoined('realtime:wall')
    const ids: unknown[] = []
    receiver.ws.on('message', (data: Buffer, isBinary) => void (isBinary && ids.push(data.toString())))
    const db = sql(stack)
    await db`select realtime.send(jsonb_build_object('text', repeat('a', 15000)), 'long', 'wall', false)`
    await vi.waitFor(
      async () => {
        await db`select realtime.send('{}', 'short', 'wall', false)`
        expect(ids.length).toBeGreaterThan(0)
      },
      { timeout: 10_000, interval: 500 },
    )
    expect(ids.filter((text) => String(text).includes('long'))).toEqual([])
    await db.end()
  })

  it('ends by a message when more than a second allows arrived on average, and can be joined again', async () => {
    const [sender, receiver] = [await openJoined(), await openJoined()]
    // Sent and received, 120: two a second, even if the minute before was silent.
    for (let n = 0; n < 60; n += 1) broadcast(sender, { n })
    await soon(() => expect(receiver.of('broadcast')).toHaveLength(60))
    expect(receiver.of('system')).toEqual([])
    await vi.waitFor(
      () => {
        broadcast(sender)
        receiver.send(null, 'h', 'phoenix', 'heartbeat', {})
        expect(receiver.of('system')[0]?.[4]?.message).toBe('Too many messages per second')
      },
      { timeout: 10_000, interval: 500 },
    )
    expect(receiver.of('phx_close')).toHaveLength(1)
    // What the database announces arrives nevertheless.
    const wall = await openJoined('realtime:wall')
    const announced = new Promise((resolve) => wall.ws.once('message', resolve))
    const db = sql(stack)
    await db`select realtime.send('{}', 'change', 'wall', false)`
    await db.end()
    expect(String(await announced)).toContain('change')
    expect(wall.of('phx_close')).toEqual([])
    receiver.send('2', '2', 'realtime:room', 'phx_join', { config: {} })
    await soon(() => expect(receiver.of('phx_reply').at(-1)?.[4]?.status).toBe('ok'))
  }, 20_000)
})

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { mintToken } from '../../http/tokens'
import { createAccounts } from './accounts'
import { Intake, INTAKE_TICK_MS } from './intake'
import { createAverage, createMessageShares, realtimeLimits, type RealtimeLimits } from '../limits'
import { RealtimeSocket } from './socket'
import { createTopics } from '../channels/topics'

const keys = { jwtSecret: 'x'.repeat(32), publishable: 'x', secret: 'x' }
const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** Serves sockets for public channels, without a database. */
async function serve(own: Partial<RealtimeLimits> = {}, publicChannels = true) {
  const limits = { ...realtimeLimits, ...own }
  const intake = new Intake(limits)
  const ticks = setInterval(() => intake.tick(), INTAKE_TICK_MS)
  ends.push(() => clearInterval(ticks))
  const none = () => Promise.resolve(new Set<never>())
  const context = {
    keys,
    topics: createTopics(limits.topicBytesPerSecond),
    authorizer: { readable: none, writable: none },
    limits,
    messages: createAverage(100),
    withinShare: createMessageShares(limits.messagesPerSecond),
    intake,
    accounts: createAccounts(limits),
    publicChannels,
    losses: () => 0,
    log: () => undefined,
  }
  const served: { ws: WebSocket; stream: Socket; socket: RealtimeSocket }[] = []
  const wss = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  wss.on('connection', (ws, { socket: stream }) => {
    const anonymous = { role: 'anon' as const, raw: { role: 'anon' } }
    const address = '127.0.0.1'
    const socket = new RealtimeSocket({ ws, stream, address, version: '2.0.0', anonymous }, context)
    served.push({ ws, stream, socket })
  })
  await once(wss, 'listening')
  const { port } = wss.address() as AddressInfo
  ends.push(() => {
    for (const client of wss.clients) client.terminate()
    wss.close()
  })

  async function open() {
    const ws = new WebSocket(`ws://127.0.0.1:${port}`)
    ends.push(() => ws.terminate())
    const frames: unknown[][] = []
    ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as unknown[]))
    await once(ws, 'open')
    const send = (...frame: unknown[]) => ws.send(JSON.stringify(frame))
    const of = (event: string) => frames.filter((frame) => frame[3] === event)
    const join = (topic: string, config = {}) => send('1', '1', topic, 'phx_join', { config })
    return { ws, send, of, join }
  }
  async function openJoined(config = {}) {
    const client = await open()
    client.join('realtime:a', config)
    await vi.waitFor(() => expect(client.of('phx_reply')).toHaveLength(1))
    return client
  }
  return { open, openJoined, served, intake }
}

it('refuses an account that has all its places, until one is given back', async () => {
  const { open } = await serve({ accountSockets: 1, refusalMs: 1 })
  const tokenOf = (sub: string) => mintToken({ sub, role: 'authenticated' }, keys)
  const join = async (topic: string, sub: string, client?: Awaited<ReturnType<typeof open>>) => {
    const joining = client ?? (await open())
    const before = joining.of('phx_reply').length
    joining.send('1', '1', topic, 'phx_join', { config: {}, access_token: await tokenOf(sub) })
    await vi.waitFor(() => expect(joining.of('phx_reply')).toHaveLength(before + 1))
    return { client: joining, answer: JSON.stringify(joining.of('phx_reply').at(-1)) }
  }
  const first = await join('realtime:a', 'loud')
  expect(first.answer).toContain('"ok"')
  const second = await join('realtime:a', 'loud')
  expect(second.answer).toContain('ConnectionRateLimitReached')
  expect((await join('realtime:b', 'loud', first.client)).answer).toContain('"ok"')
  expect((await join('realtime:a', 'quiet')).answer).toContain('"ok"')
  first.client.ws.terminate()
  await vi.waitFor(async () =>
    expect((await join('realtime:a', 'loud', second.client)).answer).toContain('"ok"'),
  )
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('reads no more of a client while its refusals wait, and drops what it held when it is closed', async () => {
  const { open, served, intake } = await serve({ refusalMs: 60_000, queuedBytes: 100_000 }, false)
  const client = await open()
  for (let n = 0; n < 20; n += 1) client.join(`realtime:${n}`)
  const text = 'a'.repeat(60_000)
  for (let n = 0; n < 1_000; n += 1) client.send(null, '1', 't', 'x', text)
  await pause(1_000)
  expect(served[0]?.stream.bytesRead).toBeLessThan(3_000_000)
  expect(intake.held).toBeGreaterThan(100_000)
  served[0]?.ws.terminate()
  await vi.waitFor(() => expect(intake.held).toBe(0))
})

it('reads on when it closes a socket, so that the closing is confirmed', async () => {
  const { open, served, intake } = await serve({ refusalMs: 60_000, queuedFrames: 2 }, false)
  const client = await open()
  for (let n = 0; n < 5; n += 1) client.join(`realtime:${n}`)
  await vi.waitFor(() => expect(served[0]?.ws.isPaused).toBe(true))
  served[0]?.socket.close(1012, 'Service restart')
  await vi.waitFor(() => expect(served[0]?.ws.readyState).toBe(WebSocket.CLOSED))
  expect(intake.held).toBe(0)
})

it('counts joins that wait behind refusals', async () => {
  const { open } = await serve({ refusalMs: 60_000, joinsPerSecond: 3 }, false)
  const client = await open()
  for (let n = 0; n < 4; n += 1) client.join(`realtime:${n}`)
  expect((await once(client.ws, 'close'))[0]).toBe(1008)
})

it('passes on no more than a topic’s bytes of a second, times its receivers', async () => {
  const { openJoined } = await serve({ topicBytesPerSecond: 5_000 })
  const [sender, receiver] = [await openJoined({ broadcast: { ack: true } }), await openJoined()]
  const broadcast = (ref: string) =>
    sender.send('1', ref, 'realtime:a', 'broadcast', {
      type: 'broadcast',
      event: 'x',
      text: 'a'.repeat(1_500),
    })
  for (const ref of ['2', '3', '4']) broadcast(ref)
  const answers = () => sender.of('phx_reply').map(([, , , , reply]) => reply)
  await vi.waitFor(() => expect(answers()).toHaveLength(4))
  expect(answers().map((reply) => (reply as { status: string }).status)).toEqual(['ok', 'ok', 'ok', 'error'])
  await pause(1_000)
  broadcast('5')
  await vi.waitFor(() => expect(receiver.of('broadcast')).toHaveLength(3))
})

it('ends the channel of a presence that is too long', async () => {
  const { openJoined } = await serve({ presenceBytes: 200 })
  const client = await openJoined({ presence: { key: 'a'.repeat(100) } })
  const track = (text: string) =>
    client.send('1', '2', 'realtime:a', 'presence', { event: 'track', payload: { text } })
  track('a'.repeat(50))
  await vi.waitFor(() => expect(client.of('presence_diff')).toHaveLength(1))
  track('a'.repeat(120))
  await vi.waitFor(() => expect(client.of('phx_close')).toHaveLength(1))
  expect(client.of('presence_diff')).toHaveLength(1)
})

it('refuses a join with a presence key that is too long', async () => {
  const { open } = await serve({ refusalMs: 1 })
  const client = await open()
  client.join('realtime:a', { presence: { key: 'a'.repeat(1_025) } })
  await vi.waitFor(() => expect(client.of('phx_reply')).toHaveLength(1))
  expect(JSON.stringify(client.of('phx_reply')[0])).toContain('PresenceKeyTooLong')
})

/** The start of a masked frame of text, with some of its payload. */
function begun(length: number, sent: number, fin = true): Buffer {
  const header = Buffer.alloc(14)
  header.writeUInt16BE(fin ? 0x81ff : 0x01ff)
  header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, Buffer.alloc(sent, 'x')])
}
/** Writes under `ws`, to what a client may send that is none. */
const raw = ({ ws }: { ws: WebSocket }): Socket => (ws as unknown as { _socket: Socket })._socket

it('closes a socket whose message is long before it has joined', async () => {
  const { open, openJoined, intake } = await serve()
  const stranger = await open()
  raw(stranger).write(begun(70_000, 10))
  expect((await once(stranger.ws, 'close'))[0]).toBe(1009)
  const member = await openJoined()
  raw(member).write(begun(4_000_000, 100_000))
  await vi.waitFor(() => expect(intake.held).toBeGreaterThan(100_000))
  expect(member.ws.readyState).toBe(WebSocket.OPEN)
})

it('keeps no more of unfinished messages than all sockets may', async () => {
  const { openJoined, served, intake } = await serve({ allHeldBytes: 1_000_000 })
  const clients = await Promise.all(Array.from({ length: 30 }, () => openJoined()))
  for (const client of clients) raw(client).write(begun(4_000_000, 60_000, false))
  await vi.waitFor(() =>
    expect(served.filter(({ ws }) => ws.readyState === WebSocket.CLOSED).length).toBeGreaterThan(10),
  )
  expect(intake.held).toBeLessThanOrEqual(1_000_000)
  expect(served.filter(({ ws }) => ws.readyState === WebSocket.OPEN).length).toBeGreaterThan(8)
})

it('closes a socket whose message does not arrive in time', async () => {
  const { open, served } = await serve({ messageMs: 50 })
  const client = await open()
  raw(client).write(begun(1_000, 10))
  await pause(100)
  served[0]?.socket.check(Date.now())
  await once(client.ws, 'close')
})

it('reads all sockets of an address no faster than one may', async () => {
  const { open, served } = await serve({ ownerBytesPerSecond: 1_000_000 })
  const clients = await Promise.all(Array.from({ length: 20 }, open))
  const text = 'a'.repeat(60_000)
  for (const client of clients) for (let n = 0; n < 20; n += 1) client.send(null, '1', 't', 'x', text)
  await pause(1_500)
  const read = served.reduce((sum, { stream }) => sum + stream.bytesRead, 0)
  // What arrives before and while they are paused comes on top.
  expect(read).toBeLessThan(6_000_000)
})

it.each([
  ['topic is long', 1008, 'a'.repeat(2_000), ''],
  ['join is long', 1009, 'b', 'x'.repeat(100_000)],
])('closes a socket whose %s, because its channel would keep it', async (_name, code, topic, text) => {
  const client = await (await serve()).openJoined()
  client.join(`realtime:${topic}`, { text })
  expect((await once(client.ws, 'close'))[0]).toBe(code)
})

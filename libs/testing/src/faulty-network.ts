import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import WebSocket, { WebSocketServer } from 'ws'
import { z } from 'zod'

/** Chances from 0 to 1 for each message of the server, and the longest delay in milliseconds. */
export interface Faults {
  drop: number
  /** Holds a message back until the next one has passed. */
  reorder: number
  delayMs: number
  /** Broadcasts that one connection gets in a second; the others are lost, as a hosted project sheds them over its rate. */
  perSecond: number
}

const NONE: Faults = { drop: 0, reorder: 0, delayMs: 0, perSecond: Infinity }

/** A repeatable source of numbers from 0 up to but not including 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface FaultyNetwork {
  /** Reaches the backend's realtime socket through this network. */
  url: string
  setFaults(faults: Partial<Faults>): void
  /** Breaks some connections. @returns how many */
  disconnect(share?: number): number
  /** Ends some joined channels as a server does whose policies refuse them. @returns how many */
  revoke(share?: number): number
  counts: { dropped: number; reordered: number; disconnected: number; shed: number; revoked: number }
  close(): Promise<void>
}

const frameSchema = z.tuple([z.nullable(z.string()), z.unknown(), z.string(), z.string(), z.unknown()])

/** Follows which topics a client has joined, by its frames. */
function note(topics: Map<string, string>, data: Buffer): void {
  const [joinRef, , topic, event] = frameSchema.parse(JSON.parse(data.toString()))
  if (event === 'phx_join') topics.set(topic, joinRef ?? '')
  if (event === 'phx_leave') topics.delete(topic)
}

/**
 * A proxy between realtime clients and a backend that loses, reorders and delays the server's messages, breaks
 * connections and ends channels, by a seed. Answers to joins are delayed, not lost: TCP loses none, a server sheds broadcasts.
 * @param onMessage sees each message that a client receives
 */
export async function faultyNetwork(
  backend: string,
  {
    seed = 1,
    onMessage = () => {},
  }: { seed?: number; onMessage?: (client: string, data: Buffer) => void } = {},
): Promise<FaultyNetwork> {
  const random = seededRandom(seed)
  const counts = { dropped: 0, reordered: 0, disconnected: 0, shed: 0, revoked: 0 }
  let faults = NONE
  const server = createServer((_request, response) => response.writeHead(404).end())
  const clients = new WebSocketServer({ noServer: true })
  /** The topics that each client joined, with the reference of the join. */
  const open = new Map<WebSocket, Map<string, string>>()

  function connect(client: WebSocket, path: string): void {
    const topics = new Map<string, string>()
    open.set(client, topics)
    // The name that a test gave the client's key parameter.
    const name = new URL(path, 'http://proxy').searchParams.get('client') ?? ''
    const upstream = new WebSocket(`${backend.replace(/^http/, 'ws')}${path}`)
    const waiting: [Buffer, boolean][] = []
    let held: (() => void) | undefined
    let [second, passed] = [0, 0]

    client.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) note(topics, data)
      if (upstream.readyState === WebSocket.OPEN) upstream.send(data, { binary: isBinary })
      else waiting.push([data, isBinary])
    })
    upstream.on('open', () => {
      for (const [data, isBinary] of waiting.splice(0)) upstream.send(data, { binary: isBinary })
    })
    upstream.on('message', (data: Buffer, isBinary) => {
      const deliver = () => {
        if (client.readyState !== WebSocket.OPEN) return
        onMessage(name, data)
        client.send(data, { binary: isBinary })
      }
      if (!isBinary) return void setTimeout(deliver, random() * faults.delayMs)
      const now = Math.floor(Date.now() / 1_000)
      if (now !== second) [second, passed] = [now, 0]
      passed += 1
      if (passed > faults.perSecond) return void (counts.shed += 1)
      if (random() < faults.drop) return void (counts.dropped += 1)
      if (!held && random() < faults.reorder) {
        counts.reordered += 1
        held = deliver
        return
      }
      setTimeout(deliver, random() * faults.delayMs)
      held?.()
      held = undefined
    })
    const end = () => {
      open.delete(client)
      client.terminate()
      upstream.terminate()
    }
    for (const socket of [client, upstream]) {
      socket.on('close', end)
      // `close` follows.
      socket.on('error', () => undefined)
    }
  }

  /** Ends a channel for the client alone: the backend replaces its own when the client joins again. */
  function end(client: WebSocket, topic: string, joinRef: string): void {
    open.get(client)?.delete(topic)
    for (const [event, payload] of [
      ['system', { extension: 'system', status: 'error', message: 'No permission', channel: topic }],
      ['phx_close', {}],
    ] as const)
      client.send(JSON.stringify([joinRef, null, topic, event, payload]))
    counts.revoked += 1
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    clients.handleUpgrade(request, socket, head, (client) => connect(client, request.url ?? '/')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')

  return {
    url: `http://127.0.0.1:${address.port}`,
    setFaults: (next) => void (faults = { ...NONE, ...next }),
    disconnect(share = 1) {
      const broken = [...open.keys()].filter(() => random() < share)
      for (const client of broken) client.terminate()
      counts.disconnected += broken.length
      return broken.length
    },
    revoke(share = 1) {
      const before = counts.revoked
      for (const [client, topics] of open)
        for (const [topic, joinRef] of topics)
          if (client.readyState === WebSocket.OPEN && random() < share) end(client, topic, joinRef)
      return counts.revoked - before
    },
    counts,
    async close() {
      for (const client of open.keys()) client.terminate()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Sql } from 'postgres'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { createGuard } from '../guard'
import { timingSafeEquals } from '../http/caller'
import { targetUrl } from '../http/target-url'
import { verifyToken } from '../http/tokens'
import type { CallerClaims, Keys } from '../http/types'
import { openFilesLimit } from '../limits/open-files'
import { createAuthorizer } from './channels/authorize'
import type { Version } from './frames'
import { Intake, INTAKE_TICK_MS } from './sockets/intake'
import {
  AVERAGE_TICK_MS,
  createAverage,
  createMessageShares,
  realtimeLimits,
  type RealtimeLimits,
} from './limits'
import { createPlaces } from './sockets/places'
import { RealtimeSocket } from './sockets/socket'
import { shareAnswers } from './channels/shared-answers'
import { createTopics } from './channels/topics'
import { createAccounts } from './sockets/accounts'

interface RealtimeOptions {
  sql: Sql
  keys: Keys
  limits?: Partial<RealtimeLimits>
  /** As the setting “Allow public access” of a hosted project. */
  publicChannels: boolean
  log(line: string): void
}

export interface Realtime {
  /** Answers an upgrade request to `/realtime/v1/websocket`; false for another path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Open sockets. */
  sockets?(): number
  close(): Promise<void>
}

const CHECK_MS = 5_000
const PRUNE_MS = 60_000
/** Until a client must have confirmed that its socket is closed; it may still send. */
const CLOSE_MS = 5_000

const messageSchema = z.object({
  id: z.string(),
  topic: z.string(),
  event: z.string(),
  payload: z.unknown(),
  private: z.nullable(z.boolean()),
})
const longMessageSchema = z.strictObject({ id: z.string() })

/** Serves the websocket of realtime-js: private and public channels with broadcast and presence. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { sql, keys, publicChannels, log } = options
  // Half of what may be open: other connections and files need the rest.
  const sockets = Math.min(realtimeLimits.sockets, Math.floor((await openFilesLimit()) / 2))
  const limits = { ...realtimeLimits, sockets, ...options.limits }
  const topics = createTopics(limits.topicBytesPerSecond)
  const messages = createAverage(limits.messagesPerSecond)
  let losses = 0
  const context = {
    keys,
    topics,
    authorizer: shareAnswers(createAuthorizer(sql), () => losses),
    accounts: createAccounts(limits),
    limits,
    messages,
    withinShare: createMessageShares(limits.messagesPerSecond),
    intake: new Intake(limits),
    publicChannels,
    losses: () => losses,
    log,
  }
  const places = createPlaces<RealtimeSocket>(limits)
  const guard = createGuard({ name: 'realtime', log })
  // `closeTimeout` is missing in the types.
  const socketOptions = {
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
  }
  const wss = new WebSocketServer(socketOptions)

  function deliver(message: unknown): void {
    const { id, topic, event, payload, private: isPrivate } = messageSchema.parse(message)
    const content = { isJson: true, bytes: Buffer.from(JSON.stringify(payload ?? {})) }
    if (content.bytes.length > limits.payloadBytes)
      return log(`realtime: a message of the database to ${topic} exceeds a limit and was dropped`)
    topics.announce(`${isPrivate ? 'private' : 'public'}:${topic}`, event, content, id)
  }

  async function announced(text: string): Promise<void> {
    const message: unknown = JSON.parse(text)
    const long = longMessageSchema.safeParse(message)
    if (!long.success) return deliver(message)
    const [row] =
      await sql`select id, topic, event, payload, private from realtime.messages where id = ${long.data.id}`
    if (row) deliver(row)
  }

  let connected = false
  const subscription = await sql.listen(
    'realtime_messages',
    guard(announced),
    guard(() => {
      // What was sent while the connection was lost is unknown: clients read again when they connect.
      if (connected) for (const socket of places.all) socket.close(1012, 'Service restart')
      connected = true
    }),
  )

  const losing = await sql.listen(
    'realtime_recheck',
    guard((userId: string) => {
      losses += 1
      for (const socket of places.all) socket.recheck(userId)
    }),
  )

  // Messages are delivered when they commit; the rows are kept a while for inspection.
  async function prune(): Promise<void> {
    await sql`delete from realtime.messages where inserted_at < now()::timestamp - interval '10 minutes'`
  }
  const timers = [
    setInterval(
      guard(() => {
        const now = Date.now()
        for (const socket of places.all) socket.check(now)
      }),
      CHECK_MS,
    ),
    setInterval(guard(prune), PRUNE_MS),
    setInterval(
      guard(() => context.intake.tick()),
      INTAKE_TICK_MS,
    ),
    setInterval(
      guard(() => messages.tick()),
      AVERAGE_TICK_MS,
    ),
  ]
  for (const timer of timers) timer.unref()

  function refuse(socket: Duplex, status: string): void {
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }

  /** The rights of a key, which may be a token, as the older keys of projects are. */
  async function keyClaims(key: string): Promise<CallerClaims | undefined> {
    if (timingSafeEquals(key, keys.secret)) return { role: 'service_role', raw: { role: 'service_role' } }
    if (timingSafeEquals(key, keys.publishable)) return { role: 'anon', raw: { role: 'anon' } }
    return verifyToken(key, keys).catch(() => undefined)
  }

  async function open(request: IncomingMessage, stream: Duplex, head: Buffer, url: URL): Promise<void> {
    const anonymous = await keyClaims(url.searchParams.get('apikey') ?? '')
    if (!anonymous) return refuse(stream, '401 Unauthorized')
    const address = request.socket.remoteAddress ?? ''
    const refusal = places.refusal(address)
    if (refusal) return refuse(stream, refusal)
    const version: Version = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0'
    wss.handleUpgrade(request, stream, head, (ws) => {
      const socket = new RealtimeSocket({ ws, stream, address, version, anonymous }, context)
      places.add(socket)
      ws.once(
        'close',
        guard(() => places.delete(socket)),
      )
    })
  }

  return {
    upgrade(request, stream, head) {
      const url = targetUrl(request)
      if (url?.pathname !== '/realtime/v1/websocket') return false
      createGuard({ name: 'realtime', log, close: () => stream.destroy() })(open)(request, stream, head, url)
      return true
    },
    sockets: () => places.all.size,
    async close() {
      for (const timer of timers) clearInterval(timer)
      for (const socket of places.all) socket.close(1012, 'Service restart')
      wss.close()
      await Promise.all([subscription.unlisten(), losing.unlisten()])
      for (const client of wss.clients) client.terminate()
    },
  }
}

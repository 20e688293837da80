import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createGuard, type Guard } from '../../guard'
import type { CallerClaims, Keys } from '../../http/types'
import type { Log } from '../../log/log'
import { createAdmission, failureText } from '../channels/admission'
import type { Authorizer } from '../channels/authorize'
import { Channel } from '../channels/channel'
import { BadToken } from '../channels/channel-token'
import { readJoin, readRenewal, Refused } from '../channels/join'
import type { Topics } from '../channels/topics'
import { decodeFrame, encodeFrame, type Frame, type SharedFrame, type Version } from '../frames'
import { createWindow, MAX_NAME, type Average, type MessageShares, type RealtimeLimits } from '../limits'
import type { Accounts } from './accounts'
import { Inlet } from './inlet'
import type { Intake } from './intake'

export interface SocketContext {
  keys: Keys
  topics: Topics
  authorizer: Authorizer
  limits: RealtimeLimits
  messages: Average
  withinShare: MessageShares
  intake: Intake
  accounts: Accounts
  publicChannels: boolean
  /** Number of losses of rights that were announced so far. */
  losses: () => number
  log: Log
}

const asText = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface Connection {
  ws: WebSocket
  /** The connection under it. */
  stream: Duplex
  address: string
  version: Version
  /** The rights of the key with which it was opened. */
  anonymous: CallerClaims
}

/** One client's connection. */
export class RealtimeSocket {
  readonly #channels = new Map<string, Channel>()
  readonly #withinJoins: () => boolean
  readonly #withinFrames: () => boolean
  readonly #guard: Guard
  readonly #inlet: Inlet
  readonly address: string
  readonly openedAt = Date.now()
  private readonly ws: WebSocket
  private readonly version: Version
  readonly #admission: ReturnType<typeof createAdmission>
  #last = Date.now()

  constructor(
    { ws, stream, address, version, anonymous }: Connection,
    private readonly context: SocketContext,
  ) {
    const { limits, intake } = context
    this.ws = ws
    this.address = address
    this.version = version
    this.#admission = createAdmission({ ...context, anonymous })
    this.#withinJoins = createWindow(limits.joinsPerSecond, 1_000)
    this.#withinFrames = createWindow(limits.framesPerSecond, 1_000)
    this.#guard = createGuard({ name: 'realtime', log: context.log, close: () => ws.terminate() })
    this.#inlet = new Inlet({
      ...{ ws, stream, address, limits, intake, guard: this.#guard },
      isStranger: () => this.isStranger,
      close: (code, reason) => this.close(code, reason),
    })
    ws.on(
      'message',
      this.#guard((data, isBinary) => this.#receive(data, isBinary)),
    )
    ws.on(
      'close',
      this.#guard(() => {
        this.#inlet.close()
        this.#leaveAll()
      }),
    )
    // A broken frame; `close` follows.
    ws.on('error', () => undefined)
  }

  /** Whether it has joined no channel. */
  get isStranger(): boolean {
    return this.#channels.size === 0
  }

  terminate(): void {
    this.ws.terminate()
  }

  #receive(data: unknown, isBinary: boolean): void {
    // What still arrives after the end is read for its own end.
    if (this.ws.readyState !== this.ws.OPEN) return
    this.#last = Date.now()
    if (!this.#withinFrames()) return this.close(1008, 'Too many messages per second')
    if (!Buffer.isBuffer(data)) return this.close(1003, 'Unsupported data')
    let frame: Frame
    try {
      frame = decodeFrame(data, isBinary)
    } catch {
      return this.close(1003, 'Malformed message')
    }
    if ([frame.topic, frame.joinRef, frame.ref].some((text) => text && text.length > MAX_NAME))
      return this.close(1008, 'Name too long')
    // What a join says is kept as long as its channel.
    if (frame.event === 'phx_join' && data.length > this.context.limits.strangerFrameBytes)
      return this.close(1009, 'Join too long')
    // Counted before they wait, because each refusal holds up those behind it.
    if (frame.event === 'phx_join' && !this.#withinJoins())
      return this.close(1008, 'Too many joins per second')
    this.#inlet.queue.add(data.length, () =>
      this.#handle(frame).catch((error: unknown) => {
        this.context.log(`realtime: ${asText(error)}`, { level: 'error' })
        this.close(1011, 'Internal error')
      }),
    )
  }

  async #handle(frame: Frame): Promise<void> {
    const { topic, event, payload } = frame
    if (event === 'heartbeat') return this.#reply(frame, 'ok')
    if (event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(topic)
    if (!channel) return this.#reply(frame, 'error', { reason: 'unmatched topic' })
    if (event === 'phx_leave') {
      channel.leave()
      this.#channels.delete(topic)
      this.#reply(frame, 'ok')
      return this.#send(
        encodeFrame(this.version, { ...frame, ref: frame.joinRef, event: 'phx_close', payload: {} }),
      )
    }
    if (event === 'access_token') return this.#renew(channel, payload)
    return channel.receive(frame)
  }

  #reply(frame: Frame, status: 'ok' | 'error', response: unknown = {}): void {
    this.#send(encodeFrame(this.version, { ...frame, event: 'phx_reply', payload: { status, response } }))
  }

  async #join(frame: Frame): Promise<void> {
    try {
      await this.#admit(frame)
    } catch (error) {
      if (!(error instanceof Refused))
        this.context.log(`realtime: a join failed: ${asText(error)}`, { level: 'error' })
      const reason = error instanceof Refused ? error.message : failureText(error)
      // The real server's process of the socket sleeps, which slows down those who try in vain.
      await this.#inlet.queue.wait(this.context.limits.refusalMs)
      this.#reply(frame, 'error', { reason })
    }
  }

  async #admit(frame: Frame): Promise<void> {
    const { limits, topics, authorizer, messages, withinShare, accounts, publicChannels, log } = this.context
    const request = readJoin(frame, publicChannels)
    const before = this.#channels.get(frame.topic)
    if (!before && this.#channels.size >= limits.channels)
      throw new Refused('ChannelRateLimitReached: Too many channels')
    const claims = await this.#admission.callerOf(request)
    // Before the policies are asked, which is what a join costs most.
    const giveBack = claims.sub ? accounts.take(claims.sub, this) : () => undefined
    const readable = await this.#admission.admit(request, claims).catch((error: unknown) => {
      giveBack()
      throw error
    })
    if (this.ws.readyState !== this.ws.OPEN) return giveBack()
    before?.leave()
    const channel = new Channel({
      ...{ frame, config: request.config, claims, readable, giveBack, version: this.version },
      ...{ topics, authorizer, limits, messages, withinShare, log },
      send: this.#guard((data: string | SharedFrame) => this.#send(data)),
      reconnect: () => this.close(1012, 'Service restart'),
      onEnd: (ended) => {
        if (this.#channels.get(ended.topic) === ended) this.#channels.delete(ended.topic)
      },
    })
    this.#channels.set(frame.topic, channel)
    if (claims.sub) this.#inlet.belongsTo(claims.sub)
    channel.confirm(frame.ref)
  }

  async #renew(channel: Channel, payload: unknown): Promise<void> {
    const token = readRenewal(payload)
    if (token === undefined) return
    const claims = await this.#admission.claimsOf(token)
    if (claims instanceof BadToken) channel.end(claims.ending)
    else await channel.renew(claims)
  }

  #send(data: string | SharedFrame): void {
    if (this.ws.readyState !== this.ws.OPEN) return
    // A client that does not read must not fill the memory.
    if (this.ws.bufferedAmount > this.context.limits.unreadBytes) return this.ws.terminate()
    if (typeof data === 'string') this.ws.send(data)
    else this.ws.send(data.bytes, { binary: data.isBinary })
  }

  /** The user lost a right or a session: ends the channels that this closes to them. */
  recheck(userId: string): void {
    const recheck = this.#guard((channel: Channel) => channel.recheck())
    for (const channel of this.#channels.values()) if (channel.isOf(userId)) recheck(channel)
  }

  #leaveAll(): void {
    const left = [...this.#channels.values()]
    // First, so that a failure does not leave them for a second `close`.
    this.#channels.clear()
    for (const channel of left) channel.leave()
  }

  /** Ends channels whose token expired, and the socket of a client that went silent. Called at intervals. */
  check(now: number): void {
    this.#guard(() => {
      for (const channel of [...this.#channels.values()]) channel.check(now)
      if (now - this.#last > this.context.limits.idleMs) this.ws.terminate()
      this.#inlet.check()
    })()
  }

  close(code: number, reason: string): void {
    this.#inlet.queue.end()
    this.ws.close(code, reason)
  }
}

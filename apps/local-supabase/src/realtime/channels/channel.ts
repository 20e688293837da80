import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CallerClaims } from '../../http/types'
import type { Log } from '../../log/log'
import { BinaryBroadcast, encodeFrame, type Frame, type SharedFrame, type Version } from '../frames'
import { createWindow, type Average, type MessageShares, type RealtimeLimits } from '../limits'
import type { Allowed, Authorizer, Extension } from './authorize'
import { ChannelRights, type Outcome } from './channel-rights'
import { expiredText } from './channel-token'
import { HeldFrames } from './held-frames'
import type { ChannelConfig } from './join'
import type { Kind, Member, Topics } from './topics'

const presenceSchema = z.object({ event: z.string(), payload: z.optional(z.unknown()) })

interface ChannelOptions {
  frame: Frame
  config: ChannelConfig
  claims: CallerClaims
  /** What the policies let the caller receive. */
  readable: Allowed
  version: Version
  topics: Topics
  authorizer: Authorizer
  limits: RealtimeLimits
  /** Broadcasts of clients, of all sockets. */
  messages: Average
  withinShare: MessageShares
  send(data: string | SharedFrame): void
  log: Log
  /** Closes the socket, so that the client connects and joins again. */
  reconnect(): void
  /** Called once, when the channel is left or ends. */
  giveBack(): void
  /** Called when the channel ends by itself. */
  onEnd(channel: Channel): void
}

/** One joined channel of one socket. */
export class Channel implements Member {
  readonly topic: string
  readonly version: Version
  readonly joinRef: string | null
  readonly #options: Omit<ChannelOptions, 'frame' | 'claims' | 'readable'>
  readonly #key: string
  readonly #presenceKey: string
  readonly #withinPresence: () => boolean
  readonly #rights: ChannelRights
  readonly #held = new HeldFrames()
  #tracked = ''
  #ended = false

  constructor({ frame, claims, readable, ...options }: ChannelOptions) {
    const { config, version, limits, topics, authorizer, log } = options
    this.#options = options
    this.topic = frame.topic
    this.joinRef = frame.joinRef
    this.version = version
    this.#rights = new ChannelRights({
      ...{ name: this.name, isPrivate: this.isPrivate, claims, readable, authorizer, log },
      settle: (outcome) => this.#settle(outcome),
    })
    this.#key = `${this.isPrivate ? 'private' : 'public'}:${this.name}`
    this.#presenceKey = config.presence?.key || randomUUID()
    this.#withinPresence = createWindow(limits.presenceEvents, 30_000)
    topics.join(this.#key, this)
  }

  get name(): string {
    return this.topic.replace(/^realtime:/, '')
  }
  get isPrivate(): boolean {
    return this.#options.config.private === true
  }
  receives(extension: Extension): boolean {
    return this.#rights.receives(extension)
  }
  deliver(kind: Kind, frame: SharedFrame): void {
    if (this.#held.isHolding) this.#hold(frame)
    else this.#options.send(frame)
    // Those of the database count for nothing: nobody else may use up what it needs to announce changes.
    if (kind !== 'broadcast') return
    this.#options.messages.add()
    if (this.#options.messages.isExceeded()) this.end('Too many messages per second')
  }

  #hold(frame: SharedFrame): void {
    this.#held.add(frame)
    if (this.#held.bytes <= this.#options.limits.unreadBytes) return
    this.leave()
    this.#held.drop()
    this.#options.reconnect()
  }

  #push(event: string, payload: unknown, ref: string | null = null): void {
    const { topic, joinRef, version } = this
    this.#options.send(encodeFrame(version, { joinRef, ref, topic, event, payload }))
  }
  #reply(ref: string | null, status: 'ok' | 'error', response: unknown = {}): void {
    this.#push('phx_reply', { status, response }, ref)
  }

  /** Confirms the join, and sends who is present. */
  confirm(ref: string | null): void {
    this.#reply(ref, 'ok', { postgres_changes: [] })
    if (this.#options.config.presence?.enabled && this.receives('presence'))
      this.#push('presence_state', this.#options.topics.state(this.#key))
  }

  leave(): void {
    if (!this.#ended) this.#options.giveBack()
    this.#ended = true
    this.#options.topics.leave(this.#key, this)
  }

  /** Ends the channel once its token has expired. */
  check(now: number): void {
    const { expiry } = this.#rights
    if (expiry !== undefined && this.#rights.isExpired(now)) this.end(expiredText(expiry, now))
  }

  /** Ends the channel with its reason. The client does not join again by itself. */
  end(message: string): void {
    this.leave()
    this.#push('system', { extension: 'system', status: 'error', message, channel: this.name })
    this.#push('phx_close', {}, this.joinRef)
    this.#options.onEnd(this)
  }

  /** Takes the rights of a renewed token. */
  async renew(claims: CallerClaims): Promise<void> {
    this.#rights.renew(claims)
    await this.recheck()
  }

  /** True when the channel has the rights of this user, who may have lost some. */
  isOf(userId: string): boolean {
    return this.isPrivate && this.#rights.user === userId
  }

  /** Asks the policies again. Until they answer nothing is received or sent; a lost right ends the channel. */
  recheck(): Promise<void> {
    if (this.isPrivate) this.#held.start()
    return this.#rights.recheck()
  }

  #settle(outcome: Outcome): void {
    const held = this.#held.release()
    if (this.#ended) return
    if (outcome === 'lost')
      return this.end(`You no longer have permission to read from this Channel topic: ${this.name}`)
    if (outcome === 'kept') return held.forEach((frame) => this.#options.send(frame))
    // A channel that ended for good would miss everything until the page is loaded again.
    this.leave()
    this.#options.reconnect()
  }

  async #mayWrite(extension: Extension): Promise<boolean> {
    return (await this.#rights.mayWrite(extension)) && !this.#ended
  }

  async receive({ event, payload, ref }: Frame): Promise<void> {
    if (event === 'broadcast') return this.#broadcast(ref, payload)
    if (event === 'presence') return this.#presence(ref, payload)
  }

  async #broadcast(ref: string | null, payload: unknown): Promise<void> {
    const { ack, self } = this.#options.config.broadcast ?? {}
    if (!(await this.#mayWrite('broadcast'))) return
    const { topics, messages, limits } = this.#options
    const except = self ? undefined : this
    const sent = payload instanceof BinaryBroadcast ? payload : JSON.stringify(payload ?? null)
    const bytes = typeof sent === 'string' ? Buffer.byteLength(sent) : sent.content.bytes.length
    if (bytes > limits.payloadBytes) {
      if (ack) this.#reply(ref, 'error', 'payload_size_exceeded')
      return
    }
    if (!this.#isWithinShare(except ? 1 : 0) || !topics.accepts(this.#key, bytes)) {
      if (ack) this.#reply(ref, 'error', 'rate_limit_exceeded')
      return
    }
    messages.add()
    if (typeof sent === 'string') topics.relay(this.#key, sent, except)
    else topics.broadcast(this.#key, sent.event, sent.content, except)
    if (ack) this.#reply(ref, 'ok')
  }

  /** @param excepted members that do not receive the message */
  #isWithinShare(excepted: number): boolean {
    const { topics, withinShare } = this.#options
    const { user } = this.#rights
    return user === undefined || withinShare(user, topics.members(this.#key) - excepted)
  }

  async #presence(ref: string | null, payload: unknown): Promise<void> {
    const { event, payload: state = {} } = presenceSchema.parse(payload)
    if (!this.#withinPresence()) return this.end('Client presence rate limit exceeded')
    if (event.toLowerCase() === 'untrack') {
      this.#tracked = ''
      this.#options.topics.untrack(this.#key, this)
      return this.#reply(ref, 'ok')
    }
    if (typeof state !== 'object' || state === null || Array.isArray(state))
      return this.#reply(ref, 'error', { reason: 'Presence track payload must be a map' })
    if (event.toLowerCase() !== 'track' || !(await this.#mayWrite('presence')))
      return this.#reply(ref, 'error')
    const text = JSON.stringify(state)
    if (Buffer.byteLength(text) + Buffer.byteLength(this.#presenceKey) > this.#options.limits.presenceBytes)
      return this.end('Track message size exceeded')
    if (text !== this.#tracked) this.#options.topics.track(this.#key, this, this.#presenceKey, state)
    this.#tracked = text
    this.#reply(ref, 'ok')
  }
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isDatabaseUnavailable } from '../http/database-restart'
import type { CallerClaims } from '../http/types'
import type { Allowed, Authorizer, Extension } from './authorize'
import { BinaryBroadcast, encodeFrame, type Frame, type SharedFrame, type Version } from './frames'
import { expiredText } from './channel-token'
import { createWindow, type Average, type MessageShares, type RealtimeLimits } from './limits'
import type { Kind, Member, Topics } from './topics'
import type { Log } from '../log/log'

/** The options of `client.channel(name, { config })`; others are ignored, as hosted does. */
export const joinSchema = z.object({
  access_token: z.nullish(z.string()),
  config: z
    .object({
      private: z.nullish(z.boolean()),
      broadcast: z.nullish(z.object({ ack: z.nullish(z.boolean()), self: z.nullish(z.boolean()) })),
      presence: z.nullish(z.object({ key: z.nullish(z.string()), enabled: z.nullish(z.boolean()) })),
    })
    .nullish(),
})
export type Join = z.infer<typeof joinSchema>

const presenceSchema = z.object({ event: z.string(), payload: z.optional(z.unknown()) })

interface ChannelOptions {
  frame: Frame
  join: Join
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
  /** Called when the channel ends by itself. */
  onEnd(channel: Channel): void
}

/** Memory that a held frame takes besides its bytes. */
const FRAME_OVERHEAD = 256

const extensions: readonly Extension[] = ['broadcast', 'presence']

/** One joined channel of one socket. */
export class Channel implements Member {
  readonly topic: string
  readonly version: Version
  readonly joinRef: string | null
  readonly #options: Omit<ChannelOptions, 'frame'>
  readonly #key: string
  readonly #presenceKey: string
  readonly #withinPresence: () => boolean
  #claims: CallerClaims
  readonly #readable: Allowed
  #writable: Promise<Allowed> | undefined
  #tracked = ''
  /** Rises with each loss of rights that is announced. */
  #epoch = 0
  /** What arrived while the policies are asked again; undefined otherwise. */
  #held: SharedFrame[] | undefined
  #heldBytes = 0
  #rechecking: Promise<void> | undefined
  #ended = false

  constructor(options: ChannelOptions) {
    const { frame, ...kept } = options
    const { join, claims, readable, version, limits, topics } = kept
    this.#options = kept
    this.topic = frame.topic
    this.joinRef = frame.joinRef
    this.version = version
    this.#claims = claims
    this.#readable = readable
    this.#key = `${join.config?.private ? 'private' : 'public'}:${this.name}`
    this.#presenceKey = join.config?.presence?.key || randomUUID()
    this.#withinPresence = createWindow(limits.presenceEvents, 30_000)
    topics.join(this.#key, this)
  }

  get name(): string {
    return this.topic.replace(/^realtime:/, '')
  }
  get isPrivate(): boolean {
    return this.#options.join.config?.private === true
  }
  isExpired(now = Date.now()): boolean {
    const { exp } = this.#claims.raw
    return typeof exp === 'number' && exp * 1000 <= now
  }
  receives(extension: Extension): boolean {
    return this.#readable.has(extension) && !this.isExpired()
  }
  deliver(kind: Kind, frame: SharedFrame): void {
    if (this.#held) this.#hold(this.#held, frame)
    else this.#options.send(frame)
    // Those of the database count for nothing: nobody else may use up what it needs to announce changes.
    if (kind !== 'broadcast') return
    this.#options.messages.add()
    if (this.#options.messages.isExceeded()) this.end('Too many messages per second')
  }

  #hold(held: SharedFrame[], frame: SharedFrame): void {
    held.push(frame)
    this.#heldBytes += frame.bytes.length + FRAME_OVERHEAD
    if (this.#heldBytes <= this.#options.limits.unreadBytes) return
    this.leave()
    this.#held = []
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
    if (this.#options.join.config?.presence?.enabled && this.receives('presence'))
      this.#push('presence_state', this.#options.topics.state(this.#key))
  }

  leave(): void {
    this.#ended = true
    this.#options.topics.leave(this.#key, this)
  }

  /** Ends the channel once its token has expired. */
  check(now: number): void {
    const { exp } = this.#claims.raw
    if (typeof exp === 'number' && this.isExpired(now)) this.end(expiredText(exp, now))
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
    this.#claims = claims
    await this.recheck()
  }

  /** True when the channel has the rights of this user, who may have lost some. */
  isOf(userId: string): boolean {
    return this.isPrivate && this.#claims.sub === userId
  }

  /** Asks the policies again. Until they answer nothing is received or sent; a lost right ends the channel. */
  recheck(): Promise<void> {
    this.#writable = undefined
    if (!this.isPrivate) return Promise.resolve()
    this.#epoch += 1
    if (!this.#held) [this.#held, this.#heldBytes] = [[], 0]
    this.#rechecking ??= this.#askAgain().finally(() => (this.#rechecking = undefined))
    return this.#rechecking
  }

  async #askAgain(): Promise<void> {
    let readable: Allowed = new Set()
    let epoch
    try {
      do {
        epoch = this.#epoch
        readable = await this.#options.authorizer.readable(this.#claims, this.name, extensions)
        // An answer may be older than a loss that was announced meanwhile.
      } while (epoch !== this.#epoch)
    } catch (error) {
      // A channel that ended for good would miss everything until the page is loaded again.
      if (isDatabaseUnavailable(error)) {
        this.leave()
        return this.#options.reconnect()
      }
      this.#options.log(`realtime: rights could not be checked: ${String(error)}`, { level: 'error' })
    }
    const held = this.#held ?? []
    this.#held = undefined
    if (this.#ended) return
    if ([...this.#readable].some((extension) => !readable.has(extension)))
      return this.end(`You no longer have permission to read from this Channel topic: ${this.name}`)
    for (const frame of held) this.#options.send(frame)
  }

  async #mayWrite(extension: Extension): Promise<boolean> {
    if (this.isExpired()) return false
    if (!this.isPrivate) return true
    await this.#rechecking
    const asked = (this.#writable ??= this.#options.authorizer.writable(this.#claims, this.name, extensions))
    const writable = await asked
    if (this.#ended) return false
    return asked === this.#writable ? writable.has(extension) : this.#mayWrite(extension)
  }

  async receive({ event, payload, ref }: Frame): Promise<void> {
    if (event === 'broadcast') return this.#broadcast(ref, payload)
    if (event === 'presence') return this.#presence(ref, payload)
  }

  async #broadcast(ref: string | null, payload: unknown): Promise<void> {
    const { ack, self } = this.#options.join.config?.broadcast ?? {}
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
    const { sub } = this.#claims
    return sub === undefined || withinShare(sub, topics.members(this.#key) - excepted)
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

import { StartError } from '../start-error'

/** Letters of a topic, a reference or a presence key, which is kept and repeated in answers. */
export const MAX_NAME = 1_024

/** Limits of one socket, unless they say otherwise. */
export interface RealtimeLimits {
  /** Bytes of a frame; a longer one closes the socket. */
  frameBytes: number
  /** Bytes of a message before the socket has joined a channel; a longer one closes the socket. */
  strangerFrameBytes: number
  /** Milliseconds in which a message must arrive once it has begun. */
  messageMs: number
  /** Bytes of a message's payload; a longer one is not passed on. */
  payloadBytes: number
  /** Bytes of a presence with its key; a longer one ends the channel. Who joins gets those of all. */
  presenceBytes: number
  /** Frames, and their bytes, that wait until those before are handled; beyond either the socket is not read. */
  queuedFrames: number
  queuedBytes: number
  /** Bytes of unfinished and waiting messages of all sockets together; more close one of the owner with most. */
  allHeldBytes: number
  /** Bytes of a second of one account's sockets, or one address's before they joined; after that they are not read for a while. */
  ownerBytesPerSecond: number
  /** Bytes of a second of all sockets together, after which only those are read that had less than their part. */
  allBytesPerSecond: number
  /** Bytes of clients' broadcasts, times their receivers, after which those of the same second are not passed on. */
  topicBytesPerSecond: number
  channels: number
  joinsPerSecond: number
  /** Frames of a second; more close the socket. A hosted project has no such limit, and more processors. */
  framesPerSecond: number
  /**
   * Clients' broadcasts of a second, sent and received by all sockets together, on average; more end the channels that
   * receive some. Messages of the database are always delivered.
   */
  messagesPerSecond: number
  /** Changes of a presence in 30 seconds; more end the channel. */
  presenceEvents: number
  /** Bytes that a client leaves unread; more close its socket. */
  unreadBytes: number
  sockets: number
  /** Sockets of one address, so that one client cannot use up all. */
  addressSockets: number
  /** Sockets of one account, from whichever addresses, and the channels of all of them. */
  accountSockets: number
  accountChannels: number
  /** Milliseconds without a message, heartbeats included, after which a socket is closed. */
  idleMs: number
  /** Milliseconds until a join is refused, which no other message of its socket overtakes. */
  refusalMs: number
}

export const realtimeLimits: RealtimeLimits = {
  frameBytes: 5_000_000,
  strangerFrameBytes: 65_536,
  messageMs: 30_000,
  payloadBytes: 3_000_500,
  presenceBytes: 16_384,
  queuedFrames: 100,
  queuedBytes: 1_000_000,
  allHeldBytes: 64 * 1024 * 1024,
  ownerBytesPerSecond: 6_000_000,
  allBytesPerSecond: 12_000_000,
  topicBytesPerSecond: 30_000_000,
  channels: 100,
  joinsPerSecond: 100,
  framesPerSecond: 400,
  messagesPerSecond: 100,
  presenceEvents: 5,
  unreadBytes: 4 * 1024 * 1024,
  sockets: 5_000,
  addressSockets: 1_000,
  accountSockets: 200,
  accountChannels: 1_000,
  idleMs: 120_000,
  refusalMs: 5_000,
}

const isName = (name: string): name is keyof RealtimeLimits => Object.hasOwn(realtimeLimits, name)

/**
 * Parses HELPDESK_REALTIME_LIMITS, `name=amount,name=amount`: for tests that reach a limit, and benchmarks beyond one.
 * @throws StartError for an unknown name or an amount that is not a positive integer
 */
export function parseRealtimeLimits(text: string): Partial<RealtimeLimits> {
  const limits: Partial<RealtimeLimits> = {}
  for (const part of text.split(',')) {
    const [name = '', value = '', ...rest] = part.split('=').map((word) => word.trim())
    const amount = Number(value)
    if (!isName(name) || rest.length > 0 || !Number.isInteger(amount) || amount < 1)
      throw new StartError(
        `HELPDESK_REALTIME_LIMITS: "${part.trim()}" is not valid. Write name=amount, separated by commas; the names are ` +
          `${Object.keys(realtimeLimits).join(', ')}; an amount is a whole number from 1.`,
      )
    limits[name] = amount
  }
  return limits
}

/**
 * Counts events, or what they cost, in windows of a fixed length.
 * @returns whether the amount was not used up before, so that one that costs more than all of it passes alone
 */
export function createWindow(amount: number, ms: number, now: () => number = Date.now) {
  let [start, spent] = [now(), 0]
  return (cost = 1): boolean => {
    if (now() - start >= ms) [start, spent] = [now(), 0]
    const isWithin = spent < amount
    if (isWithin) spent += cost
    return isWithin
  }
}

/** Milliseconds of one part of the average, and the number of parts that it covers. */
export const AVERAGE_TICK_MS = 5_000
const PARTS = 12

/** Part of all messages that one account may send, receivers included. */
const ACCOUNT_PART = 1 / 4

/**
 * Shares the messages of a second among accounts, on average over any minute: too many of all end channels of everybody.
 * @returns whether the account may send one to so many receivers
 */
export function createMessageShares(perSecond: number, now: () => number = Date.now) {
  const most = perSecond * 60 * ACCOUNT_PART
  /** What each has sent, in parts of the minute, the newest last. */
  const accounts = new Map<string, { part: number; count: number }[]>()
  return (account: string, receivers: number): boolean => {
    const part = Math.floor(now() / AVERAGE_TICK_MS)
    // The part in which the minute began counts too.
    const isRecent = (sent: { part: number } | undefined) => sent !== undefined && sent.part >= part - PARTS
    if (!accounts.has(account))
      for (const [key, parts] of accounts) if (!isRecent(parts.at(-1))) accounts.delete(key)
    const parts = (accounts.get(account) ?? []).filter(isRecent)
    accounts.set(account, parts)
    const sent = parts.reduce((sum, { count }) => sum + count, 0)
    const cost = 1 + receivers
    if (sent > 0 && sent + cost > most) return false
    const last = parts.at(-1)
    if (last?.part === part) last.count += cost
    else parts.push({ part, count: cost })
    return true
  }
}
export type MessageShares = ReturnType<typeof createMessageShares>

/** Counts events, and compares their average over the last minute with a limit. A burst passes until the next tick. */
export function createAverage(perSecond: number) {
  const parts: number[] = []
  let count = 0
  let exceeded = false
  return {
    add: () => void (count += 1),
    /** Called every AVERAGE_TICK_MS. */
    tick(): void {
      parts.unshift(count)
      parts.splice(PARTS)
      count = 0
      const sum = parts.reduce((total, part) => total + part, 0)
      exceeded = sum / parts.length / (AVERAGE_TICK_MS / 1000) >= perSecond
    },
    isExceeded: () => exceeded,
  }
}
export type Average = ReturnType<typeof createAverage>

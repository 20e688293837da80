import { StartError } from '../start-error'

/** Limits of one socket, in the manner of a hosted project, which counts them for all its sockets together. */
export interface RealtimeLimits {
  /** Bytes of a frame; a longer one closes the socket. */
  frameBytes: number
  channels: number
  joinsPerSecond: number
  /** Messages of a second; more end the channel. */
  messagesPerSecond: number
  /** Changes of a presence in 30 seconds; more end the channel. */
  presenceEvents: number
  /** Bytes that a client leaves unread; more close its socket. */
  unreadBytes: number
  sockets: number
  /** Sockets of one address, so that one client cannot use up all. */
  addressSockets: number
  /** Milliseconds without a message, heartbeats included, after which a socket is closed. */
  idleMs: number
}

export const realtimeLimits: RealtimeLimits = {
  frameBytes: 256 * 1024,
  channels: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  presenceEvents: 5,
  unreadBytes: 4 * 1024 * 1024,
  sockets: 5_000,
  addressSockets: 1_000,
  idleMs: 120_000,
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

/** Counts events in windows of a fixed length. @returns whether one more is within the amount */
export function createWindow(amount: number, ms: number, now: () => number = Date.now): () => boolean {
  let [start, count] = [now(), 0]
  return () => {
    if (now() - start >= ms) [start, count] = [now(), 0]
    count += 1
    return count <= amount
  }
}

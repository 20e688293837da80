import { HttpError } from '../http/http-error'

export type Rank = 'anonymous' | 'customer' | 'staff'

/** Queue key: the user, else the address. */
export interface QueueKey {
  key: string
  rank: Rank
}

export interface Shares {
  /** Concurrent connections of one caller. */
  each: Record<Rank, number>
  /** Concurrent connections of all callers up to this rank; the rest is reserved for higher ranks. */
  upTo: Record<Rank, number>
  /** Waiting requests of one caller. */
  waiting: number
}

export interface FairQueue {
  /** Runs the work once the caller may use a connection. Throws 429 when too many requests of the caller wait. */
  run<T>(caller: QueueKey, work: () => Promise<T>): Promise<T>
}

/** For a pool of 20, of which two are left to the service role. */
export const dataApiShares: Shares = {
  each: { anonymous: 2, customer: 3, staff: 4 },
  upTo: { anonymous: 4, customer: 10, staff: 18 },
  waiting: 100,
}
/** For a pool of 15, of which the rest is left to the short statements of sign-in. */
export const storageShares: Shares = {
  each: { anonymous: 1, customer: 2, staff: 3 },
  upTo: { anonymous: 2, customer: 5, staff: 9 },
  waiting: 100,
}

const ranks: readonly Rank[] = ['anonymous', 'customer', 'staff']
/** A connection counts for its rank and all higher ones. */
const ranksFrom = (rank: Rank) => ranks.slice(ranks.indexOf(rank))

interface Waiter extends QueueKey {
  start(): void
}

interface QueueStats {
  name: string
  running: number
  waiting: number
}
const named = new Map<string, () => QueueStats>()

/** Of the queues of this process that have a name. */
export const queueStats = (): QueueStats[] => [...named.values()].map((stats) => stats())

/**
 * Shares a pool of connections: a free one goes to the waiting caller with the fewest, and among those in turn.
 * @param name - in metrics
 */
export function createFairQueue({ each, upTo, waiting }: Shares, name?: string): FairQueue {
  const held = new Map<string, number>()
  const used: Record<Rank, number> = { anonymous: 0, customer: 0, staff: 0 }
  /**
   * By caller, so that a step costs as much as callers wait, however many requests of theirs do. Who had a turn goes to the
   * end.
   */
  const queues = new Map<string, Waiter[]>()
  let length = 0

  const holds = (key: string) => held.get(key) ?? 0
  const fits = ({ key, rank }: QueueKey) =>
    holds(key) < each[rank] && ranksFrom(rank).every((above) => used[above] < upTo[above])

  function enter({ key, rank }: QueueKey): void {
    held.set(key, holds(key) + 1)
    for (const above of ranksFrom(rank)) used[above] += 1
  }

  /** The first request of the caller with the fewest connections, of those who may have one more. */
  function nextWaiter(): Waiter | undefined {
    let best: Waiter | undefined
    for (const [first] of queues.values()) {
      if (!first || !fits(first)) continue
      if (!best || holds(first.key) < holds(best.key)) best = first
    }
    return best
  }

  function wait(caller: QueueKey): Promise<void> {
    const own = queues.get(caller.key) ?? []
    if (own.length >= waiting)
      throw new HttpError(429, 'too_many_at_once', 'Too many requests at once', { 'retry-after': '1' })
    queues.set(caller.key, own)
    length += 1
    return new Promise((start) => own.push({ ...caller, start }))
  }

  function take({ key }: Waiter): void {
    const own = queues.get(key) ?? []
    own.shift()
    queues.delete(key)
    if (own.length > 0) queues.set(key, own)
    length -= 1
  }

  function leave({ key, rank }: QueueKey): void {
    const rest = holds(key) - 1
    if (rest > 0) held.set(key, rest)
    else held.delete(key)
    for (const above of ranksFrom(rank)) used[above] -= 1
    const next = nextWaiter()
    if (!next) return
    take(next)
    enter(next)
    next.start()
  }

  if (name !== undefined) named.set(name, () => ({ name, running: used.staff, waiting: length }))
  return {
    async run(caller, work) {
      if (fits(caller)) enter(caller)
      else await wait(caller)
      try {
        return await work()
      } finally {
        leave(caller)
      }
    },
  }
}

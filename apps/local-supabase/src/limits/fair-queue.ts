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
 * Shares a pool of connections: a free one goes to the waiting caller with the fewest.
 * @param name - in metrics
 */
export function createFairQueue({ each, upTo, waiting }: Shares, name?: string): FairQueue {
  const held = new Map<string, number>()
  const used: Record<Rank, number> = { anonymous: 0, customer: 0, staff: 0 }
  let queue: Waiter[] = []

  const holds = (key: string) => held.get(key) ?? 0
  const fits = ({ key, rank }: QueueKey) =>
    holds(key) < each[rank] && ranksFrom(rank).every((above) => used[above] < upTo[above])

  function enter({ key, rank }: QueueKey): void {
    held.set(key, holds(key) + 1)
    for (const above of ranksFrom(rank)) used[above] += 1
  }

  function leave({ key, rank }: QueueKey): void {
    const rest = holds(key) - 1
    if (rest > 0) held.set(key, rest)
    else held.delete(key)
    for (const above of ranksFrom(rank)) used[above] -= 1
    const next = queue
      .filter(fits)
      .reduce<Waiter | undefined>(
        (best, each) => (best && holds(best.key) <= holds(each.key) ? best : each),
        undefined,
      )
    if (!next) return
    queue = queue.filter((each) => each !== next)
    enter(next)
    next.start()
  }

  if (name !== undefined) named.set(name, () => ({ name, running: used.staff, waiting: queue.length }))
  return {
    async run(caller, work) {
      if (fits(caller)) enter(caller)
      else {
        if (queue.filter(({ key }) => key === caller.key).length >= waiting)
          throw new HttpError(429, 'too_many_at_once', 'Too many requests at once', { 'retry-after': '1' })
        await new Promise<void>((start) => queue.push({ ...caller, start }))
      }
      try {
        return await work()
      } finally {
        leave(caller)
      }
    },
  }
}

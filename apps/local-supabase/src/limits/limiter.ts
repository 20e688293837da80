export interface Limit {
  /** Refilled within `seconds`. */
  amount: number
  seconds: number
  /** Size of a burst, by default the amount. */
  burst?: number
  /** Refilled at once when the seconds have passed since the start, instead of bit by bit. */
  interval?: boolean
}

export interface Limiter {
  /** Counts one. @returns 0, or the seconds to wait if the limit is reached (then it is not counted) */
  take(key: string): number
  /** Like `take`, without counting. */
  wait(key: string): number
  forget(key: string): void
}

interface Bucket {
  tokens: number
  at: number
}

/**
 * A token bucket per key, as GoTrue's for addresses, or with `interval` a count, as GoTrue's of mails.
 * @param now - milliseconds
 * @param capacity - number of keys; beyond, the least recently used one is dropped
 */
export function createLimiter(limit: Limit, now: () => number = Date.now, capacity = 20_000): Limiter {
  const periodMs = limit.seconds * 1000
  const perMs = limit.amount / periodMs
  const burst = limit.burst ?? limit.amount
  const start = now()
  const buckets = new Map<string, Bucket>()
  const intervalOf = (at: number) => Math.floor((at - start) / periodMs)

  function refilled({ tokens, at }: Bucket, later: number): number {
    if (limit.interval) return intervalOf(later) > intervalOf(at) ? burst : tokens
    return Math.min(burst, tokens + (later - at) * perMs)
  }
  function refill(key: string): Bucket {
    const known = buckets.get(key)
    const at = now()
    return { tokens: known ? refilled(known, at) : burst, at }
  }
  function secondsUntilOne({ tokens, at }: Bucket): number {
    // Tolerates rounding errors of many small refills.
    if (tokens > 1 - 1e-9) return 0
    const ms = limit.interval ? start + (intervalOf(at) + 1) * periodMs - at : (1 - tokens) / perMs
    return Math.max(1, Math.ceil(ms / 1000))
  }

  return {
    take(key) {
      const bucket = refill(key)
      const seconds = secondsUntilOne(bucket)
      if (seconds === 0) bucket.tokens -= 1
      // Reinserted to keep the map in order of last use.
      buckets.delete(key)
      buckets.set(key, bucket)
      for (const oldest of buckets.keys()) {
        if (buckets.size <= capacity) break
        buckets.delete(oldest)
      }
      return seconds
    },
    wait: (key) => secondsUntilOne(refill(key)),
    forget: (key) => void buckets.delete(key),
  }
}

export interface Limit {
  /** Size of a burst, refilled within `seconds`. */
  amount: number
  seconds: number
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
 * A token bucket per key, as in GoTrue.
 * @param now - milliseconds
 * @param capacity - number of keys; beyond, the least recently used one is dropped
 */
export function createLimiter(limit: Limit, now: () => number = Date.now, capacity = 20_000): Limiter {
  const perMs = limit.amount / (limit.seconds * 1000)
  const buckets = new Map<string, Bucket>()

  function refill(key: string): Bucket {
    const known = buckets.get(key)
    if (!known) return { tokens: limit.amount, at: now() }
    const at = now()
    return { tokens: Math.min(limit.amount, known.tokens + (at - known.at) * perMs), at }
  }
  // Tolerates rounding errors of many small refills.
  const secondsUntilOne = ({ tokens }: Bucket) =>
    tokens > 1 - 1e-9 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMs / 1000))

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

export interface Limit {
  /** So many at once, and again within `seconds`. */
  amount: number
  seconds: number
}

export interface Limiter {
  /** Counts one. @returns 0, or the seconds to wait when it is one too many (it is not counted then) */
  take(key: string): number
  /** @returns what `take` would, without counting */
  wait(key: string): number
  forget(key: string): void
}

interface Bucket {
  tokens: number
  at: number
}

/**
 * A bucket of tokens for each key, as GoTrue limits: full at first, filled evenly.
 * @param limit - how many in which time
 * @param now - milliseconds
 * @param capacity - keys that are remembered; beyond, the one that was quiet for longest is forgotten
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
  // A hair less than one counts as one: the sums of small steps are not exact.
  const secondsUntilOne = ({ tokens }: Bucket) =>
    tokens > 1 - 1e-9 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMs / 1000))

  return {
    take(key) {
      const bucket = refill(key)
      const seconds = secondsUntilOne(bucket)
      if (seconds === 0) bucket.tokens -= 1
      // Set anew, so that the map's order is the order of the last use.
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

import type { CallerClaims, Handler } from '../http/types'
import { createFairQueue, type Shares } from './fair-queue'
import type { QueueKeys } from './queue-keys'

/** For uploads and functions, which keep one or more copies of the body in memory. */
export const bodyShares: Shares = {
  each: { anonymous: 2, customer: 6, staff: 8 },
  upTo: { anonymous: 20, customer: 60, staff: 80 },
  waiting: 20,
}

interface Options {
  /** In metrics. */
  name?: string
  shares: Shares
  queueKeys: QueueKeys
  getClaims(request: Request): Promise<CallerClaims>
  /** Whether to queue the request. */
  applies(request: Request, url: URL): boolean
}

/** Limits the concurrent requests of a handler, per caller and in total. */
export function queued(handler: Handler, { name, shares, queueKeys, getClaims, applies }: Options): Handler {
  const queue = createFairQueue(shares, name)
  return async (request, url) => {
    if (!applies(request, url)) return handler(request, url)
    const claims = await getClaims(request).catch(() => undefined)
    const key = await queueKeys.of(claims, request)
    return key ? queue.run(key, () => handler(request, url)) : handler(request, url)
  }
}

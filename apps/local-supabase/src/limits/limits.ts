import { clientAddress } from '../http/connection'
import { HttpError } from '../http/http-error'
import { createLimiter, type Limiter } from './limiter'
import { limitOf, type Amounts, type LimitName } from './rules'

/** Rate limits by name and key. */
export interface Limits {
  /** Counts one for the key. Throws 429 with Retry-After beyond the limit. */
  take(name: LimitName, key: string): void
  /** Counts one for the client's address; requests of this process itself are not counted. */
  takeAddress(name: LimitName, request: Request): void
  /** Whether there is one left for the client's address and that endpoint, which it counts. */
  allowsAddress(name: LimitName, request: Request, endpoint: string): boolean
  limiter(name: LimitName): Limiter
}

export interface Refusal {
  code: string
  message: string
}
const standard: Refusal = { code: 'over_request_rate_limit', message: 'Request rate limit reached' }

/** 429 in GoTrue's words. @param seconds - for Retry-After, which GoTrue's own limits do not send */
export function tooMany(seconds?: number, { code, message }: Refusal = standard): HttpError {
  return new HttpError(429, code, message, seconds === undefined ? {} : { 'retry-after': String(seconds) })
}

/**
 * @param configured - amounts of supabase/config.toml
 * @param overridden - amounts of HELPDESK_RATE_LIMITS
 */
export function createLimits(configured: Amounts = {}, overridden: Amounts = {}, now?: () => number): Limits {
  const limiters = new Map<LimitName, Limiter>()
  function limiter(name: LimitName): Limiter {
    const known = limiters.get(name)
    if (known) return known
    const created = createLimiter(limitOf(name, configured, overridden), now)
    limiters.set(name, created)
    return created
  }
  function take(name: LimitName, key: string): void {
    const seconds = limiter(name).take(key)
    if (seconds > 0) throw tooMany(seconds)
  }
  return {
    take,
    limiter,
    takeAddress(name, request) {
      const address = clientAddress(request)
      if (address !== undefined) take(name, address)
    },
    allowsAddress(name, request, endpoint) {
      const address = clientAddress(request)
      return address === undefined || limiter(name).take(`${address} ${endpoint}`) === 0
    },
  }
}

import { clientAddress } from '../http/connection'
import { HttpError } from '../http/http-error'
import { createLimiter, type Limiter } from './limiter'
import { rules, type Amounts, type LimitName } from './rules'

/** Rate limits by name and key. */
export interface Limits {
  /** Counts one for the key. Throws 429 with Retry-After beyond the limit. */
  take(name: LimitName, key: string): void
  /** Counts one for the client's address; requests of this process itself are not counted. */
  takeAddress(name: LimitName, request: Request, what?: string): void
  limiter(name: LimitName): Limiter
}

export interface Refusal {
  code: string
  message: string
}
const standard: Refusal = { code: 'over_request_rate_limit', message: 'Request rate limit reached' }

/** 429 with Retry-After, as GoTrue answers. */
export function tooMany(seconds: number, { code, message }: Refusal = standard): HttpError {
  return new HttpError(429, code, message, { 'retry-after': String(seconds) })
}

export function createLimits(amounts: Amounts = {}, now?: () => number): Limits {
  const limiters = new Map<LimitName, Limiter>()
  function limiter(name: LimitName): Limiter {
    const known = limiters.get(name)
    if (known) return known
    const made = createLimiter({ ...rules[name], amount: amounts[name] ?? rules[name].amount }, now)
    limiters.set(name, made)
    return made
  }
  function take(name: LimitName, key: string): void {
    const seconds = limiter(name).take(key)
    if (seconds > 0) throw tooMany(seconds)
  }
  return {
    take,
    limiter,
    takeAddress(name, request, what = '') {
      const address = clientAddress(request)
      if (address !== undefined) take(name, `${address} ${what}`)
    },
  }
}

import { tooMany } from '../limits/limits'
import type { AuthContext } from './context'
import { requestSource } from './known-device'

/** The limit of one source, and of all unknown sources together. */
const kinds = {
  password: ['account_failures', 'account_guesses'],
  token: ['account_verifications', 'verification_guesses'],
} as const

export interface AttemptLimit {
  /** Throws 429 when there were too many. */
  check(): void
  recordFailure(): void
  reset(): void
}

/**
 * Limits failed attempts at one account. Each source has its own limit, so that attempts elsewhere do not lock out the
 * owner. A second limit covers all sources, except devices and addresses that signed in to the account before.
 * @param email - lower case, of an account or not
 */
export async function attemptLimitFor(
  ctx: AuthContext,
  request: Request,
  email: string,
  kind: keyof typeof kinds,
): Promise<AttemptLimit> {
  const [sourceLimitName, totalLimitName] = kinds[kind]
  const perSource = ctx.gateway.limits.limiter(sourceLimitName)
  const total = ctx.gateway.limits.limiter(totalLimitName)
  const { key, known } = await requestSource(ctx, request, email)
  return {
    check() {
      const seconds = Math.max(perSource.wait(key), known ? 0 : total.wait(email))
      if (seconds > 0) throw tooMany(seconds)
    },
    recordFailure() {
      perSource.take(key)
      if (!known) total.take(email)
    },
    reset: () => perSource.forget(key),
  }
}

import { tooMany } from '../limits/limits'
import type { AuthContext } from './context'
import { requestSource } from './known-device'

/** The limit of one place, and that of all unknown ones together. */
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
 * Counts wrong answers for one account. Each place has its own count, so that nobody locks out somebody elsewhere;
 * many places together are bounded by a slower one, which devices and addresses of the account's owner pass.
 * @param email - lower case; whether there is such an account makes no difference
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

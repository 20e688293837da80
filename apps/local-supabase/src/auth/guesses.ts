import { tooMany } from '../limits/limits'
import type { AuthContext } from './context'
import { originOf } from './known-device'

/** The limit of one place, and that of all unknown ones together. */
const kinds = {
  password: ['account_failures', 'account_guesses'],
  token: ['account_verifications', 'verification_guesses'],
} as const

export interface Guesses {
  /** Throws 429 when there were too many. */
  refuse(): void
  failed(): void
  succeeded(): void
}

/**
 * Counts wrong answers for one account. Each place has its own count, so that nobody locks out somebody elsewhere;
 * many places together are bounded by a slower one, which devices and addresses of the account's owner pass.
 * @param email - lower case; whether there is such an account makes no difference
 */
export async function guessesAt(
  ctx: AuthContext,
  request: Request,
  email: string,
  kind: keyof typeof kinds,
): Promise<Guesses> {
  const [place, all] = kinds[kind]
  const ofPlace = ctx.gw.limits.limiter(place)
  const ofAll = ctx.gw.limits.limiter(all)
  const { key, known } = await originOf(ctx, request, email)
  return {
    refuse() {
      const seconds = Math.max(ofPlace.wait(key), known ? 0 : ofAll.wait(email))
      if (seconds > 0) throw tooMany(seconds)
    },
    failed() {
      ofPlace.take(key)
      if (!known) ofAll.take(email)
    },
    succeeded: () => ofPlace.forget(key),
  }
}

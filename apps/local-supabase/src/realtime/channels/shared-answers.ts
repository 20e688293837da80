import type { CallerClaims } from '../../http/types'
import type { Allowed, Authorizer, Extension } from './authorize'

/**
 * Asks the policies once for all channels that want the same answer at the same time: the pages of one session ask with one
 * token for the same topics.
 * @param losses - number of losses of rights that were announced so far
 */
export function shareAnswers(authorizer: Authorizer, losses: () => number): Authorizer {
  const asked = new Map<string, Promise<Allowed>>()

  const share =
    (kind: keyof Authorizer) => (claims: CallerClaims, topic: string, extensions: readonly Extension[]) => {
      // A question from before a loss may get an answer that is older than the loss.
      const key = JSON.stringify([kind, losses(), topic, claims.role, claims.sub, claims.raw, extensions])
      const before = asked.get(key)
      if (before) return before
      const answer = authorizer[kind](claims, topic, extensions).finally(() => asked.delete(key))
      asked.set(key, answer)
      return answer
    }

  return { readable: share('readable'), writable: share('writable') }
}

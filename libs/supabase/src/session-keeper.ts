/** Who knows how a session is won back. `@helpdesk/auth` is the one; without it a refusal is simply handed on. */
export interface SessionKeeper {
  /**
   * A request has no token, or the server did not accept it (401). Resolves when it is worth sending (again), which
   * may be after the person has signed in anew; `false` when it is not.
   * @param refused the token that was refused, `null` when there was none to send
   * @throws what `signal` was aborted with
   */
  renew(refused: string | null, signal: AbortSignal | null): Promise<boolean>
  /** A right was refused (403). The session may have ended elsewhere, which a token alone does not show. */
  doubt(): void
}

let keeper: SessionKeeper | null = null

/** Appoints the keeper; the last one counts, `null` ends it. */
export function setSessionKeeper(next: SessionKeeper | null): void {
  keeper = next
}

export const renewSession: SessionKeeper['renew'] = (refused, signal) =>
  keeper ? keeper.renew(refused, signal) : Promise.resolve(false)

/** Tells the keeper that a right was refused. For requests that do not go through `authorizedFetch`. */
export const doubtSession = (): void => keeper?.doubt()

/** Renews sessions for the clients of this library. `@helpdesk/auth` provides it; without it a 401 is final. */
export interface SessionRecovery {
  /**
   * Called when a request has no token, or the server refused it (401).
   * @param refused the refused token, `null` when there was none to send
   * @returns whether to send the request (again), which may be after the user has signed in again
   * @throws the reason of `signal` once it is aborted
   */
  recover(refused: string | null, signal: AbortSignal | null): Promise<boolean>
  /** Called after a 403: checks that the session still exists, which a valid token does not prove. */
  recheck(): void
}

let recovery: SessionRecovery | null = null

/** Replaces the session recovery; `null` removes it. */
export function setSessionRecovery(next: SessionRecovery | null): void {
  recovery = next
}

export const recoverSession: SessionRecovery['recover'] = (refused, signal) =>
  recovery ? recovery.recover(refused, signal) : Promise.resolve(false)

export const recheckSession = (): void => recovery?.recheck()

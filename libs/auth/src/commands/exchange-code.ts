import { authClient } from '@helpdesk/supabase'
import { applySession } from '../session/apply-session'
import { setRecovering } from '../session/auth-state'
import { runAuthCommand } from './run'

const pending = new Map<string, Promise<{ recovering: boolean }>>()

/**
 * Redeems the `code` of a callback or reset link for a session. A code works once, so a second call with the same
 * code (React's strict mode mounts twice) gets the outcome of the first. That holds for
 * failures too: auth-js throws the verifier away with the first try, so that a second one cannot succeed.
 * @returns whether the link was one for a new password.
 * @throws AppError when the code is spent, expired, or belongs to another browser.
 */
export function exchangeCode(code: string): Promise<{ recovering: boolean }> {
  const known = pending.get(code)
  if (known) return known
  const exchange = runAuthCommand('exchangeCode', async () => {
    const { data, error } = await authClient().exchangeCodeForSession(code)
    if (error) throw error
    const recovering = 'redirectType' in data && data.redirectType === 'recovery'
    // Before the session shows: a signed-in person who is not recovering would be sent away from the reset screen.
    if (recovering) setRecovering(true)
    await applySession(data.session)
    return { recovering }
  })
  pending.set(code, exchange)
  return exchange
}

import { authClient } from '@helpdesk/supabase/auth-client'
import { applySession } from '../session/apply-session'
import { setRecovering } from '../session/auth-state'
import { runAuthCommand } from './run-auth-command'

const pending = new Map<string, Promise<{ recovering: boolean }>>()

/**
 * Redeems the `code` of a callback or reset link for a session. A code works once, so a second call with the
 * same code (React's strict mode mounts twice) shares the outcome of the first, failures included.
 * @returns whether it was a password reset link
 * @throws AppError when the code is used, expired, or belongs to another browser
 */
export function exchangeCode(code: string): Promise<{ recovering: boolean }> {
  const known = pending.get(code)
  if (known) return known
  const exchange = runAuthCommand('exchangeCode', async () => {
    const { data, error } = await (await authClient()).exchangeCodeForSession(code)
    if (error) throw error
    const recovering = 'redirectType' in data && data.redirectType === 'recovery'
    // before applySession(): the guard redirects signed-in users from the reset screen unless they are recovering
    if (recovering) setRecovering(true)
    await applySession(data.session)
    return { recovering }
  })
  pending.set(code, exchange)
  return exchange
}

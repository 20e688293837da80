import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'
import { setRecovering } from '../session/auth-state'

/**
 * Asks whether the signed-in user has neither a password nor a provider; if so, the new-password screen opens for them,
 * as after a reset link. A failed request asks nobody: they can still get a password by a reset link.
 */
export async function requirePassword(): Promise<boolean> {
  try {
    const needed = await ask((await loadData()).rpc('needs_password'), z.boolean())
    if (needed) setRecovering(true)
    return needed
  } catch (error) {
    console.error('Whether the account needs a password is unknown', error)
    return false
  }
}

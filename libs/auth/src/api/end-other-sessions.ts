import { authClient } from '@helpdesk/supabase/auth-client'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'

/**
 * Signs out all other devices of the user.
 * @throws AppError
 */
export async function endOtherSessions(): Promise<void> {
  const { error } = await (await authClient()).signOut({ scope: 'others' })
  if (error) throw toAppError(error)
}

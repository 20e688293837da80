import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { authStoreText, type AuthAction } from '../model/error-texts'
import { patchAuthState } from '../session/auth-state'

/**
 * Runs an auth command: clears the last error, and on failure stores the text of specification section 8.
 * @throws AppError
 */
export async function runAuthCommand<T>(
  action: AuthAction,
  command: () => Promise<T>,
  provider?: string,
): Promise<T> {
  patchAuthState({ error: null })
  try {
    return await command()
  } catch (error) {
    const failure = toAppError(error)
    patchAuthState({ error: authStoreText(action, failure, provider) })
    throw failure
  }
}

import { toAppError } from '@helpdesk/supabase'
import { authStoreText, type AuthAction } from '../model/error-texts'
import { patchAuthState } from '../session/auth-state'

/**
 * Runs one auth command: clears the last error, and on failure leaves the text of section 8 in the state.
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

import { getAuthState } from '@helpdesk/auth/session/auth-state'
import { auth } from '../app/session'

type Outcome = 'verified' | 'recovering' | 'signed-in' | 'refused' | 'failed'

/**
 * Completes a sign-in that left the page.
 * @param code - the code of the callback address
 * @param refused - whether the callback address has an error instead
 */
export async function completeSignIn(code: string | null, refused: boolean): Promise<Outcome> {
  const { exchangeCode } = await auth()
  if (code) {
    return exchangeCode(code).then(
      ({ recovering }) => (recovering ? 'recovering' : 'verified'),
      (error: unknown) => {
        console.error(error)
        return 'failed'
      },
    )
  }
  if (refused) return 'refused'
  return getAuthState().session ? 'signed-in' : 'failed'
}

import { getAuthState } from '@helpdesk/auth'
import { auth } from '../app/session'

type Outcome = 'verified' | 'recovering' | 'signed-in' | 'refused' | 'failed'

/**
 * Ends a sign-in that left the page.
 * @param code - what the address brought back, to be redeemed for a session
 * @param refused - whether it brought an error instead
 */
export async function complete(code: string | null, refused: boolean): Promise<Outcome> {
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

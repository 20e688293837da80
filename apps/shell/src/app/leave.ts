import { getAuthState } from '@helpdesk/auth'
import { forgetDraftFiles } from '@helpdesk/tickets/data-access/draft-files'
import { auth } from './session'

let leavingNow = false

/** Whether the person is signing out by themselves: where they were is then not remembered. */
export const isLeaving = (): boolean => leavingNow

/** A browser that does not open its storage shall not keep anybody signed in. */
const PATIENCE_MS = 1_000

/**
 * Signs out and loads the login page anew, so that nothing of the person's data stays in memory. The files that they
 * chose and did not send go too; unsent texts stay for their next visit.
 * @throws AppError when the server could not be told and the session is still there.
 */
export async function leave(): Promise<void> {
  leavingNow = true
  const { user } = getAuthState()
  try {
    await (await auth()).signOut()
  } catch (error) {
    leavingNow = false
    throw error
  }
  if (user) await Promise.race([forgetDraftFiles(user.id), pause()])
  location.replace('/auth/login')
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))

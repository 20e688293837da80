import { auth } from './session'

let leavingNow = false

/** Whether the person is signing out by themselves: where they were is then not remembered. */
export const isLeaving = (): boolean => leavingNow

/**
 * Signs out and loads the login page anew, so that nothing of the person's data stays in memory.
 * @throws AppError when the server could not be told and the session is still there.
 */
export async function leave(): Promise<void> {
  leavingNow = true
  try {
    await (await auth()).signOut()
  } catch (error) {
    leavingNow = false
    throw error
  }
  location.replace('/auth/login')
}

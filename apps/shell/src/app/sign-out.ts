import { getAuthState } from '@helpdesk/auth'
import { forgetWords } from '@helpdesk/tickets/data-access/personal-storage'
import { noteInvite } from './pending-invite'
import { noteReturnPath } from './return-path'
import { auth } from './session'

let leaving: Promise<void> | null = null

/** Whether the person is signing out by themselves: where they were is then not remembered. */
export const isLeaving = (): boolean => leaving !== null

/** A browser that does not open its storage shall not keep anybody signed in. */
const PATIENCE_MS = 1_000
const NOT_TOLD = 'Failed to logout on the server. On this device you are signed out.'

/**
 * Signs out and loads the login page anew, so that nothing of the person's data stays in memory or in the browser's
 * storage. When the server could not be told, the login page says so: here the person is out nevertheless.
 */
export function leave(): Promise<void> {
  leaving ??= signOutHere()
  return leaving
}

async function signOutHere(): Promise<void> {
  const { user } = getAuthState()
  const forget = () => user && Promise.race([forgetWords(user.id), pause()])
  const told = await auth()
    .then(({ signOut }) => {
      // It notes the departure at once, so that nothing is written again; its answer may take long.
      const answer = signOut()
      void forget()
      return answer
    })
    .then(
      () => true,
      (error: unknown) => {
        console.error(error)
        return false
      },
    )
  noteReturnPath(null)
  noteInvite(null)
  await forget()
  if (told) return location.replace('/auth/login')
  // as the router keeps a location's state; the login page shows its `error`
  history.replaceState({ usr: { error: NOT_TOLD }, key: 'default' }, '', '/auth/login')
  location.reload()
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))

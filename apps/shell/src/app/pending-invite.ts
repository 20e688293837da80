import { isInviteToken } from '@helpdesk/auth'

/** In the tab's own storage, not in the address: the token outlives the sign-in and stays out of history and referrers. */
const KEY = 'helpdesk-invite'

/** Notes the invite to be accepted after sign-in; `null` forgets it. */
export function noteInvite(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {
    // Without storage the link of the mail is opened once more after sign-in.
  }
}

/** The invite to be accepted, if there is one. */
export function pendingInvite(): string | null {
  try {
    const token = sessionStorage.getItem(KEY)
    return isInviteToken(token) ? token : null
  } catch {
    return null
  }
}

import { isInviteToken } from '@helpdesk/auth/model/invite'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'

/** In the tab's own storage, not in the address: the token stays out of history and referrers. */
const KEY = 'helpdesk-invite'

/** Saves the invite to accept after sign-in; `null` removes it. */
export function savePendingInvite(token: string | null): void {
  sessionStore.write(KEY, token)
}

/** The invite to accept after sign-in, if any. */
export function pendingInvite(): string | null {
  const token = sessionStore.read(KEY)
  return isInviteToken(token) ? token : null
}

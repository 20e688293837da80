import { isInviteToken } from '@helpdesk/auth/model/invite'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'

/** Stored per tab and not in the address, which keeps the token out of history and referrers. */
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

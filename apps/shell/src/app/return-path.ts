import { safeNext } from '@helpdesk/auth/model/safe-next'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'

/** Stored per tab, because a provider returns to the same tab. */
const KEY = 'helpdesk-return-to'

/** Saves the path to open after a sign-in that leaves the page; `null` removes it. */
export function saveReturnPath(path: string | null): void {
  sessionStore.write(KEY, path)
}

/** The path to open after a sign-in that left the page: a path of this origin, or the start page. */
export function readReturnPath(): string {
  return safeNext(sessionStore.read(KEY))
}

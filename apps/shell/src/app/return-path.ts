import { safeNext } from '@helpdesk/auth/model/safe-next'
import { sessionStore } from '@helpdesk/ui/storage/browser-storage'

/** In the tab's own storage: a provider returns to the same tab, and no link carries the path. */
const KEY = 'helpdesk-return-to'

/** Saves where to go after a sign-in that leaves the page; `null` removes it. */
export function saveReturnPath(path: string | null): void {
  sessionStore.write(KEY, path)
}

/** Where a sign-in that left the page leads to: a path of this origin, or the start page. */
export function readReturnPath(): string {
  return safeNext(sessionStore.read(KEY))
}

import { safeNext } from '@helpdesk/auth'

/** In the tab's own storage: a provider brings the person back to the same tab, and nothing of ours is in a link. */
const KEY = 'helpdesk-return-to'

/** Notes where to go after a sign-in that leaves the page; `null` forgets it. */
export function noteReturnPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage the sign-in ends on the start page.
  }
}

/** Where a sign-in that left the page leads to: a path of this origin, the start page when nothing was noted. */
export function readReturnPath(): string {
  try {
    return safeNext(sessionStorage.getItem(KEY))
  } catch {
    return '/'
  }
}

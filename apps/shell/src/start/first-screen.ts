import type { createBrowserRouter } from '@helpdesk/ui/router'
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase/stored-session'
import { localStore } from '@helpdesk/ui/storage/browser-storage'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** Longest wait with the skeleton alone; then the app says what is missing. */
const PATIENCE_MS = 4_000

/**
 * Resolves when the first screen can replace the skeleton of the page in one render: its code and first rows are
 * there, or one of them failed. At once for signed-out visitors, whose login page is in the HTML.
 */
export function firstScreen(router: Router, config: Promise<unknown>): Promise<void> {
  if (localStore.read(AUTH_STORAGE_KEY) === null || router.state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) done()
    })
    const timer = setTimeout(done, PATIENCE_MS)
    function done() {
      stop()
      clearTimeout(timer)
      resolve()
    }
    config.catch(done)
  })
}

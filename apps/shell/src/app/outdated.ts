import { sessionStore } from '@helpdesk/ui/storage/browser-storage'

/** Browsers word it differently; each says that a module could not be fetched or imported. */
const MISSING_CHUNK = /dynamically imported module|module script failed|unable to preload css/i
const KEY = 'helpdesk-reloaded-at'
const PAUSE_MS = 60_000

/** For forms, where a reload would lose what was typed and is left to the person. */
export const OUTDATED_TEXT = 'A part of this page could not be loaded. Please load the page again.'

/** What reloads; tests put their own in its place. */
export const page = { reload: () => location.reload() }

/**
 * Whether something failed because a part of the program did not arrive: after a release the old parts are gone, and
 * asking for them again cannot help.
 */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && MISSING_CHUNK.test(error.message)
}

/** Whether the page may reload by itself: not again within a minute, or a broken release would reload for ever. */
export function mayReload(lastReload: number | null, now: number): boolean {
  return lastReload === null || now - lastReload >= PAUSE_MS || lastReload > now
}

/**
 * Reloads the page, if it has not done so just now and the server answers: offline, a reload would trade the portal
 * for the browser's error page. Only for when the screen is gone already, so that nothing typed is lost.
 * @returns whether the reload is under way.
 */
export async function reloadByItself(): Promise<boolean> {
  const stored = sessionStore.read(KEY)
  if (!mayReload(stored === null ? null : Number(stored), Date.now())) return false
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null)
  // without a stored time the page could reload for ever
  if (!response?.ok || !sessionStore.write(KEY, String(Date.now()))) return false
  page.reload()
  return true
}

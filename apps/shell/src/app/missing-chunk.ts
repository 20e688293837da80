import { sessionStore } from '@helpdesk/ui/storage/browser-storage'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'
import * as texts from './texts'

/** Messages of the browsers for a failed dynamic import. */
const MISSING_CHUNK = /dynamically imported module|module script failed|unable to preload css/i
const KEY = 'helpdesk-reloaded-at'
const MIN_INTERVAL_MS = 60_000

/** For forms, where an automatic reload would lose the input. */
export const MISSING_CHUNK_TEXT = texts.chunkMissing

/** Replaced by tests. */
export const page = { reload: () => location.reload() }

/** A file of a remote that could not be loaded, or is not the released one. */
export class MissingChunkError extends Error {
  override name = 'MissingChunkError'
}

/**
 * Whether an error is a failed import of our own code: after a release the old files are gone, so a retry cannot help.
 */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof MissingChunkError || (error instanceof Error && MISSING_CHUNK.test(error.message))
}

/** Allows one automatic reload per minute: a broken release would otherwise reload forever. */
export function mayReload(lastReload: number | null, now: number): boolean {
  return lastReload === null || now - lastReload >= MIN_INTERVAL_MS || lastReload > now
}

/** Takes the shell's scripts past the HTTP cache, which may keep a wrong body for a year. Remotes have hashes for that. */
async function refetchScripts(): Promise<void> {
  const own = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`) && name.endsWith('.js'))
  await Promise.all([...new Set(own)].map((name) => fetch(name, { cache: 'reload' }).catch(() => null)))
}

/**
 * Reloads the page unless it did so within the last minute or the server is down, when a reload would show the browser's
 * error page. Call it only when no input can be lost.
 * @returns whether the page is reloading
 */
export async function reloadOnce(): Promise<boolean> {
  const stored = sessionStore.read(KEY)
  if (!mayReload(stored === null ? null : Number(stored), deviceNow())) return false
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null)
  // without a stored time the page could reload forever
  if (response?.ok) await refetchScripts()
  if (!response?.ok || !sessionStore.write(KEY, String(deviceNow()))) return false
  page.reload()
  return true
}

/** Open sessions notice a new release within a minute. */
const INTERVAL_MS = 50_000
/** Between two looks when the user changes tabs often. */
const MIN_INTERVAL_MS = 5_000

/**
 * Calls `check` regularly while the tab is visible, and when the user comes back to it.
 * @param check - its failures are logged; the open session goes on with what it has
 * @returns stops the calls
 */
export function watchRegistry(check: () => Promise<void>): () => void {
  let last = performance.now()
  function run() {
    if (document.visibilityState !== 'visible' || performance.now() - last < MIN_INTERVAL_MS) return
    last = performance.now()
    check().catch((error: unknown) => console.warn(error))
  }
  const timer = setInterval(run, INTERVAL_MS)
  document.addEventListener('visibilitychange', run)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', run)
  }
}

/**
 * Runs under a lock that all tabs of this browser share. Without locks, it runs at once: they are absent from pages without
 * a secure context, and denied where the browser denies storage.
 * @param options as of `navigator.locks.request`; with `ifAvailable`, `run` gets null while another has the lock
 * @throws what `run` throws, or the abort of `options.signal`
 */
export async function withWebLock<T>(
  name: string,
  options: LockOptions,
  run: (lock: Lock | null | undefined) => Promise<T>,
): Promise<T> {
  if (!('locks' in navigator)) return run(undefined)
  let isRunning = false
  try {
    return await navigator.locks.request(name, options, (lock) => {
      isRunning = true
      return run(lock)
    })
  } catch (error) {
    if (isRunning || options.signal?.aborted) throw error
    return run(undefined)
  }
}

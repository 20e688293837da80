/** How long code may load before the page says so. */
export const LOAD_LIMIT_MS = 5_000

/**
 * Waits for a load no longer than the limit. The load goes on.
 * @throws the reason of the load, or `late()` after the limit
 */
export function withinLimit<T>(load: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), LOAD_LIMIT_MS)
    load.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../http/database-restart'
import type { Log } from '../log/log'

/** Milliseconds after a failure. */
const RETRY_MS = 1_000

/**
 * Reads the schema after each call, one reading at a time: of two at once, the one that began before a change could be the
 * last to end, and its answer would stay.
 */
export function createReload(read: () => Promise<unknown>, log: Log): () => void {
  let reading = false
  let due = false

  async function run(): Promise<void> {
    reading = true
    while (due) {
      due = false
      try {
        await read()
      } catch (error) {
        // Read as soon as it is there again: the listener calls then.
        if (isDatabaseUnavailable(error)) continue
        log(`data-api: the schema could not be read: ${String(error)}`, { level: 'error' })
        due = true
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    reading = false
  }

  return () => {
    due = true
    if (!reading) void run()
  }
}

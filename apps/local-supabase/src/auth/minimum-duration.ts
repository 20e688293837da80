import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any of it takes, mail included, on a machine that is not busy. */
export const MINIMUM_MS = 100

/**
 * Does what is only done for some addresses, in the time that it takes for all: neither that there is an account nor
 * that there is none can be read from the clock.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>, milliseconds = MINIMUM_MS): Promise<T> {
  const [done] = await Promise.allSettled([work(), sleep(milliseconds)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

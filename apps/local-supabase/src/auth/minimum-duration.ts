import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes on an idle machine, mail included. */
export const MINIMUM_MS = 100

/**
 * Pads work that is done for some addresses only: the response time must not reveal whether an account exists.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>, milliseconds = MINIMUM_MS): Promise<T> {
  const [done] = await Promise.allSettled([work(), sleep(milliseconds)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

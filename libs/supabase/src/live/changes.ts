import * as z from 'zod/mini'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'
import { ask } from '../ask'
import { getConnection, subscribeConnection } from '../connection'
import { loadData } from '../data-client'
import { createFollower } from './catch-up'
import { loadLive } from './rooms'

/** Longest time back that the first question asks for, in seconds. */
const WINDOW_S = 60

const changesSchema = z.object({
  cursor: z.string(),
  /** Too much changed to list each ticket: everything has to be read again. */
  reset: z.boolean(),
  tickets: z.array(
    z.object({
      id: z.string(),
      /** The kinds of its new events, such as `status` or `comment_added`. */
      kinds: z.array(z.string()),
      /** As `list_tickets` returns it; absent when the caller can no longer see the ticket. */
      row: z.optional(z.unknown()),
    }),
  ),
  /** Time of the question in milliseconds, added here: what was read later is newer than the answer. */
  asked: z.optional(z.number()),
})
export type Changes = Omit<z.infer<typeof changesSchema>, 'cursor'>

/** With the realtime topics that tell when to ask again. */
export const answerSchema = z.extend(changesSchema, { topics: z._default(z.array(z.string()), []) })

// It outlives a screen that does not follow changes, whose lists stay in the cache.
let cursor: string | undefined

/** Seconds that a change may need to commit, and the first question to arrive; more once it took longer. */
let spare = 0.25

/**
 * The first question asks for what changed since the page began to load, which its first reads may have missed. For no
 * earlier change: the page would read again what it has just read.
 */
const pageAge = () => Math.min(WINDOW_S, performance.now() / 1000 + spare).toFixed(3)

/**
 * Asks the backend for the tickets that changed, until stopped: at intervals while the page is visible, and at once when
 * the backend hints at a change, the page becomes visible or gets its connection back.
 * @param onChanges gets what is new; the next question waits until it is done with it
 * @param isUrgent false for hints at tickets whose changes may wait a moment
 * @returns `stop` stops asking
 */
export function watchChanges(
  onChanges: (changes: Changes) => Promise<void> | void,
  isUrgent: (ticketIds: readonly string[]) => boolean,
) {
  let stopped = false

  async function askForChanges(signal: AbortSignal): Promise<string[]> {
    const asked = deviceNow()
    const data = await loadData()
    const sent = performance.now()
    const {
      cursor: next,
      topics,
      ...changes
    } = await ask(
      data.rpc('changes_since', { since: cursor ?? pageAge() }, { get: true }).abortSignal(signal),
      answerSchema,
    )
    if (stopped || signal.aborted) return []
    const took = (performance.now() - sent) / 1000
    // A question that was late, or sent again, arrived when the page was older than it says.
    if (cursor === undefined && took > spare) {
      spare = 2 * took
      return askForChanges(signal)
    }
    if (changes.reset || changes.tickets.length > 0) await onChanges({ ...changes, asked })
    cursor = next
    return topics
  }

  const follower = createFollower({
    ask: askForChanges,
    // A backend that did not answer is asked on: its hints may arrive long before the next probe.
    isIdle: () => document.visibilityState === 'hidden' || getConnection() === 'offline',
    isUrgent,
    loadLive,
  })
  document.addEventListener('visibilitychange', follower.wake)
  // A connection that was just lost is no reason to ask: the lost question may be what told of it.
  const unsubscribe = subscribeConnection(() => getConnection() === 'online' && follower.wake())
  follower.wake()
  return {
    isUpToDate: follower.isUpToDate,
    stop(): void {
      stopped = true
      follower.stop()
      document.removeEventListener('visibilitychange', follower.wake)
      unsubscribe()
    },
  }
}

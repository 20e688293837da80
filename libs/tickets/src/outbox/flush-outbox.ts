import { getConnection } from '@helpdesk/supabase'
import { oncePerPage } from '@helpdesk/ui'
import type { QueryClient } from '@helpdesk/ui/query'
import { isInQueue, outboxKey, syncUnsent, unsentAt, waitingTickets } from './outbox-store'
import { sendUnsent } from './send-unsent'

const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 5 * 60_000

/** Two remotes on one page share it: one of them sends. */
const state = oncePerPage('outbox-flush@2', () => ({
  isRunning: false,
  /** Rounds in a row that a comment held back. */
  failures: 0,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
}))

/**
 * Sends the comments that were written without a network, each ticket's in the order in which they were written. One that
 * fails for a passing reason holds back those after it, is shown as not sent, and is tried again.
 */
export async function flushOutbox(queries: QueryClient, userId: string): Promise<void> {
  if (state.isRunning) return
  state.isRunning = true
  clearTimeout(state.timer)
  try {
    let isHeld = false
    for (const ticketId of waitingTickets(userId)) {
      if (getConnection() === 'offline') return
      const outcome = await sendTicket(queries, userId, ticketId)
      if (outcome === 'waiting') return
      isHeld ||= outcome === 'held'
    }
    state.failures = isHeld ? state.failures + 1 : 0
    if (!isHeld) return
    const delay = Math.min(FIRST_RETRY_MS * 2 ** (state.failures - 1), LONGEST_RETRY_MS)
    state.timer = setTimeout(() => void flushOutbox(queries, userId), delay)
  } finally {
    state.isRunning = false
  }
}

/** @returns whether all were sent or refused, or why the rest of the ticket's comments wait */
async function sendTicket(queries: QueryClient, userId: string, ticketId: string) {
  const key = outboxKey(userId, ticketId)
  const next = () => {
    syncUnsent(key)
    return unsentAt(key).find(isInQueue)
  }
  for (let comment = next(); comment; comment = next()) {
    if (getConnection() === 'offline') return 'waiting'
    const outcome = await sendUnsent({ queries, userId, ticketId }, comment)
    // Refused comments stay, marked, and do not hold back the next ones.
    if (outcome === 'waiting' || outcome === 'held') return outcome
  }
  return 'done'
}

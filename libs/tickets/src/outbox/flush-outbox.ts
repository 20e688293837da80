import { getConnection } from '@helpdesk/supabase'
import { oncePerPage } from '@helpdesk/ui'
import type { QueryClient } from '@helpdesk/ui/query'
import { outboxKey, syncUnsent, unsentAt, waitingTickets } from './outbox-store'
import { sendUnsent } from './send-unsent'

/** Two remotes on one page share it: one of them sends. */
const state = oncePerPage('outbox-flush@1', () => ({ isRunning: false }))

/** Sends the comments that were written without a network, each ticket's in the order in which they were written. */
export async function flushOutbox(queries: QueryClient, userId: string): Promise<void> {
  if (state.isRunning) return
  state.isRunning = true
  try {
    for (const ticketId of waitingTickets(userId)) {
      const key = outboxKey(userId, ticketId)
      const next = () => {
        syncUnsent(key)
        return unsentAt(key).find((each) => each.state === 'waiting')
      }
      for (let comment = next(); comment; comment = next()) {
        if (getConnection() === 'offline') return
        // Refused comments stay, marked, and do not hold back the next ones.
        if ((await sendUnsent({ queries, userId, ticketId }, comment)) === 'waiting') return
      }
    }
  } finally {
    state.isRunning = false
  }
}

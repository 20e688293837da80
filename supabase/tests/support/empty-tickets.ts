import postgres from 'postgres'
import { db } from './backend'

/**
 * Runs a statement that locks many tables, again when PostgreSQL has ended it: the sender of mails and the sweeps of the
 * backend lock the same tables in another order.
 */
export const untilNoDeadlock = (run: () => Promise<unknown>): Promise<void> =>
  run().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof postgres.PostgresError && error.code === '40P01') return untilNoDeadlock(run)
      throw error
    },
  )

/** Removes all tickets, those of earlier test files too. */
export const emptyTickets = (): Promise<void> =>
  untilNoDeadlock(async () => db`truncate public.tickets cascade`)

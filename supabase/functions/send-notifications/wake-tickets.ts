import type { ServiceApi } from '../_shared/service-api.ts'

/** Tickets of one call to the database, which has eight seconds. */
const AT_ONCE = 100
/** Calls of one run; the next run goes on. */
const CALLS = 20

/** Ends the snooze of tickets whose time has come. @throws ServiceError: they are woken by the next run */
export async function wakeTickets(api: ServiceApi): Promise<void> {
  for (let calls = 0; calls < CALLS; calls += 1)
    if (Number(await api.rpc('wake_tickets', { max_rows: AT_ONCE })) < AT_ONCE) return
}

import type { ServiceApi } from '../_shared/service-api.ts'

/** Calls of one run; the next run goes on. */
const CALLS = 20

/** Calls a function of the database, which leaves work that takes long to the next call, until nothing is due. */
async function repeat(api: ServiceApi, name: string, atOnce: number): Promise<void> {
  for (let calls = 0; calls < CALLS; calls += 1)
    if (Number(await api.rpc(name, { max_rows: atOnce })) === 0) return
}

/** Ends the snooze of tickets whose time has come. @throws ServiceError: they are woken by the next run */
export const wakeTickets = (api: ServiceApi): Promise<void> => repeat(api, 'wake_tickets', 100)

/** Sends replies of staff whose time has come. @throws ServiceError: they are sent by the next run */
export const sendDueReplies = (api: ServiceApi): Promise<void> => repeat(api, 'send_due_replies', 20)

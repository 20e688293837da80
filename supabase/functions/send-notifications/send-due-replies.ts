import type { ServiceApi } from '../_shared/service-api.ts'

/** Replies of one call to the database, which has eight seconds. */
const AT_ONCE = 20
/** Calls of one run; the next run goes on. */
const CALLS = 20

/** Sends replies of staff whose time has come. @throws ServiceError: they are sent by the next run */
export async function sendDueReplies(api: ServiceApi): Promise<void> {
  for (let calls = 0; calls < CALLS; calls += 1)
    if (Number(await api.rpc('send_due_replies', { max_rows: AT_ONCE })) < AT_ONCE) return
}

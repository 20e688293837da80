import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import { UNREAD_KEY, type UnreadNotifications } from '@helpdesk/supabase/query/notification-keys'
import { useQuery } from '@helpdesk/ui/query'
import * as z from 'zod/mini'

const schema = z.object({ count: z.number(), tickets: z.array(z.string()) })

/** Milliseconds; the backend takes a page for open as long as it asks every three minutes. */
const INTERVAL = 120_000
/** After a failure: what announced a change does so once. */
const RETRY = 10_000

/** The number of unread notifications. @throws AppError */
async function getUnread(): Promise<UnreadNotifications> {
  return ask((await loadData()).rpc('get_unread_notifications'), schema)
}

/** The unread notifications: read again after changes of tickets, on return to the page, and at intervals. */
export const useUnread = () =>
  useQuery({
    queryKey: UNREAD_KEY,
    queryFn: getUnread,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY : INTERVAL),
    staleTime: 10_000,
  })

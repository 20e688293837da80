import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import { NOTIFICATIONS_KEY } from '@helpdesk/supabase/query/notification-keys'
import { useInfiniteQuery } from '@helpdesk/ui/query'
import * as z from 'zod/mini'

const schema = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    ticket_id: z.string(),
    ticket_number: z.number(),
    ticket_subject: z.string(),
    ticket_status: z.string(),
    /** null when the reader may not know who it was. */
    actor_name: z.nullable(z.string()),
    excerpt: z.nullable(z.string()),
    /** How often it happened since it was last read. */
    times: z.number(),
    created_at: z.string(),
    is_read: z.boolean(),
  }),
)
export type NotificationItem = z.output<typeof schema>[number]

const PAGE = 20

/** A page of notifications, newest first. @throws AppError */
export async function listNotifications(after?: NotificationItem, rows = PAGE): Promise<NotificationItem[]> {
  const args = { max_rows: rows, before_at: after?.created_at, before_id: after?.id }
  // GET, so that a request without an answer is retried.
  return ask((await loadData()).rpc('list_notifications', args, { get: true }), schema)
}

/** The notifications of the last 90 days, page by page. */
export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: [...NOTIFICATIONS_KEY, 'list'],
    queryFn: ({ pageParam }) => listNotifications(pageParam),
    initialPageParam: undefined as NotificationItem | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  })

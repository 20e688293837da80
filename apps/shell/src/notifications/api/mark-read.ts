import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import { NOTIFICATIONS_KEY } from '@helpdesk/supabase/query/notification-keys'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import * as z from 'zod/mini'

/** What to mark as read: one notification, or all. */
export type ReadTarget = { id: string } | 'all'

/** @throws AppError */
async function markRead(target: ReadTarget): Promise<void> {
  const args = target === 'all' ? {} : { notification_id: target.id }
  await ask((await loadData()).rpc('mark_notifications_read', args), z.number())
}

/** Marks notifications as read and reads the list and the count again. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useCommand<void, ReadTarget>({
    mutationKey: ['mark-notifications-read'],
    mutationFn: markRead,
    onSettled: () => queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  })
}

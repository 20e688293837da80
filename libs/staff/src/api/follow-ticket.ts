import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { useTicketCache } from '@helpdesk/tickets/api/get-ticket'

const followersSchema = z.array(z.object({ id: z.string(), name: z.string() }))
/** Staff who follow a ticket, by name. */
export type Followers = z.infer<typeof followersSchema>

/** Follows or unfollows a ticket. @throws AppError */
export async function followTicket(ticketId: string, follow: boolean): Promise<Followers> {
  const data = await loadData()
  return ask(data.rpc('follow_ticket', { ticket_id: ticketId, follow }), followersSchema)
}

/** Follows or unfollows a ticket and shows its followers. */
export function useFollowTicket(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['follow-ticket', ticketId],
    mutationFn: (follow: boolean) => followTicket(ticketId, follow),
    onSuccess: (followers) =>
      cache.patch((detail) => (detail.staff ? { ...detail, staff: { ...detail.staff, followers } } : detail)),
  })
}

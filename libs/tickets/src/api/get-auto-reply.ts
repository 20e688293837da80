import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { autoReplySchema, type AutoReplyMail } from '../model/received-mails'
import { ticketKeys } from './keys'

/** Reads the mail behind a line of the history; for staff. null when it was discarded. @throws AppError `agent_required` */
export async function getAutoReply(eventId: string): Promise<AutoReplyMail | null> {
  const data = await loadData()
  return ask(data.rpc('automatic_reply', { event_id: eventId }, { get: true }), z.nullable(autoReplySchema))
}

/** An automatic answer, which never changes. */
export const useAutoReply = (eventId: string) =>
  useQuery({
    queryKey: ticketKeys.file(eventId),
    queryFn: () => getAutoReply(eventId),
    staleTime: Infinity,
  })

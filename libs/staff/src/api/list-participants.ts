import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useQuery } from '@helpdesk/ui/query'
import { participantSchema, type TicketParticipant } from '../model/mail'

/** People in copy on the ticket. @throws AppError */
export async function listParticipants(ticketId: string): Promise<TicketParticipant[]> {
  const data = await loadData()
  return ask(
    data
      .from('ticket_participants')
      .select('id, address, name, source, left_at')
      .eq('ticket_id', ticketId)
      .order('address')
      .limit(20),
    z.array(participantSchema),
  )
}

export const useParticipants = (ticketId: string) =>
  useQuery({ queryKey: ticketKeys.participants(ticketId), queryFn: () => listParticipants(ticketId) })

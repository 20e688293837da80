import { loadData } from '@helpdesk/supabase'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ticketDetailSchema, type TicketDetail } from '../model/rows'
import { ask } from './ask'
import { ticketKeys } from './keys'
import { ticketError } from './ticket-error'

const uuid = z.guid()

/**
 * A ticket with its comments (oldest first) and attachments, in one request.
 * @throws AppError `ticket_not_found` when it does not exist or the caller has no right to it: the two are not
 * told apart.
 */
export async function getTicket(ticketId: string): Promise<TicketDetail> {
  if (!z.safeParse(uuid, ticketId).success) throw ticketError('ticket_not_found')
  const data = await loadData()
  const rows = await ask(
    data
      .from('tickets')
      .select('*,comments(*),attachments(*)')
      .eq('id', ticketId)
      .order('created_at', { referencedTable: 'comments', ascending: true })
      .order('created_at', { referencedTable: 'attachments', ascending: true }),
    z.array(ticketDetailSchema),
  )
  const ticket = rows[0]
  if (!ticket) throw ticketError('ticket_not_found')
  return ticket
}

/** The ticket of the open detail screen. It is forgotten as soon as no screen shows it. */
export function useTicket(ticketId: string) {
  return useQuery({
    queryKey: ticketKeys.detail(ticketId),
    queryFn: () => getTicket(ticketId),
    gcTime: 0,
  })
}

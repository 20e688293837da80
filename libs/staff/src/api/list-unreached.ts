import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useQuery } from '@helpdesk/ui/query'
import { unreachedSchema, type UnreachedPerson } from '../model/unreached'

/** Who of a ticket gets no mails. @throws AppError */
export async function listUnreached(ticketId: string): Promise<UnreachedPerson[]> {
  const data = await loadData()
  return ask(data.rpc('unreached_people', { ticket_id: ticketId }, { get: true }), z.array(unreachedSchema))
}

export const useUnreached = (ticketId: string) =>
  useQuery({ queryKey: ticketKeys.unreached(ticketId), queryFn: () => listUnreached(ticketId) })

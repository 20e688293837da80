import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'

/** Puts people in copy. @throws AppError `participant_limit`; `23505` when one of them is in copy already */
export async function addParticipants(ticketId: string, addresses: readonly string[]): Promise<void> {
  const data = await loadData()
  const rows = addresses.map((address) => ({ ticket_id: ticketId, address }))
  await ask(data.from('ticket_participants').insert(rows).select('id'), z.array(z.object({ id: z.string() })))
}

export function useAddParticipants(ticketId: string) {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['add-participant', ticketId],
    mutationFn: (addresses: readonly string[]) => addParticipants(ticketId, addresses),
    async onSettled() {
      const queryKey = ticketKeys.participants(ticketId)
      // A first read under way began before the command, and would not be read again.
      await queries.cancelQueries({ queryKey })
      await queries.invalidateQueries({ queryKey })
    },
  })
}

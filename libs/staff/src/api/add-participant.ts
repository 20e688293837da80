import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'

/** Puts somebody in copy. @throws AppError `participant_limit`; `23505` when they are in copy already */
export async function addParticipant(ticketId: string, address: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('ticket_participants').insert({ ticket_id: ticketId, address }).select('id').single(),
    z.object({ id: z.string() }),
  )
}

export function useAddParticipant(ticketId: string) {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['add-participant', ticketId],
    mutationFn: (address: string) => addParticipant(ticketId, address),
    async onSettled() {
      const queryKey = ticketKeys.participants(ticketId)
      // A first read under way began before the command, and would not be read again.
      await queries.cancelQueries({ queryKey })
      await queries.invalidateQueries({ queryKey })
    },
  })
}

import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'

/** The person gets no further mails of the ticket. @throws AppError */
export async function removeParticipant(participantId: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('ticket_participants').delete().eq('id', participantId).select('id').single(),
    z.object({ id: z.string() }),
  )
}

export function useRemoveParticipant(ticketId: string) {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['remove-participant', ticketId],
    mutationFn: removeParticipant,
    onSettled: () => queries.invalidateQueries({ queryKey: ticketKeys.participants(ticketId) }),
  })
}

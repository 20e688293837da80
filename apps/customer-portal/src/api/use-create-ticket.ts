import { useAuth } from '@helpdesk/auth'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import type { TicketFormValues } from '@helpdesk/tickets/model/forms'
import { createTicket } from './create-ticket'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

/** Command of the new-ticket form; lists and dashboards are stale afterwards. */
export function useCreateTicket() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['create-ticket'],
    target: ({ requestId }) => requestId,
    mutationFn: ({ values, requestId }: { values: TicketFormValues; requestId: string }) =>
      createTicket(user?.id ?? null, values, requestId),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ticketKeys.lists() })
      void queries.invalidateQueries({ queryKey: ticketKeys.customerDashboard() })
    },
  })
}

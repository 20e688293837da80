import { useAuth } from '@helpdesk/auth'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TicketFormValues } from '../model/forms'
import { createTicket } from './create-ticket'
import { ticketKeys } from './keys'

/** Command of the new-ticket form; lists and dashboards are stale afterwards. */
export function useCreateTicket() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ values, requestId }: { values: TicketFormValues; requestId: string }) =>
      createTicket(user?.id ?? null, values, requestId),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ticketKeys.lists() })
      void queries.invalidateQueries({ queryKey: ticketKeys.customerDashboard() })
    },
  })
}

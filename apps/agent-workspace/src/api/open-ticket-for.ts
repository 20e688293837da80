import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { ticketSchema } from '@helpdesk/tickets/model/rows'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import type { NewTicketForValues } from '../new-ticket/form-schema'

const openedSchema = z.object({
  ticket: ticketSchema,
  requester: z.object({ id: z.string(), name: z.string(), email: z.string(), is_new: z.boolean() }),
})
export type OpenedTicket = z.infer<typeof openedSchema>

interface Input {
  values: NewTicketForValues
  /** One per form: a repeated one returns the same ticket. */
  requestId: string
}

/**
 * Opens a ticket for a customer. An unknown address becomes a customer, who is invited to the portal.
 * @throws AppError `requester_is_staff`, `account_deactivated` or `requester_email` for an address that cannot have one
 */
async function openTicketFor({ values, requestId }: Input): Promise<OpenedTicket> {
  const data = await loadData()
  const { email, name, ...ticket } = values
  const request = data.rpc('open_ticket_for', {
    ...ticket,
    requester_email: email,
    requester_name: name || undefined,
    request_id: requestId,
  })
  return ask(request, openedSchema)
}

export function useOpenTicketFor() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['open-ticket-for'],
    target: ({ requestId }) => requestId,
    mutationFn: openTicketFor,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ticketKeys.lists() })
      void queries.invalidateQueries({ queryKey: ticketKeys.queueCounts() })
    },
  })
}

import { useAuth } from '@helpdesk/auth'
import { ask, ConflictError, loadData, z } from '@helpdesk/supabase'
import { announceFiles } from '@helpdesk/tickets/api/announce-files'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'
import { updateTicket } from '@helpdesk/tickets/api/update-ticket'
import { MISSING_USER_LOG } from '@helpdesk/tickets/model/errors'
import { ticketFormSchema, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { ticketSchema, type Ticket } from '@helpdesk/tickets/model/rows'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'

/** Reads the ticket that an earlier attempt created and updates it to the current text. */
async function ticketOfRequest(userId: string, requestId: string, values: TicketFormValues): Promise<Ticket> {
  const data = await loadData()
  const request = data.from('tickets').select('*').eq('created_by', userId).eq('request_id', requestId)
  const created = await ask(request.single(), ticketSchema)
  const { subject, description } = values
  if (created.subject === subject && created.description === description) return created
  // The user edited the form after an attempt whose response was lost. Once staff work on the ticket, its text is final.
  const changed = await updateTicket(userId, created.id, { subject, description }).catch(() => null)
  return { ...created, ...changed }
}

/**
 * Creates a ticket for the signed-in user.
 * @param requestId a uuid per form: a repeated one returns the same ticket
 * @param files will be uploaded to it
 * @throws AppError `create_unauthenticated` without a user, else the backend's refusal
 */
export async function createTicket(
  userId: string | null,
  input: TicketFormValues,
  requestId: string = crypto.randomUUID(),
  files: readonly File[] = [],
): Promise<Ticket> {
  if (!userId) {
    console.error(MISSING_USER_LOG)
    throw ticketError('create_unauthenticated')
  }
  const values = z.parse(ticketFormSchema, input)
  await announceFiles(requestId, files)
  const data = await loadData()
  const row = { ...values, created_by: userId, customer_id: userId, request_id: requestId }
  try {
    return await ask(data.from('tickets').insert(row).select().single(), ticketSchema)
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== '23505') throw error
    return ticketOfRequest(userId, requestId, values)
  }
}

interface NewTicketInput {
  values: TicketFormValues
  requestId: string
  files: readonly File[]
}

/** Creates a ticket and marks lists and dashboard as stale. */
export function useCreateTicket() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['create-ticket'],
    target: ({ requestId }) => requestId,
    mutationFn: ({ values, requestId, files }: NewTicketInput) =>
      createTicket(user?.id ?? null, values, requestId, files),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ticketKeys.lists() })
      void queries.invalidateQueries({ queryKey: ticketKeys.customerDashboard() })
    },
  })
}

import { ask, ConflictError, loadData, z } from '@helpdesk/supabase'
import { failureText, MISSING_USER_LOG } from '@helpdesk/tickets/model/errors'
import { ticketFormSchema, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { ticketSchema, type Ticket } from '@helpdesk/tickets/model/rows'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'
import { updateTicket } from '@helpdesk/tickets/api/update-ticket'
import { uploadAttachment } from '@helpdesk/tickets/api/upload-attachment'

/** A file that did not arrive, with the reason. */
export interface FailedUpload {
  file: File
  reason: string
}

/** Uploads one file after the other and collects what failed instead of stopping. */
export async function uploadFiles(ticketId: string, files: readonly File[]): Promise<FailedUpload[]> {
  const failed: FailedUpload[] = []
  for (const file of files) {
    try {
      await uploadAttachment(ticketId, file)
    } catch (error) {
      failed.push({ file, reason: failureText(error) })
    }
  }
  return failed
}

/** The ticket that an earlier try made, brought to the text of this one. */
async function ticketOfRequest(userId: string, requestId: string, values: TicketFormValues): Promise<Ticket> {
  const data = await loadData()
  const request = data.from('tickets').select('*').eq('created_by', userId).eq('request_id', requestId)
  const made = await ask(request.single(), ticketSchema)
  const { subject, description } = values
  if (made.subject === subject && made.description === description) return made
  // Written on after a try whose answer was lost. Once somebody works on the ticket its text stands.
  const changed = await updateTicket(userId, made.id, { subject, description }).catch(() => null)
  return { ...made, ...changed }
}

/**
 * Raises a ticket for the signed-in user.
 * @param requestId a uuid made once for each filled-in form: the same one again gives the same ticket, however
 * often and from wherever it is sent
 * @throws AppError `create_unauthenticated` without a user, else what the backend refused
 */
export async function createTicket(
  userId: string | null,
  input: TicketFormValues,
  requestId: string = crypto.randomUUID(),
): Promise<Ticket> {
  if (!userId) {
    console.error(MISSING_USER_LOG)
    throw ticketError('create_unauthenticated')
  }
  const values = z.parse(ticketFormSchema, input)
  const data = await loadData()
  const row = { ...values, created_by: userId, customer_id: userId, request_id: requestId }
  try {
    return await ask(data.from('tickets').insert(row).select().single(), ticketSchema)
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== '23505') throw error
    return ticketOfRequest(userId, requestId, values)
  }
}

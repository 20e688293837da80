import { useAuth } from '@helpdesk/auth'
import { loadData } from '@helpdesk/supabase'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { failureText, MISSING_USER_LOG } from '../model/errors'
import { ticketFormSchema, type TicketFormValues } from '../model/forms'
import { ticketSchema, type Ticket } from '../model/rows'
import { ask } from './ask'
import { ticketKeys } from './keys'
import { ticketError } from './ticket-error'
import { uploadAttachment } from './upload-attachment'

export interface NewTicket extends TicketFormValues {
  files?: readonly File[]
}

/** A file that did not arrive, with the reason. The ticket exists all the same. */
export interface FailedUpload {
  file: File
  reason: string
}

export interface CreatedTicket {
  ticket: Ticket
  failedFiles: FailedUpload[]
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

/**
 * Raises a ticket for the signed-in user, then uploads its files. A failed upload does not lose the ticket.
 * @throws AppError `create_unauthenticated` without a user, else what the backend refused
 */
export async function createTicket(userId: string | null, input: NewTicket): Promise<CreatedTicket> {
  if (!userId) {
    console.error(MISSING_USER_LOG)
    throw ticketError('create_unauthenticated')
  }
  const values = z.parse(ticketFormSchema, input)
  const data = await loadData()
  const ticket = await ask(
    data
      .from('tickets')
      .insert({ ...values, created_by: userId, customer_id: userId })
      .select()
      .single(),
    ticketSchema,
  )
  return { ticket, failedFiles: await uploadFiles(ticket.id, input.files ?? []) }
}

/** Command of the new-ticket form; lists and dashboards are stale afterwards. */
export function useCreateTicket() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: NewTicket) => createTicket(user?.id ?? null, input),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ticketKeys.all }),
  })
}

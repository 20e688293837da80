import { z } from '@helpdesk/supabase'
import { ticketFormDefaults, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'

/** A ticket that is being written, as this device keeps it. Its files lie elsewhere. */
export interface NewTicketDraft {
  values: TicketFormValues
  /** How many files were chosen. */
  fileCount: number
  /** Made when it was first sent: sending it again, even after a reload, asks for the same ticket. */
  requestId?: string | undefined
}

const storedSchema = z.object({
  subject: z.string(),
  description: z.string(),
  priority: z.enum(TICKET_PRIORITIES),
  fileCount: z._default(z.number(), 0),
  requestId: z.optional(z.guid()),
})

/** True when something was written that would be missed. A chosen priority alone would not. */
export const hasTicketText = ({ subject, description }: TicketFormValues): boolean =>
  Boolean(subject.trim() || description.trim())

/** The draft in a stored text; null when there is none or it is not one of ours. */
export function parseNewTicketDraft(text: string): NewTicketDraft | null {
  if (!text) return null
  try {
    const parsed = z.safeParse(storedSchema, JSON.parse(text))
    if (!parsed.success) return null
    const { requestId, fileCount, ...values } = parsed.data
    return { values, fileCount, requestId }
  } catch {
    return null
  }
}

/** What to store for a draft; empty, which deletes it, when there is nothing to keep. */
export const newTicketDraftText = ({ values, fileCount, requestId }: NewTicketDraft): string =>
  hasTicketText(values) || fileCount > 0
    ? JSON.stringify({ ...ticketFormDefaults, ...values, fileCount, requestId })
    : ''

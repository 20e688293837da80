import { z } from '@helpdesk/supabase'
import { ticketFormDefaults, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'

/** An unsent ticket as stored on this device, without its files. */
export interface NewTicketDraft {
  values: TicketFormValues
  /** Number of chosen files. */
  fileCount: number
  /** Created on the first submit. A retry with it returns the same ticket, also after a reload. */
  requestId?: string | undefined
}

const storedSchema = z.object({
  subject: z.string(),
  description: z.string(),
  priority: z.enum(TICKET_PRIORITIES),
  fileCount: z._default(z.number(), 0),
  requestId: z.optional(z.guid()),
})

/** True when the form has text. A chosen priority alone is not stored. */
export const hasTicketText = ({ subject, description }: TicketFormValues): boolean =>
  Boolean(subject.trim() || description.trim())

/** Parses a stored draft; null when it is missing or invalid. */
export function parseNewTicketDraft(text: string): NewTicketDraft | null {
  try {
    const { requestId, fileCount, ...values } = z.parse(storedSchema, JSON.parse(text))
    return { values, fileCount, requestId }
  } catch {
    return null
  }
}

/** Serializes a draft; empty, which deletes it, when there is nothing to keep. */
export const newTicketDraftText = ({ values, fileCount, requestId }: NewTicketDraft): string =>
  hasTicketText(values) || fileCount > 0
    ? JSON.stringify({ ...ticketFormDefaults, ...values, fileCount, requestId })
    : ''

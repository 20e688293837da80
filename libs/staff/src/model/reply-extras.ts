import { z } from '@helpdesk/supabase'
import type { Macro } from './macros'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'

const extrasSchema = z.object({
  status: z.optional(z.enum(TICKET_STATUSES)),
  priority: z.optional(z.enum(TICKET_PRIORITIES)),
  addTags: z._default(z.array(z.string()), []),
})
/** Ticket changes that are sent together with the next reply. */
export type ReplyExtras = z.infer<typeof extrasSchema>

export const noExtras: ReplyExtras = { addTags: [] }

/** Parses stored extras; invalid text gives none. */
export function parseExtras(stored: string): ReplyExtras {
  try {
    return stored ? z.parse(extrasSchema, JSON.parse(stored)) : noExtras
  } catch {
    return noExtras
  }
}

/** Serialises extras for storage; '' without any. */
export const storeExtras = (extras: ReplyExtras): string => (hasExtras(extras) ? JSON.stringify(extras) : '')

export const hasExtras = ({ status, priority, addTags }: ReplyExtras): boolean =>
  status !== undefined || priority !== undefined || addTags.length > 0

/** Adds the changes of a macro; the last macro wins on status and priority. */
export const withMacro = (extras: ReplyExtras, macro: Macro): ReplyExtras => ({
  status: macro.set_status ?? extras.status,
  priority: macro.set_priority ?? extras.priority,
  addTags: [...new Set([...extras.addTags, ...(macro.add_tags ?? [])])],
})

import { z } from '@helpdesk/supabase'
import type { Macro } from './macros'
import { TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'

const extrasSchema = z.object({
  status: z.optional(z.enum(TICKET_STATUSES)),
  priority: z.optional(z.enum(TICKET_PRIORITIES)),
  addTags: z._default(z.array(z.string()), []),
})
/** What goes along with the next reply: the ticket is changed in the same act. */
export type ReplyExtras = z.infer<typeof extrasSchema>

export const noExtras: ReplyExtras = { addTags: [] }

/** Reads what lies on the device beside a draft; anything else is no extras. */
export function parseExtras(stored: string): ReplyExtras {
  try {
    return stored ? z.parse(extrasSchema, JSON.parse(stored)) : noExtras
  } catch {
    return noExtras
  }
}

/** What lies on the device; '' when nothing goes along. */
export const storeExtras = (extras: ReplyExtras): string => (hasExtras(extras) ? JSON.stringify(extras) : '')

export const hasExtras = ({ status, priority, addTags }: ReplyExtras): boolean =>
  status !== undefined || priority !== undefined || addTags.length > 0

/** A macro adds to what goes along; of two that set the same, the last counts. */
export const withMacro = (extras: ReplyExtras, macro: Macro): ReplyExtras => ({
  status: macro.set_status ?? extras.status,
  priority: macro.set_priority ?? extras.priority,
  addTags: [...new Set([...extras.addTags, ...(macro.add_tags ?? [])])],
})

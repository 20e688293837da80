import { z } from '@helpdesk/supabase'
import { TICKET_PRIORITIES } from './priorities'
import { TICKET_STATUSES } from './statuses'
import type { TicketListFilter } from './ticket-list'

/**
 * The filter of tickets as the database takes and stores it (`private.ticket_filter`). Absent fields do not filter, and the
 * server refuses unknown ones.
 */
export const ticketFilterSchema = z.object({
  /** `active` stands for the four statuses that need work. */
  status: z.optional(z.array(z.enum([...TICKET_STATUSES, 'active']))),
  priority: z.optional(z.array(z.enum(TICKET_PRIORITIES))),
  /** A user id, or `me`. */
  assignee: z.optional(z.string()),
  unassigned: z.optional(z.boolean()),
  /** A user id. */
  requester: z.optional(z.string()),
  tag: z.optional(z.string()),
  /** Words to search for. */
  text: z.optional(z.string()),
  /** Searches the text without corrections. */
  as_typed: z.optional(z.boolean()),
  /** First and last time of creation as ISO timestamps. */
  created_from: z.optional(z.string()),
  created_until: z.optional(z.string()),
})
export type TicketFilter = z.infer<typeof ticketFilterSchema>

/** The filter of a list. Its fields are in the order of the reads in `remote.config.ts`, which the page's head begins. */
export function filterOf(list: TicketListFilter): TicketFilter {
  const { status, priority, assignedTo, customerId, tag, asTyped, createdFrom, createdUntil } = list
  const text = list.search?.trim()
  return {
    ...(status && { status: [status] }),
    ...(priority && { priority: [priority] }),
    ...(assignedTo && { assignee: assignedTo }),
    ...(assignedTo === null && { unassigned: true }),
    ...(customerId && { requester: customerId }),
    ...(tag && { tag }),
    // Only a search has these.
    ...(text && {
      text,
      ...(asTyped && { as_typed: true }),
      ...(createdFrom && { created_from: createdFrom }),
      ...(createdUntil && { created_until: createdUntil }),
    }),
  }
}

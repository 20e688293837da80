import type { TicketListFilter } from '../model/ticket-list'

/** The arguments that lists and searches share. Their order is that of the requests which a page's head starts early. */
export const scopeArgs = ({ priority, customerId, assignedTo, tag }: TicketListFilter) => ({
  filter_priority: priority,
  filter_customer: customerId,
  filter_assignee: assignedTo ?? undefined,
  unassigned: assignedTo === null,
  filter_tag: tag,
})

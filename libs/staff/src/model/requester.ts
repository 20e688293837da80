import type { TicketSummary } from '@helpdesk/tickets/model/rows'

/** The id of the person who asked: the customer, else the creator; null when both are deleted. */
export const requesterId = ({ customer_id, created_by }: Pick<TicketSummary, 'customer_id' | 'created_by'>) =>
  customer_id ?? created_by

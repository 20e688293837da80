import type { TicketListFilter } from '../model/ticket-list'

/** Query keys of tickets. No other file builds them. */
export const ticketKeys = {
  all: ['tickets'] as const,
  lists: () => [...ticketKeys.all, 'list'] as const,
  list: (filter: TicketListFilter) => [...ticketKeys.lists(), filter] as const,
  activeList: (assignee: string, limit: number) =>
    [...ticketKeys.lists(), 'active', assignee, limit] as const,
  /** A ticket as read by its number; its page then keeps it under `detail`. */
  numbered: (number: number) => [...ticketKeys.all, 'number', number] as const,
  details: () => [...ticketKeys.all, 'detail'] as const,
  detail: (ticketId: string) => [...ticketKeys.details(), ticketId] as const,
  customerDashboard: () => [...ticketKeys.all, 'customer-dashboard'] as const,
  similar: (subject: string) => [...ticketKeys.all, 'similar', subject] as const,
  agentStats: () => [...ticketKeys.all, 'agent-stats'] as const,
  /** Bytes of a file. Not below `all`, because a file never changes when its ticket does. */
  file: (attachmentId: string) => ['ticket-files', attachmentId] as const,
  macros: () => [...ticketKeys.all, 'macros'] as const,
  staff: (text: string) => [...ticketKeys.all, 'staff', text] as const,
  filterPeople: (filter: string, text: string) => [...ticketKeys.all, 'filter-people', filter, text] as const,
  found: (text: string) => [...ticketKeys.all, 'found', text] as const,
  savedViews: () => [...ticketKeys.all, 'saved-views'] as const,
  queueCounts: () => [...ticketKeys.all, 'queue-counts'] as const,
  tags: () => [...ticketKeys.all, 'tags'] as const,
}

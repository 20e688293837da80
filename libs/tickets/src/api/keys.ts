import type { TicketListFilter } from '../model/ticket-list'

/** Query keys of tickets. No other file builds them. */
export const ticketKeys = {
  all: ['tickets'] as const,
  lists: () => [...ticketKeys.all, 'list'] as const,
  list: (filter: TicketListFilter) => [...ticketKeys.lists(), filter] as const,
  /** The ids of tickets that a loaded list should show and does not yet. Not below `lists`, which are read again. */
  arrived: (filter: TicketListFilter) => [...ticketKeys.all, 'arrived', filter] as const,
  /** The ids of rows of a loaded list that no longer match its filter. */
  leaving: (filter: TicketListFilter) => [...ticketKeys.arrived(filter), 'leaving'] as const,
  /** True after more changed than the feed lists, until the list is read again. */
  outdated: (filter: TicketListFilter) => [...ticketKeys.arrived(filter), 'outdated'] as const,
  activeLists: () => [...ticketKeys.lists(), 'active'] as const,
  activeList: (assignee: string, limit: number) => [...ticketKeys.activeLists(), assignee, limit] as const,
  /** A ticket as read by its number; its page then keeps it under `detail`. */
  numbered: (number: number) => [...ticketKeys.all, 'number', number] as const,
  details: () => [...ticketKeys.all, 'detail'] as const,
  detail: (ticketId: string) => [...ticketKeys.details(), ticketId] as const,
  /** A ticket as it was last shown, for readers without a connection. Not below `details`, which are read again. */
  kept: () => [...ticketKeys.all, 'kept'] as const,
  keptDetail: (ticketId: string) => [...ticketKeys.kept(), ticketId] as const,
  customerDashboard: () => [...ticketKeys.all, 'customer-dashboard'] as const,
  /** The ticket that one seems to continue. */
  continued: (ticketId: string) => [...ticketKeys.all, 'continued', ticketId] as const,
  /** What other tickets of a requester are compared with: read again when one of them changes. */
  compared: (customerId: string | null) => [...ticketKeys.all, 'compared', customerId] as const,
  same: (customerId: string | null, ticketId: string) =>
    [...ticketKeys.compared(customerId), ticketId] as const,
  /** What numbers in messages lead to. */
  allReferences: () => [...ticketKeys.all, 'references'] as const,
  references: (numbers: readonly number[]) => [...ticketKeys.allReferences(), numbers] as const,
  allLinked: () => [...ticketKeys.all, 'linked'] as const,
  /** All tickets linked with one. */
  linked: (ticketId: string) => [...ticketKeys.allLinked(), ticketId] as const,
  /** Who would get a reply to the incidents of a problem. */
  incidentPreview: (ticketId: string) => [...ticketKeys.all, 'incident-preview', ticketId] as const,
  similar: (subject: string) => [...ticketKeys.all, 'similar', subject] as const,
  agentStats: () => [...ticketKeys.all, 'agent-stats'] as const,
  /**
   * By id, what never changes: bytes of a file, the original of a received mail, the mails of a ticket (which only grow in
   * number). Not below `all`, because none of it changes when its ticket does.
   */
  file: (attachmentId: string) => ['ticket-files', attachmentId] as const,
  macros: () => [...ticketKeys.all, 'macros'] as const,
  staff: (text: string) => [...ticketKeys.all, 'staff', text] as const,
  filterPeople: (filter: string, text: string) => [...ticketKeys.all, 'filter-people', filter, text] as const,
  found: (text: string) => [...ticketKeys.all, 'found', text] as const,
  savedViews: () => [...ticketKeys.all, 'saved-views'] as const,
  queueCounts: () => [...ticketKeys.all, 'queue-counts'] as const,
  tags: () => [...ticketKeys.all, 'tags'] as const,
  participants: (ticketId: string) => [...ticketKeys.all, 'participants', ticketId] as const,
  unreached: (ticketId: string) => [...ticketKeys.all, 'unreached', ticketId] as const,
  unmatchedMails: () => [...ticketKeys.all, 'unmatched-mails'] as const,
}

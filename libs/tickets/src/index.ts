export { TicketsProvider } from './data-access/TicketsProvider'
export { ticketKeys } from './data-access/keys'

export { useTickets } from './data-access/use-tickets'
export { useMyTickets } from './data-access/use-my-tickets'
export { type TicketCursor, type TicketListFilter } from './data-access/list-tickets'
export { useCustomerDashboard } from './data-access/get-customer-dashboard'
export { useAgentStats } from './data-access/get-agent-stats'
export { type TicketChange } from './data-access/update-ticket'
export { useNextTicket } from './data-access/claim-ticket'
export { type NewComment } from './data-access/add-comment'
export { type CommentOutbox } from './data-access/use-comment-outbox'
export { type NewRating } from './data-access/rate-ticket'

export { StatusBadge } from './screens/StatusBadge'
export { TicketTable, type TicketTableProps } from './screens/TicketTable'
export { NewTicketScreen, preloadNewTicket, preloadTicketDetail, TicketDetailScreen } from './screens/lazy'
export {
  ActiveTickets,
  preloadActiveTickets,
  preloadTicketWorklist,
  TicketWorklist,
} from './screens/ticket-table/lazy'
export { type WorklistCommands } from './screens/ticket-table/commands'
export type { TicketWorklistProps } from './screens/ticket-table/TicketWorklist'
export { useSearchBox } from './screens/use-search-box'
export { MacrosScreen, preloadStaffTicket, StaffAside, StaffComposer } from './screens/manage/lazy'
export { preloadViewTickets, SingleKeysSwitch, ViewTickets, WorkspaceKeys } from './screens/workspace/lazy'
export { WithViews } from './screens/workspace/views/WithViews'
export type { Place } from './screens/workspace/keys/commands'
export { type TicketCommands } from './screens/manage/commands'
export type { TicketDetailScreenProps } from './screens/detail/TicketDetailScreen'

export { failureText, failureToasts, type TicketErrorCode } from './model/errors'
export { type NoteValues } from './model/forms'
export { AVERAGE_RESPONSE_PLACEHOLDER, LIST_PAGE, REDIRECT_AFTER_CREATE_MS } from './model/limits'
export { type Actor, type ActorRole } from './model/permissions'
export { worklistOf, type TicketSort, type WorklistFilter } from './model/worklist'
export { isTicketPriority, priorityLabel, TICKET_PRIORITIES, type TicketPriority } from './model/priorities'
export type {
  AgentStats,
  Attachment,
  CustomerDashboard,
  Ticket,
  TicketComment,
  TicketDetail,
  TicketSummary,
} from './model/rows'
export { isTicketStatus, statusLabel, TICKET_STATUSES, type TicketStatus } from './model/statuses'
export { responseTime } from './model/response-time'

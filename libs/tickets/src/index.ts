export { TicketsProvider } from './data-access/TicketsProvider'
export { ticketKeys } from './data-access/keys'

export { useTickets } from './data-access/use-tickets'
export { useMyTickets } from './data-access/use-my-tickets'
export { listTickets, type TicketCursor, type TicketListFilter } from './data-access/list-tickets'
export { useDraft } from './data-access/local-draft'
export { getTicket, useTicket, useTicketCache } from './data-access/get-ticket'
export { getCustomerDashboard, useCustomerDashboard } from './data-access/get-customer-dashboard'
export { getAgentStats, useAgentStats } from './data-access/get-agent-stats'
export { updateTicket, useUpdateTicket, type TicketChange } from './data-access/update-ticket'
export { claimTicket, takeNextTicket, useClaimTicket, useNextTicket } from './data-access/claim-ticket'
export { addComment, type NewComment } from './data-access/add-comment'
export { deleteComment, updateComment, useCommentCommands } from './data-access/edit-comment'
export { attachmentUrl, deleteAttachment, useDeleteAttachment } from './data-access/attachments'
export { useCommentOutbox, type CommentOutbox } from './data-access/use-comment-outbox'
export { rateTicket, useRateTicket, type NewRating } from './data-access/rate-ticket'

export { StatusBadge } from './screens/StatusBadge'
export { PriorityBadge } from './screens/PriorityBadge'
export { TicketTable, type TicketTableProps } from './screens/TicketTable'
export { NewTicketScreen, preloadNewTicket, preloadTicketDetail, TicketDetailScreen } from './screens/lazy'
export {
  ActiveTickets,
  preloadActiveTickets,
  preloadTicketWorklist,
  TicketWorklist,
} from './screens/ticket-table/lazy'
export {
  worklistCommands,
  worklistCommandsAtom,
  type WorklistCommands,
} from './screens/ticket-table/commands'
export type { TicketWorklistProps } from './screens/ticket-table/TicketWorklist'
export { useSearchBox } from './screens/use-search-box'
export { MacrosScreen, preloadStaffTicket, StaffAside, StaffComposer } from './screens/manage/lazy'
export { preloadViewTickets, SingleKeysSwitch, ViewTickets, WorkspaceKeys } from './screens/workspace/lazy'
export { WithViews } from './screens/workspace/views/WithViews'
export type { Place } from './screens/workspace/keys/commands'
export { ticketCommands, ticketCommandsAtom, type TicketCommands } from './screens/manage/commands'
export type { TicketDetailScreenProps } from './screens/detail/TicketDetailScreen'

export {
  failureText,
  failureToasts,
  isTicketError,
  ticketErrorTexts,
  type TicketErrorCode,
} from './model/errors'
export { noteSchema, type NoteValues } from './model/forms'
export { AVERAGE_RESPONSE_PLACEHOLDER, LIST_PAGE, REDIRECT_AFTER_CREATE_MS } from './model/limits'
export {
  canClaimTickets,
  canUpdateTicket,
  claimRefusal,
  hasManagementPanel,
  type Actor,
  type ActorRole,
} from './model/permissions'
export { withWorklist, worklistOf, type TicketSort, type WorklistFilter } from './model/worklist'
export {
  byPriority,
  DEFAULT_PRIORITY,
  isTicketPriority,
  priorityLabel,
  priorityRank,
  TICKET_PRIORITIES,
  type TicketPriority,
} from './model/priorities'
export type {
  AgentStats,
  Attachment,
  CustomerDashboard,
  Ticket,
  TicketComment,
  TicketDetail,
  TicketSummary,
} from './model/rows'
export { isTicketStatus, statusLabel, statusWord, TICKET_STATUSES, type TicketStatus } from './model/statuses'
export { responseTime } from './model/response-time'

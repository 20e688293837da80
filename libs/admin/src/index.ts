export { useAdminDashboard } from './data-access/get-admin-dashboard'
export { shownDashboard, type AdminDashboard, type AgentPerformance } from './model/dashboard'
export { countText, durationText, NO_FIGURE, percentText } from './model/figures'

export { useInviteCommands, useInvites } from './data-access/invites'
export { usePeople, usePerson, useUserCommands, useUsers } from './data-access/users'
export { useAudit } from './data-access/audit'
export { addressesOf, addressesProblem, isAddress } from './model/addresses'
export {
  canRevoke,
  canSendAgain,
  INVITE_ROLES,
  INVITE_STATES,
  isInviteState,
  MAX_INVITES,
  summaryOf,
  type Invite,
  type InviteResult,
  type InviteRole,
  type InviteState,
} from './model/invites'
export { roleChangeWarning, userFilterOf, withUserFilter, type User, type UserFilter } from './model/users'
export { auditFilterOf, auditSearch, type AuditFilter, type AuditRow } from './model/audit'
export { AUDIT_ACTIONS, isAuditAction } from './model/audit-actions'
export { auditWords } from './model/audit-words'

export { useReport } from './data-access/get-report'
export { logExport } from './data-access/log-export'
export { exportTickets } from './data-access/export-tickets'
export type { Report, ReportScope } from './model/report'
export {
  presetLabels,
  RANGE_PRESETS,
  rangeErrors,
  rangeOf,
  withRange,
  type ChosenRange,
  type DayRange,
  type RangePreset,
} from './model/report-range'
export { dayAt, dayText, readersZone, shortDayText, type Day } from './model/days'
export { CSV_BOM, csvLine } from './model/csv'

export { useSaveWorkspaceSettings, useWorkspaceSettings } from './data-access/workspace-settings'
export {
  changedSettings,
  FILE_MB_CEILING,
  FILES_CEILING,
  INVITE_DAYS_CEILING,
  refusedField,
  toWorkspaceForm,
  workspaceFormSchema,
  type WorkspaceForm,
  type WorkspaceSettings,
} from './model/settings'
export { useChangeTag, useTagCounts, type TagCount } from './data-access/tags'

export { askAssistant, chatFailureText } from './data-access/ask-assistant'
export { useDecideProposal, useProposalStates } from './data-access/proposals'
export {
  chatInputSchema,
  storable,
  type ChatMessage,
  type Proposal,
  type ProposalDecision,
  type ProposalState,
} from './model/assistant'
export { CHAT_STORE, readHistory, writeHistory } from './model/chat-history'

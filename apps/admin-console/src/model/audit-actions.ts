import * as texts from './audit-texts'

/** Actions in the audit log, with their labels in the filter. */
export const AUDIT_ACTIONS = {
  role_changed: texts.roleChanged,
  user_deactivated: texts.userDeactivated,
  user_reactivated: texts.userReactivated,
  sessions_ended: texts.sessionsEnded,
  invite_created: texts.inviteSent,
  invite_revoked: texts.inviteRevoked,
  invite_accepted: texts.inviteAccepted,
  settings_changed: texts.settingsChanged,
  tag_renamed: texts.tagRenamed,
  tag_deleted: texts.tagDeleted,
  export: texts.exportAction,
  ticket_opened: texts.ticketOpened,
  message_forwarded: texts.messageForwarded,
  ticket_merged: texts.ticketMerged,
  ticket_unmerged: texts.ticketUnmerged,
  proposal_applied: texts.proposalApplied,
  proposal_undone: texts.proposalUndone,
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS

export const isAuditAction = (value: unknown): value is AuditAction =>
  typeof value === 'string' && Object.hasOwn(AUDIT_ACTIONS, value)

/** Actions in the audit log, with their labels in the filter. */
export const AUDIT_ACTIONS = {
  role_changed: 'Role changed',
  user_deactivated: 'Account deactivated',
  user_reactivated: 'Account reactivated',
  sessions_ended: 'Signed out everywhere',
  invite_created: 'Invite sent',
  invite_revoked: 'Invite revoked',
  invite_accepted: 'Invite accepted',
  settings_changed: 'Settings changed',
  tag_renamed: 'Tag renamed',
  tag_deleted: 'Tag deleted',
  export: 'Export',
  ticket_opened: 'Ticket opened for a customer',
  proposal_applied: 'Proposal applied',
  proposal_undone: 'Proposal undone',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS

export const isAuditAction = (value: unknown): value is AuditAction =>
  typeof value === 'string' && Object.hasOwn(AUDIT_ACTIONS, value)

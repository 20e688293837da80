import { fileTypesText } from '@helpdesk/tickets/model/file-types'
import { isTicketPriority, priorityLabel } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus, statusLabel } from '@helpdesk/tickets/model/statuses'
import type { AuditRow } from './audit'
import { isAuditAction } from './audit-actions'
import * as texts from './audit-texts'
import { weekdays } from './settings-texts'

/** A row of the audit log in plain words. */
interface AuditWords {
  /** The actor. */
  who: string
  /** Verb and object; follows the actor's name in a sentence. */
  what: string
  from: string | null
  to: string | null
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const plain = (value: string) => value.replaceAll('_', ' ')
const capital = (value: string) => value.charAt(0).toUpperCase() + value.slice(1)
/** A status or priority as on other screens; other values are shown as they are. */
const choice = (value: string) =>
  isTicketStatus(value) ? statusLabel(value) : isTicketPriority(value) ? priorityLabel(value) : value
const roleOf = (value: unknown) => (text(value) ? capital(text(value)) : null)
const bytes = (value: number) =>
  texts.megabytes((value / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 }))

const clock = (value: unknown) => text(value).slice(0, 5)

/** Names and formats of settings that the column and its value do not say: `support_email` is Support email. */
const SETTINGS: Record<string, { name?: string; show?: (value: unknown) => string }> = {
  workspace_name: { name: texts.workspaceName },
  time_zone: { show: (value) => text(value).replaceAll('_', ' ') },
  agents_update: {
    name: texts.agentsUpdate,
    show: (value) => (value === 'all' ? texts.everyTicket : texts.ownTickets),
  },
  default_priority: { show: (value) => choice(text(value)) },
  invite_days: { name: texts.inviteDays },
  max_files: { name: texts.maxFiles },
  file_types: {
    name: texts.fileTypes,
    show: (value) =>
      Array.isArray(value) ? fileTypesText(value.filter((type) => typeof type === 'string')) : text(value),
  },
  working_days: {
    show: (value) =>
      Array.isArray(value) ? value.map((day) => weekdays[Number(day) - 1]).join(' ') : text(value),
  },
  opens_at: { show: clock },
  closes_at: { show: clock },
  max_file_bytes: {
    name: texts.maxFileSize,
    show: (value) => (typeof value === 'number' ? bytes(value) : String(value)),
  },
}

/** `Name: Acme, Invite validity (days): 3` */
function settings(value: unknown): string | null {
  const simple = Object.entries(record(value)).filter(
    ([, each]) => each === null || typeof each !== 'object' || Array.isArray(each),
  )
  const parts = simple.map(([key, each]) => {
    const { name = capital(plain(key)), show = String } = SETTINGS[key] ?? {}
    return `${name}: ${each === null || each === '' ? texts.noValue : show(each)}`
  })
  return parts.length > 0 ? parts.join(', ') : null
}

const EXPORTS: Record<string, string> = { report: texts.reportFigures, tickets: texts.tickets }

const PROPOSALS: Record<string, string> = {
  assign: texts.theAssignee,
  status: texts.theStatus,
  priority: texts.thePriority,
  internal_note: texts.aNote,
  reply_draft: texts.aDraft,
}

/** The old or new value of a proposal. The log does not contain the texts of notes and drafts. */
function proposed(side: unknown, name: string | null): string | null {
  const { kind, value } = record(side)
  if (kind === 'assign') return text(value) ? (name ?? texts.formerMember) : texts.nobody
  return text(value) ? choice(text(value)) : null
}

function proposal(row: AuditRow): Omit<AuditWords, 'who'> {
  const kind = text(record(row.to_value).kind)
  const [from, to] = [proposed(row.from_value, row.from_name), proposed(row.to_value, row.to_name)]
  const undone = row.action === 'proposal_undone'
  return {
    what: texts.decidedProposal(undone, PROPOSALS[kind] ?? texts.aChange, row.target_label),
    from: undone ? to : from,
    to: undone ? from : to,
  }
}

/** The target: its current name and its e-mail address at that time. */
function targetOf({ target_name, target_label }: AuditRow): string {
  if (target_name && target_label && target_name !== target_label) return `${target_name} (${target_label})`
  return target_name || target_label || texts.deletedPerson
}

function actionWords(row: AuditRow): Omit<AuditWords, 'who'> {
  const { action, from_value, to_value, target_label } = row
  const nothing = { from: null, to: null }
  if (!isAuditAction(action)) return { what: `${plain(action)} ${target_label}`.trim(), ...nothing }
  switch (action) {
    case 'role_changed':
      return { what: texts.changedRole(targetOf(row)), from: roleOf(from_value), to: roleOf(to_value) }
    case 'user_deactivated':
      return { what: texts.deactivated(targetOf(row)), from: texts.active, to: texts.inactive }
    case 'user_reactivated':
      return { what: texts.reactivated(targetOf(row)), from: texts.inactive, to: texts.active }
    case 'sessions_ended':
      return {
        what: texts.signedOut(targetOf(row)),
        from: typeof to_value === 'number' ? texts.openSessions(to_value) : null,
        to: typeof to_value === 'number' ? texts.noSessions : null,
      }
    case 'invite_created':
      return { what: texts.invited(target_label, text(record(to_value).role)), ...nothing }
    case 'invite_revoked':
      return {
        what: texts.revoked(target_label, text(record(from_value).role)),
        ...nothing,
      }
    case 'invite_accepted':
      return { what: texts.accepted(text(record(to_value).role)), ...nothing }
    case 'settings_changed':
      return { what: texts.changedSettings, from: settings(from_value), to: settings(to_value) }
    case 'tag_renamed':
      return {
        what: texts.renamedTag(target_label, taggedTickets(row)),
        from: target_label,
        to: text(record(to_value).tag) || null,
      }
    case 'tag_deleted':
      return { what: texts.deletedTag(target_label, taggedTickets(row)), from: target_label, to: null }
    case 'export': {
      const rows = record(to_value).rows
      const count = typeof rows === 'number' ? rows : undefined
      return { what: texts.exported(EXPORTS[target_label] ?? target_label, count), ...nothing }
    }
    case 'ticket_opened': {
      const { number, is_new } = record(to_value)
      const ticket = typeof number === 'number' ? number : undefined
      return { what: texts.opened(ticket, targetOf(row), is_new === true), ...nothing }
    }
    case 'message_forwarded': {
      const { number } = record(to_value)
      return {
        what: texts.forwarded(typeof number === 'number' ? number : undefined, target_label),
        ...nothing,
      }
    }
    case 'ticket_merged':
    case 'ticket_unmerged': {
      const { number, into } = record(to_value)
      const words = row.action === 'ticket_merged' ? texts.mergedInto : texts.unmergedFrom
      return { what: words(ticketOf(number), ticketOf(into)), ...nothing }
    }
    case 'proposal_applied':
      return proposal(row)
    case 'proposal_undone':
      return proposal(row)
  }
}

const ticketOf = (number: unknown): string =>
  typeof number === 'number' ? `#${number}` : texts.deletedTicket

function taggedTickets({ to_value }: AuditRow): number | undefined {
  const { tickets } = record(to_value)
  return typeof tickets === 'number' ? tickets : undefined
}

/**
 * Describes a row of the audit log as a sentence. The values are JSON of any shape; unexpected ones are left out.
 */
export function auditWords(row: AuditRow): AuditWords {
  const fallback = row.action === 'invite_accepted' ? row.target_label : texts.system
  return { who: row.actor_name || row.actor_email || fallback, ...actionWords(row) }
}

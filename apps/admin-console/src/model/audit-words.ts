import type { AuditRow } from './audit'
import { isAuditAction } from './audit-actions'

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
/** Title case, as on other screens: `In Progress` for `in_progress`. */
const titled = (value: string) => plain(value).split(' ').map(capital).join(' ')
const roleOf = (value: unknown) => (text(value) ? capital(text(value)) : null)
const aRole = (value: unknown) => (text(value) === 'customer' ? 'a customer' : `an ${text(value) || 'agent'}`)
const counted = (n: number, one: string) => `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`
const bytes = (value: number) =>
  `${(value / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

/** Names and formats of settings; others are shown by their column. */
const SETTINGS: Record<string, { name: string; show?: (value: unknown) => string }> = {
  workspace_name: { name: 'Name' },
  support_email: { name: 'Support email' },
  agents_update: {
    name: 'Agents may update',
    show: (value) => (value === 'all' ? 'All tickets' : 'Their own tickets and unassigned ones'),
  },
  default_priority: { name: 'Default priority', show: (value) => titled(text(value)) },
  invite_days: { name: 'Days an invite lasts' },
  max_files: { name: 'Files per ticket' },
  accent_color: { name: 'Accent color' },
  logo: { name: 'Logo' },
  max_file_bytes: {
    name: 'Size of a file',
    show: (value) => (typeof value === 'number' ? bytes(value) : String(value)),
  },
}

/** `Name: Acme, Days an invite lasts: 3` */
function settings(value: unknown): string | null {
  const simple = Object.entries(record(value)).filter(([, each]) => each === null || typeof each !== 'object')
  const parts = simple.map(([key, each]) => {
    const { name = capital(plain(key)), show = String } = SETTINGS[key] ?? {}
    return `${name}: ${each === null || each === '' ? 'none' : show(each)}`
  })
  return parts.length > 0 ? parts.join(', ') : null
}

const EXPORTS: Record<string, string> = { report: 'figures of a report', tickets: 'tickets' }

const PROPOSALS: Record<string, string> = {
  assign: 'the assignee',
  status: 'the status',
  priority: 'the priority',
  internal_note: 'an internal note',
  reply_draft: 'a reply draft',
}

/** The old or new value of a proposal. The log does not contain the texts of notes and drafts. */
function proposed(side: unknown, name: string | null): string | null {
  const { kind, value } = record(side)
  if (kind === 'assign') return text(value) ? (name ?? 'Former member') : 'Nobody'
  return text(value) ? titled(text(value)) : null
}

function proposal(row: AuditRow, verb: string): Omit<AuditWords, 'who'> {
  const kind = text(record(row.to_value).kind)
  const [from, to] = [proposed(row.from_value, row.from_name), proposed(row.to_value, row.to_name)]
  const undone = row.action === 'proposal_undone'
  return {
    what: `${verb} the assistant’s proposal of ${PROPOSALS[kind] ?? 'a change'} for “${row.target_label}”`,
    from: undone ? to : from,
    to: undone ? from : to,
  }
}

/** The target: its current name and its e-mail address at that time. */
function targetOf({ target_name, target_label }: AuditRow): string {
  if (target_name && target_label && target_name !== target_label) return `${target_name} (${target_label})`
  return target_name || target_label || 'somebody who has gone'
}

function actionWords(row: AuditRow): Omit<AuditWords, 'who'> {
  const { action, from_value, to_value, target_label } = row
  const nothing = { from: null, to: null }
  if (!isAuditAction(action)) return { what: `${plain(action)} ${target_label}`.trim(), ...nothing }
  switch (action) {
    case 'role_changed':
      return { what: `changed the role of ${targetOf(row)}`, from: roleOf(from_value), to: roleOf(to_value) }
    case 'user_deactivated':
      return { what: `deactivated the account of ${targetOf(row)}`, from: 'Active', to: 'Deactivated' }
    case 'user_reactivated':
      return { what: `reactivated the account of ${targetOf(row)}`, from: 'Deactivated', to: 'Active' }
    case 'sessions_ended':
      return {
        what: `signed ${targetOf(row)} out everywhere`,
        from: typeof to_value === 'number' ? counted(to_value, 'open session') : null,
        to: typeof to_value === 'number' ? 'None' : null,
      }
    case 'invite_created':
      return { what: `invited ${target_label} as ${aRole(record(to_value).role)}`, ...nothing }
    case 'invite_revoked':
      return {
        what: `revoked the invite of ${target_label} as ${aRole(record(from_value).role)}`,
        ...nothing,
      }
    case 'invite_accepted':
      return { what: `accepted the invite as ${aRole(record(to_value).role)}`, ...nothing }
    case 'settings_changed':
      return { what: 'changed the workspace settings', from: settings(from_value), to: settings(to_value) }
    case 'tag_renamed':
      return { what: tagged('renamed', row), from: target_label, to: text(record(to_value).tag) || null }
    case 'tag_deleted':
      return { what: tagged('deleted', row), from: target_label, to: null }
    case 'export': {
      const rows = record(to_value).rows
      const size = typeof rows === 'number' ? ` (${counted(rows, 'row')})` : ''
      return { what: `exported ${EXPORTS[target_label] ?? target_label}${size}`, ...nothing }
    }
    case 'ticket_opened': {
      const { number, is_new } = record(to_value)
      const customer = is_new === true ? `${targetOf(row)}, a new customer` : targetOf(row)
      const ticket = typeof number === 'number' ? `ticket #${number}` : 'a ticket'
      return { what: `opened ${ticket} for ${customer}`, ...nothing }
    }
    case 'proposal_applied':
      return proposal(row, 'applied')
    case 'proposal_undone':
      return proposal(row, 'took back')
  }
}

function tagged(verb: string, { target_label, to_value }: AuditRow): string {
  const tickets = record(to_value).tickets
  const where = typeof tickets === 'number' ? ` on ${counted(tickets, 'ticket')}` : ''
  return `${verb} the tag “${target_label}”${where}`
}

/**
 * Describes a row of the audit log as a sentence. The values are JSON of any shape; unexpected ones are left out.
 */
export function auditWords(row: AuditRow): AuditWords {
  const fallback = row.action === 'invite_accepted' ? row.target_label : 'The system'
  return { who: row.actor_name || row.actor_email || fallback, ...actionWords(row) }
}

import { describe, expect, it } from 'vitest'
import { auditFilterOf, auditSearch, type AuditRow } from './audit'
import { AUDIT_ACTIONS, isAuditAction } from './audit-actions'
import { auditWords } from './audit-words'

const row = (overrides: Partial<AuditRow> = {}): AuditRow => ({
  id: '1',
  actor_id: 'a',
  actor_name: 'Amy Admin',
  actor_email: 'amy@example.com',
  action: 'role_changed',
  target_id: 'b',
  target_label: 'bo@example.com',
  target_name: 'Bo Brown',
  from_value: null,
  to_value: null,
  from_name: null,
  to_name: null,
  created_at: '2026-01-05T10:00:00Z',
  ...overrides,
})
const ticket = { target_label: 'Printer', target_name: null }

const cases: [string, Partial<AuditRow>, string, string | null, string | null][] = [
  [
    'role_changed',
    { from_value: 'customer', to_value: 'agent' },
    'changed the role of Bo Brown (bo@example.com)',
    'Customer',
    'Agent',
  ],
  ['user_deactivated', {}, 'deactivated the account of Bo Brown (bo@example.com)', 'Active', 'Deactivated'],
  [
    'user_reactivated',
    { target_name: null },
    'reactivated the account of bo@example.com',
    'Deactivated',
    'Active',
  ],
  [
    'sessions_ended',
    { to_value: 2 },
    'signed Bo Brown (bo@example.com) out everywhere',
    '2 open sessions',
    'None',
  ],
  [
    'sessions_ended',
    { to_value: 1, target_label: '' },
    'signed Bo Brown out everywhere',
    '1 open session',
    'None',
  ],
  ['invite_created', { to_value: { role: 'agent' } }, 'invited bo@example.com as an agent', null, null],
  [
    'invite_revoked',
    { from_value: { role: 'admin' } },
    'revoked the invite of bo@example.com as an admin',
    null,
    null,
  ],
  ['invite_accepted', { to_value: { role: 'agent' } }, 'accepted the invite as an agent', null, null],
  [
    'settings_changed',
    {
      from_value: { working_days: [1, 2, 3, 4, 5], opens_at: '09:00:00' },
      to_value: { working_days: [6, 7], opens_at: '10:30:00' },
    },
    'changed the workspace settings',
    'Working days: Monday Tuesday Wednesday Thursday Friday, Opens at: 09:00',
    'Working days: Saturday Sunday, Opens at: 10:30',
  ],
  [
    'settings_changed',
    {
      from_value: {
        support_email: null,
        max_file_bytes: 5242880,
        file_types: ['png', 'pdf'],
        default_priority: 'normal',
        more_to_come: 1,
      },
      to_value: {
        support_email: 'help@x.io',
        max_file_bytes: 1572864,
        file_types: ['csv'],
        default_priority: 'high',
        more_to_come: 2,
      },
    },
    'changed the workspace settings',
    'Support email: none, Maximum file size: 5 MB, Accepted file types: .png, .pdf, Default priority: Normal, More to come: 1',
    'Support email: help@x.io, Maximum file size: 1.5 MB, Accepted file types: .csv, Default priority: High, More to come: 2',
  ],
  [
    'tag_renamed',
    { target_label: 'old', to_value: { tag: 'new', tickets: 1200 } },
    'renamed the tag “old” on 1,200 tickets',
    'old',
    'new',
  ],
  [
    'tag_deleted',
    { target_label: 'old', to_value: { tag: null, tickets: 1 } },
    'deleted the tag “old” on 1 ticket',
    'old',
    null,
  ],
  [
    'export',
    { target_label: 'tickets', to_value: { rows: 100000, filter: {} } },
    'exported tickets (100,000 rows)',
    null,
    null,
  ],
  [
    'export',
    { target_label: 'report', to_value: { rows: 1 } },
    'exported report figures (1 row)',
    null,
    null,
  ],
  [
    'ticket_opened',
    { target_label: 'phil@x.io', target_name: 'Phil', to_value: { number: 1042, is_new: true } },
    'opened ticket #1042 for Phil (phil@x.io), a new customer',
    null,
    null,
  ],
  [
    'message_forwarded',
    { target_label: 'expert@x.io', to_value: { number: 1042 } },
    'forwarded a message of ticket #1042 to expert@x.io',
    null,
    null,
  ],
  [
    'ticket_merged',
    { target_label: 'Printer', to_value: { number: 1042, into: 1050 } },
    'merged #1042 into #1050',
    null,
    null,
  ],
  [
    'ticket_unmerged',
    { target_label: 'Printer', to_value: { number: 1042, into: null } },
    'unmerged #1042 from a deleted ticket',
    null,
    null,
  ],
  [
    'proposal_applied',
    {
      ...ticket,
      from_value: { kind: 'status', value: 'open' },
      to_value: { kind: 'status', value: 'in_progress' },
    },
    'applied the assistant’s proposal of the status for “Printer”',
    'Open',
    'In Progress',
  ],
  [
    'proposal_applied',
    {
      ...ticket,
      from_value: { kind: 'assign', value: null },
      to_value: { kind: 'assign', value: 'x' },
      to_name: 'Ada',
    },
    'applied the assistant’s proposal of the assignee for “Printer”',
    'Nobody',
    'Ada',
  ],
  [
    'proposal_undone',
    {
      ...ticket,
      from_value: { kind: 'assign', value: 'gone' },
      to_value: { kind: 'assign', value: 'x' },
      to_name: 'Ada',
    },
    'undid the assistant’s proposal of the assignee for “Printer”',
    'Ada',
    'Former member',
  ],
  [
    'proposal_applied',
    { ...ticket, to_value: { kind: 'internal_note', value: null } },
    'applied the assistant’s proposal of an internal note for “Printer”',
    null,
    null,
  ],
]

describe('auditWords', () => {
  it.each(cases)('describes %s', (action, values, what, from, to) =>
    expect(auditWords(row({ action, ...values }))).toEqual({ who: 'Amy Admin', what, from, to }),
  )
  it('covers every action', () => {
    expect(new Set(cases.map(([action]) => action))).toEqual(new Set(Object.keys(AUDIT_ACTIONS)))
  })
  it('falls back when the actor has no name', () => {
    expect(auditWords(row({ actor_name: '' })).who).toBe('amy@example.com')
    const nobody = { actor_name: '', actor_email: null }
    expect(auditWords(row(nobody)).who).toBe('The system')
    expect(auditWords(row({ ...nobody, action: 'invite_accepted' })).who).toBe('bo@example.com')
  })
  it('shows an unknown action', () => {
    expect(auditWords(row({ action: 'door_opened' })).what).toBe('door opened bo@example.com')
    expect(isAuditAction('constructor')).toBe(false)
  })
  it('ignores values of another shape', () => {
    for (const action of Object.keys(AUDIT_ACTIONS))
      for (const value of [
        null,
        7,
        'x',
        [],
        { kind: 3, rows: 'many', tickets: {} },
        { role: 1 },
        { max_file_bytes: 'x' },
      ]) {
        const words = auditWords(row({ action, from_value: value, to_value: value }))
        expect(JSON.stringify(words), action).not.toMatch(/undefined|NaN|\[object/)
      }
  })
})

describe('audit filter in the URL', () => {
  const person = '0b1ca2f4-0000-4000-8000-00000000000a'
  it('is read and written', () => {
    const filter = { action: 'export', person } as const
    expect(auditFilterOf(new URLSearchParams(auditSearch(filter)))).toEqual(filter)
    expect(auditSearch({ action: undefined, person: undefined })).toBe('')
  })
  it('ignores invalid values', () =>
    expect(auditFilterOf(new URLSearchParams("action=drop&person=1' or 1"))).toEqual({
      action: undefined,
      person: undefined,
    }))
})

import { randomUUID } from 'node:crypto'
import { insertObject } from '../../support/backend'
import type { MatrixFixture } from './fixture'

export type Row = Record<string, unknown>

/** The first bytes of a PNG. */
const LOGO = 'data:image/png;base64,iVBORw0KGgo='

/** A valid value of each type. */
export const valuesOf: Record<string, unknown> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  bool: true,
  jsonb: {},
  int2: 1,
  int4: 1,
  int8: 1,
  timestamptz: '2020-01-01T00:00:00Z',
  _text: ['x'],
  _int2: [1],
  time: '09:00',
}

/** How to find, insert and update rows of a table. */
export interface Sample {
  key: string[]
  near: (fixture: MatrixFixture) => string
  /** A row that an allowed actor can insert. */
  row?: (fixture: MatrixFixture, me: string) => Row
  /** Creates what the row depends on. */
  prepare?: (row: Row) => Promise<void>
  /** Another value for each updatable column that takes no other of its type. */
  change?: Row
}

const ofTickets = (fixture: MatrixFixture, column = 'ticket_id') =>
  `${column} in (${fixture.tickets.map((id) => `'${id}'`).join(', ')})`
const ofStaff = (fixture: MatrixFixture) => `created_at = '${fixture.since}'`
const everything = () => 'true'

export const samples: Record<string, Sample> = {
  assistant_proposals: { key: ['id'], near: ofTickets },
  attachments: {
    key: ['id'],
    near: ofTickets,
    row: (fixture, me) => ({
      ticket_id: fixture.ticket,
      uploaded_by: me,
      file_name: 'notes.txt',
      file_type: 'text/plain',
      file_size: 5,
      storage_path: `${fixture.ticket}/${randomUUID()}.txt`,
      comment_id: null,
    }),
    prepare: async ({ storage_path, uploaded_by }) => {
      await insertObject({
        storage_path: String(storage_path),
        uploaded_by: String(uploaded_by),
        file_type: 'text/plain',
        file_size: 5,
      })
    },
  },
  audit_log: { key: ['id'], near: (fixture) => `target_id = '${fixture.invite}'` },
  blocked_senders: {
    key: ['address'],
    near: (fixture) => `address like '%${fixture.address.split('@')[0]}%'`,
    row: () => ({ address: `${randomUUID()}@example.org` }),
  },
  comments: {
    key: ['id'],
    near: ofTickets,
    row: (fixture, me) => ({
      ticket_id: fixture.ticket,
      user_id: me,
      content: 'a word',
      request_id: randomUUID(),
      is_internal: true,
    }),
    change: { content: 'other words' },
  },
  invites: { key: ['id'], near: (fixture) => `id = '${fixture.invite}'` },
  macro_uses: {
    key: ['user_id', 'macro_id'],
    near: (fixture) => `macro_id in (select id from public.macros where ${ofStaff(fixture)})`,
  },
  macros: {
    key: ['id'],
    near: ofStaff,
    row: (_, me) => ({
      owner_id: me,
      is_shared: true,
      name: 'Hello',
      body: 'Good morning.',
      set_status: 'pending',
      set_priority: 'low',
      add_tags: ['hello'],
    }),
    change: {
      is_shared: false,
      name: 'Bye',
      body: 'Good night.',
      set_status: 'solved',
      set_priority: 'high',
      add_tags: ['bye'],
    },
  },
  mail_addresses: {
    key: ['id'],
    near: ({ desk }) => `id = '${desk}'`,
    row: () => ({
      address: `${randomUUID().slice(0, 8)}@desk.example`,
      kind: 'support',
      default_priority: 'high',
      default_tags: ['sales'],
      is_active: true,
    }),
    change: { kind: 'note', default_priority: 'low', default_tags: ['orders'], is_active: false },
  },
  notification_outbox: { key: ['id'], near: ofTickets },
  profiles: {
    key: ['id'],
    near: (fixture) =>
      `id in (select user_id from public.ticket_drafts where ticket_id = '${fixture.ticket}')`,
    change: { name: 'Renamed', preferences: { theme: 'dark' } },
  },
  saved_views: {
    key: ['id'],
    near: ofStaff,
    row: (_, me) => ({
      owner_id: me,
      is_shared: true,
      name: 'Mine',
      filter: { status: ['open'] },
      columns: null,
    }),
    change: { is_shared: false, name: 'Other', filter: { status: ['closed'] }, columns: [{ id: 'subject' }] },
  },
  ticket_drafts: { key: ['user_id', 'ticket_id', 'kind'], near: ofTickets },
  ticket_events: { key: ['id'], near: ofTickets },
  ticket_participants: {
    key: ['id'],
    near: ofTickets,
    row: (fixture) => ({
      ticket_id: fixture.ticket,
      address: `${randomUUID()}@example.org`,
      name: 'Carl Copy',
    }),
  },
  ticket_ratings: {
    key: ['ticket_id'],
    near: ofTickets,
    row: (fixture) => ({ ticket_id: fixture.unrated, score: 4, comment: 'Well done' }),
    change: { score: 3, comment: 'On second thoughts' },
  },
  ticket_tags: { key: ['ticket_id'], near: ofTickets },
  tickets: {
    key: ['id'],
    near: (fixture) => ofTickets(fixture, 'id'),
    row: (_, me) => ({
      subject: 'Another fire',
      description: 'This time on the right side.',
      priority: 'high',
      created_by: me,
      customer_id: me,
      tags: ['fire'],
      metadata: { floor: 2 },
      request_id: randomUUID(),
    }),
    change: {
      subject: 'Still on fire',
      description: 'Smoke comes out of both sides.',
      // The backend wakes tickets whose time has passed.
      snoozed_until: 'infinity',
      status: 'closed',
      close_reason: 'It burnt down.',
      closed_at: '2020-01-01T00:00:00Z',
      priority: 'urgent',
      assigned_to: null,
      tags: ['smoke'],
      metadata: { floor: 3 },
    },
  },
  undeliverable_addresses: {
    key: ['address'],
    near: (fixture) => `address = '${fixture.address}'`,
  },
  workspace_settings: {
    key: ['id'],
    near: everything,
    change: {
      accent_color: '#0b5f6b',
      agents_update: 'all',
      logo: LOGO,
      mail_signature: 'Acme Support',
      workspace_name: 'Desk',
      support_email: 'desk@example.com',
      ticket_prefix: 'DESK',
      file_types: '{png,csv}',
      time_zone: 'Asia/Tokyo',
      undo_send_seconds: 30,
      working_days: '{1,2}',
      opens_at: '08:00',
      closes_at: '18:00',
      follow_up_days: 14,
      default_priority: 'low',
      invite_days: 3,
      max_files: 4,
      max_file_bytes: 2048,
    },
  },
}

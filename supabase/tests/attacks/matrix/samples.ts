import { randomUUID } from 'node:crypto'
import { storeObject } from '../../support/world'
import type { Desk } from './desk'

export type Row = Record<string, unknown>

/** Some value of each type: an attacker sends what fits. */
export const valuesOf: Record<string, unknown> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  bool: true,
  jsonb: {},
  int2: 1,
  int4: 1,
  int8: 1,
  timestamptz: '2020-01-01T00:00:00Z',
  _text: ['x'],
}

/** What identifies a row, and by which column the rows of a desk are found. */
export interface Sample {
  key: string[]
  near: (desk: Desk) => string
  /** A row that an allowed actor can insert. */
  row?: (desk: Desk, me: string) => Row
  /** What has to be there before the row. */
  prepare?: (row: Row) => Promise<void>
  /** For each column that somebody may update: another value. */
  change?: Row
}

const ofTickets = (desk: Desk, column = 'ticket_id') =>
  `${column} in (${desk.tickets.map((id) => `'${id}'`).join(', ')})`
const ofStaff = (desk: Desk) => `created_at = '${desk.since}'`
const everything = () => 'true'

export const samples: Record<string, Sample> = {
  assistant_proposals: { key: ['id'], near: ofTickets },
  attachments: {
    key: ['id'],
    near: ofTickets,
    row: (desk, me) => ({
      ticket_id: desk.ticket,
      uploaded_by: me,
      file_name: 'notes.txt',
      file_type: 'text/plain',
      file_size: 5,
      storage_path: `${desk.ticket}/${randomUUID()}.txt`,
      comment_id: null,
    }),
    prepare: async ({ storage_path, uploaded_by }) => {
      await storeObject({
        storage_path: String(storage_path),
        uploaded_by: String(uploaded_by),
        file_type: 'text/plain',
        file_size: 5,
      })
    },
  },
  audit_log: { key: ['id'], near: (desk) => `target_id = '${desk.invite}'` },
  comments: {
    key: ['id'],
    near: ofTickets,
    row: (desk, me) => ({
      ticket_id: desk.ticket,
      user_id: me,
      content: 'a word',
      request_id: randomUUID(),
      is_internal: true,
    }),
    change: { content: 'other words' },
  },
  invites: { key: ['id'], near: (desk) => `id = '${desk.invite}'` },
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
  notification_outbox: { key: ['id'], near: ofTickets },
  profiles: {
    key: ['id'],
    near: (desk) => `id in (select user_id from public.ticket_drafts where ticket_id = '${desk.ticket}')`,
    change: { name: 'Renamed', preferences: { theme: 'dark' } },
  },
  saved_views: {
    key: ['id'],
    near: ofStaff,
    row: (_, me) => ({ owner_id: me, is_shared: true, name: 'Mine', filter: { status: 'open' } }),
    change: { is_shared: false, name: 'Other', filter: { status: 'closed' } },
  },
  ticket_drafts: { key: ['user_id', 'ticket_id', 'kind'], near: ofTickets },
  ticket_events: { key: ['id'], near: ofTickets },
  ticket_ratings: {
    key: ['ticket_id'],
    near: ofTickets,
    row: (desk) => ({ ticket_id: desk.unrated, score: 4, comment: 'Well done' }),
    change: { score: 3, comment: 'On second thoughts' },
  },
  ticket_tags: { key: ['ticket_id'], near: ofTickets },
  tickets: {
    key: ['id'],
    near: (desk) => ofTickets(desk, 'id'),
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
      status: 'closed',
      close_reason: 'It burnt down.',
      closed_at: '2020-01-01T00:00:00Z',
      priority: 'urgent',
      assigned_to: null,
      tags: ['smoke'],
      metadata: { floor: 3 },
    },
  },
  workspace_settings: {
    key: ['id'],
    near: everything,
    change: {
      workspace_name: 'Desk',
      support_email: 'desk@example.com',
      default_priority: 'low',
      invite_days: 3,
      max_files: 4,
      max_file_bytes: 2048,
    },
  },
}

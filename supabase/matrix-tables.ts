/**
 * The access matrix of the tables; matrix.ts explains its cells.
 *
 * HOW TO ADD: a verb or a group of columns is one line in its table; a table is one block, with a row to insert and
 * values to change in tests/attacks/matrix/samples.ts.
 */

export type Verb = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
/** Verb, columns (`*` is all of them: to read, by a grant on each; else by one on the table), cells. */
export type Right = readonly [Verb, string, string]

export interface Table {
  /** SQL of what a word in a cell means; `:me` is the caller. */
  scopes: Record<string, string>
  /** Column that names whose row it is: nobody inserts in somebody else's name. */
  author?: string
  rights: readonly Right[]
}

const mine = 'select id from public.tickets where customer_id = :me'
const visibleNote = 'select id from public.comments where not is_internal'

export const tables: Record<string, Table> = {
  assistant_proposals: {
    scopes: { own: 'admin_id = :me' },
    rights: [['SELECT', '*', '- - - own - -']],
  },
  attachments: {
    scopes: {
      seen: `ticket_id in (${mine}) and (comment_id is null or comment_id in (${visibleNote}))`,
      sent: 'uploaded_by = :me',
    },
    author: 'uploaded_by',
    rights: [
      ['SELECT', '*', '- seen all all - -'],
      [
        'INSERT',
        'comment_id file_name file_size file_type storage_path ticket_id uploaded_by',
        '- + + + - -',
      ],
      ['DELETE', '*', '- sent sent all - -'],
    ],
  },
  audit_log: { scopes: {}, rights: [['SELECT', '*', '- - - all - -']] },
  blocked_senders: {
    scopes: {},
    rights: [
      ['SELECT', '*', '- - - all - -'],
      ['INSERT', 'address', '- - - + - -'],
      ['DELETE', '*', '- - - all - -'],
    ],
  },
  comments: {
    scopes: { seen: `ticket_id in (${mine}) and not is_internal`, wrote: 'user_id = :me' },
    author: 'user_id',
    rights: [
      ['SELECT', '*', '- seen all all - -'],
      ['INSERT', 'content request_id ticket_id user_id', '- + + + - -'],
      ['INSERT', 'is_internal', '- - + + - -'],
      ['UPDATE', 'content', '- wrote wrote wrote - -'],
      ['DELETE', '*', '- wrote wrote all - -'],
    ],
  },
  invites: {
    scopes: {},
    rights: [
      [
        'SELECT',
        'created_at created_by email expires_at id revoked_at role used_at used_by',
        '- - - all - -',
      ],
    ],
  },
  macro_uses: {
    scopes: { own: 'user_id = :me' },
    rights: [['SELECT', '*', '- - own own - -']],
  },
  macros: {
    scopes: {
      open: 'is_shared or owner_id = :me',
      own: 'owner_id = :me',
      'own+shared': 'is_shared or owner_id = :me',
    },
    author: 'owner_id',
    rights: [
      ['SELECT', '*', '- - open open - -'],
      ['INSERT', 'add_tags body is_shared name owner_id set_priority set_status', '- - + + - -'],
      ['UPDATE', 'add_tags body name set_priority set_status', '- - own own+shared - -'],
      ['UPDATE', 'is_shared', '- - own own - -'],
      ['DELETE', '*', '- - own own+shared - -'],
    ],
  },
  mail_addresses: {
    scopes: {},
    rights: [
      ['SELECT', '*', '- - all all - -'],
      ['INSERT', 'address default_priority default_tags is_active kind', '- - - + - -'],
      ['UPDATE', 'default_priority default_tags is_active kind', '- - - all - -'],
      ['DELETE', '*', '- - - all - -'],
    ],
  },
  notification_outbox: { scopes: {}, rights: [] },
  profiles: {
    scopes: { self: 'id = :me' },
    rights: [
      ['SELECT', '*', '- self all all - -'],
      ['UPDATE', 'name preferences', '- self self self - -'],
    ],
  },
  saved_views: {
    scopes: {
      open: 'is_shared or owner_id = :me',
      own: 'owner_id = :me',
      'own+shared': 'is_shared or owner_id = :me',
    },
    author: 'owner_id',
    rights: [
      ['SELECT', '*', '- - open open - -'],
      ['INSERT', 'columns filter is_shared name owner_id', '- - + + - -'],
      ['UPDATE', 'columns filter name', '- - own own+shared - -'],
      ['UPDATE', 'is_shared', '- - own own - -'],
      ['DELETE', '*', '- - own own+shared - -'],
    ],
  },
  ticket_drafts: {
    scopes: { own: 'user_id = :me' },
    rights: [['SELECT', '*', '- own own own - -']],
  },
  ticket_events: {
    scopes: { seen: `ticket_id in (${mine}) and not is_internal` },
    rights: [['SELECT', '*', '- seen all all - -']],
  },
  ticket_participants: {
    scopes: {},
    rights: [
      ['SELECT', '*', '- - all all - -'],
      ['INSERT', 'address name ticket_id', '- - + + - -'],
      ['DELETE', '*', '- - all all - -'],
    ],
  },
  ticket_ratings: {
    scopes: { own: 'customer_id = :me' },
    rights: [
      ['SELECT', '*', '- own all all - -'],
      ['INSERT', 'comment score ticket_id', '- + - - - -'],
      ['UPDATE', 'comment score', '- own - - - -'],
    ],
  },
  ticket_tags: { scopes: {}, rights: [['SELECT', '*', '- - all all - -']] },
  tickets: {
    scopes: {
      own: 'customer_id = :me',
      held: 'assigned_to = :me',
      triaged: 'assigned_to is null or assigned_to = :me',
    },
    author: 'created_by',
    rights: [
      [
        'SELECT',
        'assigned_to close_reason closed_at created_at created_by customer_id description first_response_at id ' +
          'last_message_at last_message_by last_message_preview metadata number priority priority_rank request_id ' +
          'resolved_at source status subject tag_keys tags updated_at version waiting_since ' +
          'assignee_key requester_key subject_key snoozed_until merged_into merged_at origin last_message_unverified',
        '- own all all - -',
      ],
      [
        'INSERT',
        'created_by customer_id description metadata priority request_id subject tags',
        '- + - - - -',
      ],
      ['UPDATE', 'subject description', '- own held all - -'],
      ['UPDATE', 'close_reason closed_at status', '- own triaged all - -'],
      ['UPDATE', 'metadata', '- - held all - -'],
      ['UPDATE', 'priority tags assigned_to snoozed_until', '- - triaged all - -'],
      ['DELETE', '*', '- - - all - -'],
    ],
  },
  undeliverable_addresses: {
    scopes: {},
    rights: [
      ['SELECT', '*', '- - all all - -'],
      ['DELETE', '*', '- - all all - -'],
    ],
  },
  workspace_settings: {
    scopes: {},
    rights: [
      ['SELECT', '*', '- all all all - -'],
      [
        'UPDATE',
        'accent_color agents_update closes_at default_priority file_types follow_up_days invite_days logo mail_signature max_file_bytes max_files opens_at support_email ticket_prefix time_zone undo_send_seconds working_days workspace_name',
        '- - - all - -',
      ],
    ],
  },
}

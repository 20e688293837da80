/**
 * The access matrix of everything that the API can reach. tests/closed-by-default.test.ts compares it with the
 * database's catalogue (an object or a grant without a row fails), and tests/attacks/matrix tries every cell through the
 * API: allowed calls work, denied ones are rejected and change nothing.
 *
 * HOW TO ADD: a function is one line in `functions`; tables are in matrix-tables.ts.
 *
 * Six cells: anon, customer, agent, admin, a deactivated admin, a token of another project.
 *   -    refused, or (tables) no such row     +    may            all   every row
 *   0    may ask and gets nothing             own, held, …        the rows of the table's `scopes`
 */
import { type Actor, actors } from './tests/attacks/matrix/actors'
import type { MatrixFixture } from './tests/attacks/matrix/fixture'
import type { Right } from './matrix-tables'

/** Cells and the arguments to try it with: on a fresh desk, in the name of `me`. */
export type Callable = readonly [string, ((desk: MatrixFixture, me: string) => Record<string, unknown>)?]

/** Replies that wait until then are not sent while other tests run. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
const day = { from_day: '2026-01-01', to_day: '2026-01-31' }

/** By name and argument types: an overload is a function of its own and needs its own line. */
export const functions: Record<string, Callable> = {
  'accept_invite(uuid)': ['- + + - - -', (d, me) => ({ token: d.inviteTo(me) })],
  'announce_files(uuid, text[])': ['- + + + - -', (d) => ({ request_id: d.ticket, names: ['a.txt'] })],
  'assign_ticket(uuid, uuid)': ['- - + + - -', (d, me) => ({ ticket_id: d.queued, assignee: me })],
  'attach_unmatched_mail(uuid, uuid, boolean)': [
    '- - + + - -',
    (d) => ({ mail_id: d.received, ticket_id: d.ticket }),
  ],
  'automatic_reply(uuid)': ['- - + + - -', (d) => ({ event_id: d.ticket })],
  'bulk_update_tickets(uuid[], jsonb)': [
    '- - + + - -',
    (d) => ({ ticket_ids: [d.ticket], change: { priority: 'low' } }),
  ],
  'bulk_merge_tickets(uuid[], uuid)': ['- - + + - -', (d) => ({ ticket_ids: [d.ticket], target: d.queued })],
  'change_tag(text, text)': ['- - - + - -', () => ({ tag: 'matrix', new_tag: 'grid' })],
  'changes_since(text)': ['- + + + - -'],
  'check_sending()': ['- - - - - -'],
  'claim_ticket(uuid)': ['- - + + - -', (d) => ({ ticket_id: d.queued })],
  'count_macro_use(uuid)': ['- - + + - -', (d) => ({ macro_id: d.ticket })],
  'count_queues()': ['- - + + - -'],
  'count_tags()': ['- - - + - -'],
  'create_invite(text, text)': ['- - - + - -', (d) => ({ email: d.address, role: 'agent' })],
  'create_invites(text[], text)': ['- - - + - -', (d) => ({ emails: [d.address], role: 'agent' })],
  'decide_proposal(uuid, text)': ['- - - + - -', (d) => ({ proposal_id: d.proposal, decision: 'dismiss' })],
  'dismiss_continuation(uuid)': ['- - + + - -', (d) => ({ ticket_id: d.ticket })],
  'discard_mail(uuid)': ['- - + + - -', (d) => ({ mail_id: d.received })],
  'end_my_session(uuid)': ['- 0 0 0 - -', (d) => ({ session_id: d.ticket })],
  'end_session(uuid)': ['+ + + + - -', (d) => ({ session_id: d.ticket })],
  'end_user_sessions(uuid)': ['- - - + - -', (d) => ({ target: d.leaver })],
  'export_tickets(date, date, text, jsonb, jsonb, integer)': ['- - - + - -', () => day],
  'file_limits()': ['- - - - - -'],
  'find_similar_tickets(text)': ['- + + + - -', () => ({ subject: 'The printer is on fire' })],
  'finish_mail_files(uuid)': ['- - - - - -', (d) => ({ mail_id: d.received })],
  'finish_notification(uuid, text, text, text, text)': ['- - - - - -', (d) => ({ id: d.mail })],
  'forget_files(uuid, text[])': ['- + + + - -', (d) => ({ request_id: d.ticket })],
  'forget_originals(text[])': ['- - - - - -', () => ({ paths: [] })],
  'forward_message(uuid, text, uuid, text)': [
    '- - + + - -',
    (d) => ({ ticket_id: d.ticket, recipient: 'expert@example.org' }),
  ],
  'follow_ticket(uuid, boolean)': ['- - + + - -', (d) => ({ ticket_id: d.ticket })],
  'get_admin_dashboard()': ['- - - + - -'],
  'get_agent_performance_stats()': ['- - + + - -'],
  'get_client_health(integer)': ['- - - + - -'],
  'get_customer_dashboard()': ['- + + + - -'],
  'get_mail_channel()': ['- - - + - -'],
  'get_queue_figures()': ['- - - + - -'],
  'get_rating_link(text)': ['+ + + + - -', (d) => ({ token: d.ratingToken })],
  'get_report(date, date, text, jsonb)': ['- - - + - -', () => day],
  'get_service_health()': ['- - - + - -'],
  'get_subscription(text)': ['+ + + + - -', (d) => ({ token: d.unsubscribeToken })],
  'get_ticket_detail(uuid, bigint)': ['- + + + - -', (d) => ({ ticket_id: d.ticket })],
  'get_unread_notifications()': ['- + + + - -'],
  'is_mail_recipient(text)': ['- - - - - -', (d) => ({ address: d.address })],
  'link_tickets(uuid[], uuid, text)': [
    '- - + + - -',
    (d) => ({ ticket_ids: [d.ticket], target: d.queued, kind: 'related' }),
  ],
  'linked_tickets(uuid)': ['- - + + - -', (d) => ({ ticket_id: d.ticket })],
  'list_audit(text, uuid, integer, timestamp with time zone, uuid)': ['- - - + - -'],
  'list_held_tickets(uuid[])': ['- - + + - -', (d) => ({ ticket_ids: [d.ticket] })],
  'list_invites(text, integer, timestamp with time zone, uuid)': ['- - - + - -'],
  'list_mails(text, integer, timestamp with time zone)': ['- - - + - -'],
  'list_my_sessions()': ['- + + + - -'],
  'list_notifications(integer, timestamp with time zone, uuid)': ['- + + + - -'],
  'list_tags()': ['- - + + - -'],
  'list_ticket_ids(jsonb, text, boolean)': ['- - + + - -'],
  'list_tickets(jsonb, text, boolean, jsonb, integer)': ['- + + + - -'],
  'list_unmatched_mails(text[], integer, timestamp with time zone, uuid)': ['- - + + - -'],
  'list_users(text, text, boolean, integer, timestamp with time zone, uuid)': ['- - - + - -'],
  'log_export(text, integer, jsonb)': ['- - - + - -', () => ({ kind: 'report', row_count: 1 })],
  'mail_original(uuid)': ['- - + + - -', (d) => ({ mail_id: d.received })],
  'mark_notifications_read(uuid, uuid)': ['- + + + - -'],
  'mark_ticket_read(uuid, timestamp with time zone)': ['- + + + - -', (d) => ({ ticket_id: d.ticket })],
  'mark_ticket_unread(uuid)': ['- + + + - -', (d) => ({ ticket_id: d.ticket })],
  'needs_password()': ['- + + + - -'],
  'next_ticket()': ['- - + + - -'],
  'merge_tickets(uuid, uuid)': ['- - + + - -', (d) => ({ source: d.ticket, target: d.queued })],
  'open_ticket_for(text, text, text, text, text, text[], uuid)': [
    '- - + + - -',
    (d) => ({ requester_email: d.address, subject: 'Called', description: 'The printer is on fire.' }),
  ],
  'preview_incident_reply(uuid)': ['- - + + - -', (d) => ({ problem: d.ticket })],
  'prepare_invited_sign_up(uuid)': ['0 0 0 0 - -', (d) => ({ token: d.token })],
  'propose_change(uuid, text, text, text)': [
    '- - - + - -',
    (d) => ({ ticket_id: d.ticket, kind: 'status', to_value: 'pending' }),
  ],
  'queue_reply(uuid, text, uuid, timestamp with time zone, timestamp with time zone, integer, text, text, text[])':
    ['- - + + - -', (d) => ({ ticket_id: d.ticket, content: 'We are on it.', send_at: TOMORROW })],
  'receive_mail(jsonb, text)': ['- - - - - -', () => ({ mail: {} })],
  'reply_to_incidents(uuid, uuid[], integer[], text[], uuid, text)': [
    '- - + + - -',
    (d) => ({
      problem: d.ticket,
      ticket_ids: [d.ticket],
      seen: [-1],
      contents: ['We are on it.'],
      request_id: d.queued,
    }),
  ],
  'report_client_events(jsonb)': [
    '- + + + - -',
    () => ({
      events: [{ kind: 'error', name: 'Error', remote: 'shell', version: '0.1.0', browser: 'other' }],
    }),
  ],
  'report_mail_server(text, text)': ['- - - - - -'],
  'retry_mail(uuid)': ['- - - + - -', (d) => ({ mail_id: d.failedMail })],
  'revoke_invite(uuid)': ['- - - + - -', (d) => ({ invite_id: d.invite })],
  'same_ticket(uuid)': ['- - + + - -', (d) => ({ ticket_id: d.ticket })],
  'save_draft(uuid, text, text, uuid, text[])': [
    '- + + + - -',
    (d) => ({ ticket_id: d.ticket, kind: 'comment', content: 'Not sent yet' }),
  ],
  'search_tickets(jsonb, text, boolean, jsonb, integer)': ['- + + + - -'],
  'search_tickets(text, integer)': ['- + + + - -', () => ({ query: 'printer' })],
  'send_due_replies(integer)': ['- - - - - -'],
  'send_reply(uuid, text, boolean, uuid, timestamp with time zone, text, text, text[], integer, integer)': [
    '- - + + - -',
    (d) => ({ ticket_id: d.ticket, content: 'We are on it.' }),
  ],
  'snooze_tickets(uuid[], timestamp with time zone)': [
    '- - + + - -',
    (d) => ({ ticket_ids: [d.ticket], until: null }),
  ],
  'send_waiting_reply(uuid, uuid)': ['- - + + - -', (d, me) => ({ comment_id: d.commentOf(me) })],
  'rate_by_link(text, boolean)': ['+ + - - - -', (d) => ({ token: d.ratingToken, is_good: true })],
  'set_availability(boolean)': ['- - + + - -', () => ({ is_away: false })],
  'set_subscription(text, boolean)': [
    '+ + + + - -',
    (d) => ({ token: d.unsubscribeToken, subscribed: true }),
  ],
  'set_user_active(uuid, boolean)': ['- - - + - -', (d) => ({ target: d.leaver, active: false })],
  'set_user_role(uuid, text)': ['- - - + - -', (d) => ({ target: d.leaver, new_role: 'agent' })],
  'start_mail_test()': ['- - - + - -'],
  'support_address()': ['+ + + + - -'],
  'workspace_identity()': ['+ + + + - -'],
  'ticket_references(bigint[])': ['- + + + - -', () => ({ numbers: [1001] })],
  'ticket_topics(uuid)': ['- + + + - -', (d) => ({ ticket_id: d.ticket })],
  'take_draft(uuid, text, uuid)': [
    '- + + + - -',
    (d) => ({ ticket_id: d.ticket, kind: 'comment', device: d.ticket }),
  ],
  'take_over_ticket(uuid, text, uuid)': ['- - + + - -', (d) => ({ ticket_id: d.queued })],
  'take_assistant_turn()': ['- - - + - -'],
  'take_mails(text, integer)': ['- - - - - -', () => ({ host: 'example.com' })],
  'take_notifications(integer)': ['- - - - - -'],
  'take_unrecorded_files()': ['- - - - - -'],
  'split_choices(uuid, uuid)': ['- - + + - -', (d) => ({ ticket_id: d.ticket, first_id: d.message })],
  'split_ticket(uuid, uuid[], text)': [
    '- - + + - -',
    (d) => ({ ticket_id: d.ticket, comment_ids: [d.message], subject: 'Split' }),
  ],
  'ticket_continuation(uuid)': ['- - + + - -', (d) => ({ ticket_id: d.ticket })],
  'ticket_mails(uuid)': ['- + + + - -', (d) => ({ ticket_id: d.ticket })],
  'undo_bulk_update(uuid)': ['- - + + - -', (d, me) => ({ batch_id: d.batchOf(me) })],
  'undo_last_change(uuid, integer)': ['- - + + - -'],
  'unlink_tickets(uuid[], uuid, text)': [
    '- - + + - -',
    (d) => ({ ticket_ids: [d.ticket], target: d.queued, kind: 'related' }),
  ],
  'undo_split(uuid)': ['- - + + - -', (d) => ({ ticket_id: d.split })],
  'unmerge_ticket(uuid)': ['- - + + - -', (d) => ({ source: d.ticket })],
  'unreached_people(uuid)': ['- - + + - -', (d) => ({ ticket_id: d.ticket })],
  'verify_invite(uuid)': ['+ + + + - -', (d) => ({ token: d.token })],
  'wake_tickets(integer)': ['- - - - - -'],
}

/** Buckets: public?, bytes of a file, how many types. */
export const buckets = {
  'ticket-attachments': { public: false, file_size_limit: 5242880, types: 7 },
  'mail-originals': { public: false, file_size_limit: 27262976, types: 1 },
}

/** Objects of the bucket. There is no UPDATE for anyone: nothing is overwritten, renamed or moved. */
export const objects: readonly Right[] = [
  ['SELECT', '*', '- seen all all - -'],
  ['INSERT', '*', '- + + + - -'],
  ['DELETE', '*', '- sent sent all - -'],
]

/** Views, materialized views, sequences, foreign tables in `public`. No role of the API has a right to them. */
export const otherRelations = ['tickets_number_seq']

/** The policies on `realtime.messages`, which decide who joins which topic: see tests/live-topics.test.ts. */
export const topicPolicies = ['messages_insert_joined', 'messages_select_joined']

/** Schemas beside `public` that a role of the API may look into, and none of which the API serves. */
export const hiddenSchemas = ['auth', 'extensions', 'gate', 'private', 'realtime', 'storage']

/** The right of each actor, by the order of the cells. */
export function cell(cells: string, actor: Actor): string {
  const words = cells.split(/\s+/)
  const word = words[actors.indexOf(actor)]
  if (words.length !== actors.length || word === undefined)
    throw new Error(`not ${actors.length} cells: ${cells}`)
  return word
}

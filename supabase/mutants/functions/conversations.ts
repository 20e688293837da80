import type { FunctionMutant } from './function-mutant'

/** Comments, replies, files, ratings, drafts and mails. */
export const conversations: readonly FunctionMutant[] = [
  {
    function: 'private.guard_comment_edit',
    from: "interval '15 minutes'",
    to: "interval '16 minutes'",
    tests: ['comment-edits'],
  },
  {
    function: 'private.writes_a_minute',
    from: 'then 300 else 60',
    to: 'then 300 else 61',
    tests: ['write-limits'],
  },
  {
    function: 'private.writes_a_minute',
    from: 'then 100 else 20',
    to: 'then 101 else 20',
    tests: ['write-limits'],
  },
  {
    function: 'private.limit_writes',
    from: 'used + added > allowed',
    to: 'used + added >= allowed',
    tests: ['write-limits'],
  },
  {
    function: 'private.limit_writes',
    from: 'if me is null or',
    to: 'if me is not null or',
    tests: ['write-limits'],
  },
  {
    function: 'private.can_get_notification',
    from: 'p.deactivated_at is null',
    to: 'true',
    tests: ['notifications', 'notification-outbox'],
  },
  {
    function: 'private.can_get_notification',
    from: 'and u.email_confirmed_at is not null',
    to: '',
    tests: ['notifications', 'notification-outbox'],
  },
  {
    function: 'public.take_notifications',
    from: 'o.attempts < 5',
    to: 'o.attempts < 6',
    tests: ['notification-outbox', 'notifications'],
  },
  {
    function: 'public.take_notifications',
    from: 'or said.is_internal',
    to: '',
    tests: ['notification-outbox', 'notifications'],
  },
  {
    function: 'public.finish_notification',
    from: 'power(4, greatest(o.attempts, 1) - 1)',
    to: 'power(4, greatest(o.attempts, 1))',
    tests: ['notification-outbox'],
  },
  {
    function: 'private.notify',
    from: 'and p.id is distinct from auth.uid()',
    to: '',
    tests: ['notifications', 'notification-outbox'],
  },
  {
    function: 'private.notify',
    from: '< 20',
    to: '< 200',
    tests: ['notifications', 'notification-outbox'],
  },
  {
    function: 'public.send_reply',
    from: 'e.actor_id is distinct from me',
    to: 'true',
    tests: ['send-reply'],
  },
  {
    function: 'public.send_reply',
    from: 'e.created_at > seen_at or e.ticket_version > seen_version',
    to: 'e.created_at > seen_at',
    tests: ['send-reply'],
  },
  {
    function: 'private.can_rate',
    from: "and t.status in ('solved', 'closed')",
    to: '',
    tests: ['ticket-ratings-and-events'],
  },
  {
    function: 'private.can_rate',
    from: 'and t.assigned_to is distinct from t.customer_id',
    to: '',
    tests: ['ticket-ratings-and-events', 'former-staff'],
  },
  {
    function: 'private.limit_attachments',
    from: '> allowed.max_files',
    to: '> allowed.max_files + 1',
    tests: ['attachments.', 'attacks/files'],
  },
  {
    function: 'private.can_upload_object',
    from: ') < 10',
    to: '< 11',
    tests: ['attachment-bytes', 'attacks/files'],
  },
  {
    function: 'private.is_stored_file',
    from: "and o.metadata ->> 'size' = size::text",
    to: '',
    tests: ['attachment-bytes', 'attacks/files'],
  },
  {
    function: 'public.save_draft',
    from: "and (save_draft.kind = 'comment' or private.can_write_notes())",
    to: '',
    tests: ['ticket-drafts', 'internal-notes'],
  },
]

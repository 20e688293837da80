-- Every mail that the workspace received, whatever became of it.
create table private.mail_messages (
  id uuid primary key default gen_random_uuid(),
  message_id text not null constraint mail_messages_message_id check (char_length(message_id) between 1 and 500),
  recipient text not null,
  received_at timestamptz not null default now(),
  sent_at timestamptz,
  from_address text not null default '',
  from_name text not null default '',
  reply_to text,
  recipients jsonb not null default '{}' constraint mail_messages_recipients
    check (private.json_is_bounded(recipients, 32768, 3)),
  subject text not null default '' constraint mail_messages_subject check (char_length(subject) <= 500),
  authentication text not null constraint mail_messages_authentication
    check (authentication in ('pass', 'fail', 'none', 'unchecked')),
  is_automatic boolean not null default false,
  content text not null default '' constraint mail_messages_content check (char_length(content) <= 20000),
  quoted text not null default '' constraint mail_messages_quoted check (char_length(quoted) <= 100000),
  files jsonb not null default '[]' constraint mail_messages_files check (private.json_is_bounded(files, 65536, 3)),
  rejected_files jsonb not null default '[]' constraint mail_messages_rejected
    check (private.json_is_bounded(rejected_files, 65536, 3)),
  size integer not null default 0,
  original_path text,
  state text not null constraint mail_messages_state
    check (state in ('accepted', 'unmatched', 'refused', 'ignored', 'bounce')),
  reason text not null default '' constraint mail_messages_reason check (char_length(reason) <= 60),
  via text constraint mail_messages_via check (via in ('address', 'references', 'subject', 'staff')),
  ticket_id uuid references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  suspected_ticket_id uuid references public.tickets (id) on delete set null,
  handled_by uuid references public.profiles (id) on delete set null,
  files_due boolean not null default false,
  reply text constraint mail_messages_reply check (reply in ('acknowledgement', 'refusal', 'files')),
  forwarded_to text,
  content_hash text not null default '' constraint mail_messages_content_hash
    check (content_hash ~ '^([0-9a-f]{64})?$'),
  reply_budget text constraint mail_messages_reply_budget
    check (reply_budget in ('known', 'known, unproven', 'stranger', 'stranger, unproven')),
  parts jsonb not null default '[]' constraint mail_messages_parts check (private.json_is_bounded(parts, 131072, 2)),
  can_be_answered boolean,
  answer_id uuid,
  files_answer text constraint mail_messages_files_answer
    check (files_answer in ('waiting', 'sent', 'failed', 'automatic', 'note', 'limit')),
  response text constraint mail_messages_response check (response in ('auto_reply', 'read_receipt', 'abuse_report')),
  is_away boolean,
  away_until date,
  event_id uuid references public.ticket_events (id) on delete set null
);
comment on table private.mail_messages is
  'Every received mail, once for each address of the workspace. Originals are in the bucket mail-originals at '
  'original_path.';
comment on column private.mail_messages.message_id is
  'Without angle brackets; made from a hash when the mail has none.';
comment on column private.mail_messages.recipient is
  'The address of the workspace, without the code of a reply address.';
comment on column private.mail_messages.recipients is '{to, cc}: lists of {address, name}.';
comment on column private.mail_messages.authentication is
  'Of the sender''s address, as the configured receiving host found it. unchecked: no host is configured.';
comment on column private.mail_messages.content is 'The new text, as Markdown.';
comment on column private.mail_messages.quoted is 'Quoted history and signature, as text.';
comment on column private.mail_messages.files is 'Accepted files: {name, type, size, path}.';
comment on column private.mail_messages.rejected_files is
  'Files that were left out: {name, reason, index, type, size, incidental}, and beyond 200 {more, reason}. '
  'incidental: added by a mail program, so that its user is not told. Mails before 2026-12 have name and reason alone.';
comment on column private.mail_messages.state is
  'accepted: in ticket_id. unmatched: waits for staff. refused: blocked or deactivated sender. ignored: automatic. '
  'bounce: a report that a mail was not delivered.';
comment on column private.mail_messages.via is 'What led to the ticket; null when the mail opened it.';
comment on column private.mail_messages.suspected_ticket_id is
  'The ticket that the mail names and that its sender may not write to.';
comment on column private.mail_messages.files_due is
  'The files are not stored yet: the function, or the sender, tries again.';
comment on column private.mail_messages.reply is
  'The automatic answer that the sender gets; decided by the rules against loops.';
comment on column private.mail_messages.forwarded_to is
  'The outsider whose answer this is, whatever From says: the mail came to the address of what was forwarded to them, '
  'or answers it.';
comment on column private.mail_messages.content_hash is
  'SHA-256 of the subject and the body; empty for mails of before it was recorded, which equal any of their sender '
  'and Message-ID.';
comment on column private.mail_messages.reply_budget is 'Of an acknowledged mail: the limits for which it counts.';
comment on column private.mail_messages.parts is
  'Files, mails and invitations in the original, in its order: {index, name, type, size, kind|null, title|null, '
  'when|null, where|null}. Also those that are files of the ticket.';
comment on column private.mail_messages.can_be_answered is
  'False for mails of programs, which get no automatic answer; null for mails before 2026-12.';
comment on column private.mail_messages.answer_id is
  'The mail of the outbox that names the files that were left out. No foreign key: the outbox forgets after 30 days.';
comment on column private.mail_messages.files_answer is
  'Whether the sender was told which files were left out: waiting, sent, failed; or why not: automatic mail, note of '
  'staff, limit of answers. Null when there is nothing to tell.';
comment on column private.mail_messages.response is 'What a program answered by itself; null for other mails.';
comment on column private.mail_messages.is_away is 'An automatic answer that speaks of an absence.';
comment on column private.mail_messages.away_until is 'The end of the absence, as its text names it.';
comment on column private.mail_messages.event_id is
  'The line on the ticket that shows an automatic answer, which is kept with it.';

create index mail_messages_ticket_idx on private.mail_messages (ticket_id, received_at);
create index mail_messages_comment_idx on private.mail_messages (comment_id);
create index mail_messages_suspected_idx on private.mail_messages (suspected_ticket_id);
create index mail_messages_handled_by_idx on private.mail_messages (handled_by);
create index mail_messages_state_idx on private.mail_messages (state, received_at desc, id desc);
create index mail_messages_sender_idx on private.mail_messages (from_address, received_at desc);
create index mail_messages_original_idx on private.mail_messages (original_path) where original_path is not null;
create index mail_messages_answered_domain_idx
  on private.mail_messages (private.mail_domain(from_address), reply_budget, received_at)
    where reply_budget is not null;
create index mail_messages_answered_idx on private.mail_messages (reply_budget, received_at)
  where reply_budget is not null;
-- Hashed: four long texts do not fit into a row of an index.
create unique index mail_messages_identity_idx on private.mail_messages
  (message_id, md5(from_address || ' ' || content_hash), md5(recipient || ' ' || authentication));
create index mail_messages_answer_idx on private.mail_messages (answer_id) where answer_id is not null;
create index mail_messages_event_idx on private.mail_messages (event_id);
create index mail_messages_unfiled_idx on private.mail_messages (received_at desc, id desc) include (size)
  where state in ('ignored', 'refused', 'bounce') and event_id is null;

alter table private.mail_messages enable row level security;

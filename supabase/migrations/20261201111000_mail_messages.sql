-- Received mails with their originals, sent Message-IDs, and failed deliveries.

-- Every mail that the desk received, whatever became of it.
create table private.mail_messages (
  id uuid primary key default gen_random_uuid(),
  message_id text not null constraint mail_messages_message_id check (char_length(message_id) between 1 and 500),
  recipient text not null,
  received_at timestamptz not null default now(),
  sent_at timestamptz,
  from_address text not null default '',
  from_name text not null default '',
  reply_to text,
  recipients jsonb not null default '{}' constraint mail_messages_recipients check (private.json_is_bounded(recipients, 32768, 3)),
  subject text not null default '' constraint mail_messages_subject check (char_length(subject) <= 500),
  authentication text not null constraint mail_messages_authentication
    check (authentication in ('pass', 'fail', 'none', 'unchecked')),
  is_automatic boolean not null default false,
  content text not null default '' constraint mail_messages_content check (char_length(content) <= 20000),
  quoted text not null default '' constraint mail_messages_quoted check (char_length(quoted) <= 100000),
  files jsonb not null default '[]' constraint mail_messages_files check (private.json_is_bounded(files, 65536, 3)),
  rejected_files jsonb not null default '[]' constraint mail_messages_rejected check (private.json_is_bounded(rejected_files, 65536, 3)),
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
  reply text constraint mail_messages_reply check (reply in ('acknowledgement', 'refusal')),
  unique (message_id, recipient)
);
comment on table private.mail_messages is
  'Every received mail, once for each address of the desk. Originals are in the bucket mail-originals at original_path.';
comment on column private.mail_messages.message_id is 'Without angle brackets; made from a hash when the mail has none.';
comment on column private.mail_messages.recipient is 'The address of the desk, without the code of a reply address.';
comment on column private.mail_messages.recipients is '{to, cc}: lists of {address, name}.';
comment on column private.mail_messages.authentication is
  'Of the sender''s address, as the configured receiving host found it. unchecked: no host is configured.';
comment on column private.mail_messages.content is 'The new text, as Markdown.';
comment on column private.mail_messages.quoted is 'Quoted history and signature, as text.';
comment on column private.mail_messages.files is 'Accepted files: {name, type, size, path}.';
comment on column private.mail_messages.rejected_files is 'Files that were left out: {name, reason}.';
comment on column private.mail_messages.state is
  'accepted: in ticket_id. unmatched: waits for staff. refused: blocked or deactivated sender. ignored: automatic. bounce: a report that a mail was not delivered.';
comment on column private.mail_messages.via is 'What led to the ticket; null when the mail opened it.';
comment on column private.mail_messages.suspected_ticket_id is 'The ticket that the mail names and that its sender may not write to.';
comment on column private.mail_messages.files_due is 'The files are not stored yet: the function, or the sender, tries again.';
comment on column private.mail_messages.reply is 'The automatic answer that the sender gets; decided by the rules against loops.';

create index mail_messages_ticket_idx on private.mail_messages (ticket_id, received_at);
create index mail_messages_comment_idx on private.mail_messages (comment_id);
create index mail_messages_suspected_idx on private.mail_messages (suspected_ticket_id);
create index mail_messages_handled_by_idx on private.mail_messages (handled_by);
create index mail_messages_state_idx on private.mail_messages (state, received_at desc, id desc);
create index mail_messages_sender_idx on private.mail_messages (from_address, received_at desc);
create index mail_messages_original_idx on private.mail_messages (original_path) where original_path is not null;

alter table private.mail_messages enable row level security;

-- What the desk has sent: answers and bounces name its Message-ID.
create table private.sent_mails (
  message_id text not null,
  recipient text not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  sent_at timestamptz not null default now(),
  -- A mail about a note: whoever answers it writes a note.
  is_internal boolean not null default false,
  primary key (message_id, recipient)
);
comment on table private.sent_mails is 'Message-IDs of mails about tickets (without angle brackets), for threading and bounces.';
comment on column private.sent_mails.recipient is 'In lower case.';
comment on column private.sent_mails.is_internal is 'The mail is about an internal note: answers of staff to it are notes.';

create index sent_mails_ticket_idx on private.sent_mails (ticket_id, sent_at);
create index sent_mails_comment_idx on private.sent_mails (comment_id);

alter table private.sent_mails enable row level security;

create table private.delivery_failures (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  mail_id uuid references private.mail_messages (id) on delete set null,
  address text not null,
  status text not null default '',
  reason text not null default '',
  created_at timestamptz not null default now()
);
comment on table private.delivery_failures is 'Mails about tickets that could not be delivered.';

create index delivery_failures_ticket_idx on private.delivery_failures (ticket_id, created_at);
create index delivery_failures_comment_idx on private.delivery_failures (comment_id);
create index delivery_failures_mail_idx on private.delivery_failures (mail_id);

alter table private.delivery_failures enable row level security;

-- Read by the functions with the secret key only, so there is no policy.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('mail-originals', 'mail-originals', false, 27262976, array['message/rfc822'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Originals that no mail names any more. Storage removes the files, so that the function has to.
create table private.old_originals (
  path text primary key,
  due_at timestamptz not null default now() + interval '10 minutes'
);
comment on table private.old_originals is 'Files of the bucket mail-originals that belong to no mail any more. receive-mail removes them.';

create index old_originals_due_idx on private.old_originals (due_at);

alter table private.old_originals enable row level security;

create function private.due_originals() returns jsonb
language sql volatile security definer set search_path = '' as $$
  -- Moved on: concurrent requests get others, and a failed removal is tried again.
  with due as (
    update private.old_originals o set due_at = now() + interval '10 minutes'
    where o.path in (select k.path from private.old_originals k where k.due_at <= now() order by k.due_at limit 5 for update skip locked)
    returning o.path
  ), used as (
    delete from private.old_originals o
    where o.path in (select d.path from due d) and exists (select from private.mail_messages m where m.original_path = o.path)
    returning o.path
  )
  select coalesce(jsonb_agg(d.path), '[]') from due d
  where not exists (select from private.mail_messages m where m.original_path = d.path)
$$;
comment on function private.due_originals() is 'Up to five paths to remove now; they are offered again until forget_originals was called.';

create function public.forget_originals(paths text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.old_originals o where o.path = any (forget_originals.paths)
$$;
comment on function public.forget_originals(text[]) is 'Service: these originals were removed from Storage.';

create function private.release_original() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.old_originals (path) values (old.original_path) on conflict do nothing;
  return null;
end
$$;
comment on function private.release_original() is 'Has the original removed that a mail no longer names.';

create trigger mail_messages_release_original after delete on private.mail_messages
  for each row when (old.original_path is not null) execute function private.release_original();
create trigger mail_messages_drop_original after update of original_path on private.mail_messages
  for each row when (old.original_path is not null and new.original_path is distinct from old.original_path)
  execute function private.release_original();

grant execute on function public.forget_originals(text[]) to service_role;

-- Mail to and from the desk: its addresses, received mails, sent Message-IDs, and people who take part by mail.

-- The addresses that the desk reads.
create table public.mail_addresses (
  id uuid primary key default gen_random_uuid(),
  address text not null unique constraint mail_addresses_address
    check (address ~ '^[a-z0-9][a-z0-9._-]{0,31}@[a-z0-9.-]+$' and char_length(address) <= 200),
  kind text not null default 'support' constraint mail_addresses_kind check (kind in ('support', 'note')),
  default_priority text constraint mail_addresses_priority check (default_priority = any (private.ticket_priorities())),
  default_tags text[] not null default '{}' constraint mail_addresses_tags check (private.is_tag_list(default_tags)),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.mail_addresses is 'Addresses of the desk. Mails to others are not accepted. Admins manage them.';
comment on column public.mail_addresses.address is
  'In lower case, without +: the desk writes from it, and adds +<ticket>.<code> for replies.';
comment on column public.mail_addresses.kind is
  'support: mails become tickets and replies. note: answers of staff to it become internal notes.';
comment on column public.mail_addresses.default_priority is 'Of tickets sent to it; null for the workspace''s default.';
comment on column public.mail_addresses.default_tags is 'Of tickets sent to it; the desk''s, not shown to customers.';

alter table public.mail_addresses alter column address set statistics 0;
alter table public.mail_addresses enable row level security;
grant select (id, address, kind, default_priority, default_tags, is_active, created_at, updated_at),
  insert (address, kind, default_priority, default_tags, is_active),
  update (kind, default_priority, default_tags, is_active)
  on table public.mail_addresses to authenticated;
grant delete on table public.mail_addresses to authenticated;
grant all on table public.mail_addresses to service_role;

create policy mail_addresses_select_staff on public.mail_addresses for select to authenticated
  using ((select private.can_work_on_tickets()));
create policy mail_addresses_insert_admin on public.mail_addresses for insert to authenticated
  with check ((select private.can_manage_workspace()));
create policy mail_addresses_update_admin on public.mail_addresses for update to authenticated
  using ((select private.can_manage_workspace())) with check ((select private.can_manage_workspace()));
create policy mail_addresses_delete_admin on public.mail_addresses for delete to authenticated
  using ((select private.can_manage_workspace()));
create trigger mail_addresses_touch before update on public.mail_addresses
  for each row execute function private.touch_updated_at();

insert into public.mail_addresses (address)
select lower(w.support_email) from public.workspace_settings w
where lower(w.support_email) ~ '^[a-z0-9][a-z0-9._-]{0,31}@[a-z0-9.-]+$' and char_length(w.support_email) <= 200;

-- Senders whose mails are dropped.
create table public.blocked_senders (
  address text primary key constraint blocked_senders_address
    check (address ~ '^[^@\s]*@[^@\s]+$' and address = lower(address) and char_length(address) <= 254),
  blocked_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.blocked_senders is 'Mails from them are recorded as refused and never answered. Managed by admins.';
comment on column public.blocked_senders.address is 'An address, or @example.com for everybody there.';
create index blocked_senders_blocked_by_idx on public.blocked_senders (blocked_by);

alter table public.blocked_senders alter column address set statistics 0;
alter table public.blocked_senders enable row level security;
grant select (address, blocked_by, created_at), insert (address) on table public.blocked_senders to authenticated;
grant delete on table public.blocked_senders to authenticated;
grant all on table public.blocked_senders to service_role;
create policy blocked_senders_select_admin on public.blocked_senders for select to authenticated
  using ((select private.can_manage_workspace()));
create policy blocked_senders_insert_admin on public.blocked_senders for insert to authenticated
  with check ((select private.can_manage_workspace()));
create policy blocked_senders_delete_admin on public.blocked_senders for delete to authenticated
  using ((select private.can_manage_workspace()));

-- Addresses that bounced.
create table public.undeliverable_addresses (
  address text primary key constraint undeliverable_addresses_address check (char_length(address) <= 254),
  status text not null default '' constraint undeliverable_addresses_status check (char_length(status) <= 20),
  reason text not null default '' constraint undeliverable_addresses_reason check (char_length(reason) <= 500),
  failures integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on table public.undeliverable_addresses is
  'Addresses to which a mail could not be delivered, as their mail server said. Admins delete a row to mail again.';
comment on column public.undeliverable_addresses.status is 'Enhanced status code, such as 5.1.1.';

alter table public.undeliverable_addresses
  alter column address set statistics 0,
  alter column status set statistics 0,
  alter column reason set statistics 0;
alter table public.undeliverable_addresses enable row level security;
grant select (address, status, reason, failures, first_at, last_at) on table public.undeliverable_addresses to authenticated;
grant delete on table public.undeliverable_addresses to authenticated;
grant all on table public.undeliverable_addresses to service_role;
create policy undeliverable_addresses_select_staff on public.undeliverable_addresses for select to authenticated
  using ((select private.can_work_on_tickets()));
create policy undeliverable_addresses_delete_admin on public.undeliverable_addresses for delete to authenticated
  using ((select private.can_manage_workspace()));

-- People in copy. They write and get mails; the portal shows a ticket to its requester and to staff only.
create table public.ticket_participants (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  address text not null constraint ticket_participants_address
    check (address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and address = lower(address) and char_length(address) <= 254),
  name text not null default '' constraint ticket_participants_name check (char_length(name) <= 100),
  person_id uuid references public.profiles (id) on delete set null,
  added_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (ticket_id, address)
);
comment on table public.ticket_participants is 'People in copy on a ticket: they get its public replies by mail and answer by mail. At most 20 a ticket.';
comment on column public.ticket_participants.person_id is 'Set once they have written.';
comment on column public.ticket_participants.added_by is 'Who added them; the author of the mail when they were in its copy.';
create index ticket_participants_person_idx on public.ticket_participants (person_id);
create index ticket_participants_added_by_idx on public.ticket_participants (added_by);

alter table public.ticket_participants
  alter column address set statistics 0,
  alter column name set statistics 0;
alter table public.ticket_participants enable row level security;
grant select (id, ticket_id, address, name, person_id, added_by, created_at), insert (ticket_id, address, name)
  on table public.ticket_participants to authenticated;
grant delete on table public.ticket_participants to authenticated;
grant all on table public.ticket_participants to service_role;
create policy ticket_participants_select_staff on public.ticket_participants for select to authenticated
  using ((select private.can_see_all_tickets()));
create policy ticket_participants_insert_staff on public.ticket_participants for insert to authenticated
  with check ((select private.can_work_on_tickets()) and added_by = (select auth.uid()));
create policy ticket_participants_delete_staff on public.ticket_participants for delete to authenticated
  using ((select private.can_work_on_tickets()));

create function private.limit_participants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- After the insert, so that row level security has refused others before the ticket is locked.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (select count(*) from public.ticket_participants p where p.ticket_id = new.ticket_id) > 20 then
    raise exception 'A ticket has at most 20 people in copy' using detail = 'participant_limit';
  end if;
  return null;
end
$$;
comment on function private.limit_participants() is 'Enforces the number of people in copy, also for concurrent inserts.';
create trigger ticket_participants_limit after insert on public.ticket_participants
  for each row execute function private.limit_participants();
create trigger ticket_participants_strip_name before insert on public.ticket_participants
  for each row when (new.name is distinct from private.strip_invisible(new.name))
  execute function private.strip_column('name');

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
alter table private.mail_messages enable row level security;

-- What the desk has sent: answers and bounces name its Message-ID.
create table private.sent_mails (
  message_id text not null,
  recipient text not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  sent_at timestamptz not null default now(),
  primary key (message_id, recipient)
);
comment on table private.sent_mails is 'Message-IDs of mails about tickets (without angle brackets), for threading and bounces.';
comment on column private.sent_mails.recipient is 'In lower case.';
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

-- Where a comment came from.
alter table public.comments add column source text not null default 'portal'
  constraint comments_source check (source in ('portal', 'mail'));
comment on column public.comments.source is 'portal: written in the portal. mail: sent by mail.';
grant select (source) on table public.comments to authenticated;

-- Mails are as short or as long as they are; the portal's form keeps its own limits.
alter table public.tickets drop constraint tickets_description_length;
alter table public.tickets add constraint tickets_description_length check (
  case source when 'mail' then char_length(description) <= 10000 and description ~ '\S'
    else char_length(description) <= 2000 and char_length(btrim(description)) >= 10 end);

alter table public.ticket_events drop constraint ticket_events_kind;
alter table public.ticket_events add constraint ticket_events_kind check (kind in (
  'created', 'subject', 'description', 'status', 'priority', 'assigned_to', 'customer_id', 'tags', 'taken_over',
  'comment_added', 'comment_edited', 'comment_deleted', 'note_added', 'note_edited', 'note_deleted',
  'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed'));

-- Originals: read by the functions with the secret key only, so there is no policy.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('mail-originals', 'mail-originals', false, 27262976, array['message/rfc822'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Addresses for answers: support+1042.0123456789abcdef0123@example.com. The code proves that the desk wrote the address.
create table private.mail_keys (
  id boolean primary key default true constraint mail_keys_one_row check (id),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.mail_keys is 'One row: the key of the codes in reply addresses.';
alter table private.mail_keys enable row level security;
insert into private.mail_keys default values;

create function private.mail_code(ticket_number bigint) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(extensions.hmac(convert_to('ticket ' || ticket_number, 'UTF8'), k.key, 'sha256'), 'hex'), 20)
  from private.mail_keys k
$$;
comment on function private.mail_code(bigint) is 'The code of a ticket in its reply addresses.';

create function private.reply_address(ticket_id uuid, wanted text default 'support') returns text
language sql stable security definer set search_path = '' as $$
  select split_part(a.address, '@', 1) || '+' || t.number || '.' || private.mail_code(t.number) || '@' || split_part(a.address, '@', 2)
  from public.tickets t cross join public.mail_addresses a
  where t.id = $1 and a.is_active and a.kind = $2
  -- The address to which the requester wrote, else the oldest.
  order by a.address = (select m.recipient from private.mail_messages m
    where m.ticket_id = t.id and m.state = 'accepted' order by m.received_at limit 1) desc nulls last, a.created_at, a.address
  limit 1
$$;
comment on function private.reply_address(uuid, text) is
  'The address for answers to a ticket; wanted: support, or note for answers of staff that become notes. Null when the desk has no such active address.';

create function private.ticket_of_reply_address(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tickets t
  where t.number = case when $1 ~* '^[^@+]+\+\d{1,15}\.[0-9a-f]{20}@' then substring($1 from '\+(\d{1,15})\.')::bigint end
    and private.mail_code(t.number) = lower(substring($1 from '\.([0-9a-fA-F]{20})@'))
$$;
comment on function private.ticket_of_reply_address(text) is 'The ticket of a reply address; null when the desk did not write it.';

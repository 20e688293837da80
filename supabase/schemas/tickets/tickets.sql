-- The ticket: columns, limits and the indexes of lists, the queue, reports and foreign keys.
create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  subject text not null constraint tickets_subject_length
    check (char_length(subject) <= 255 and char_length(btrim(subject)) >= 1),
  -- Mails are as short or as long as they are; the portal's form keeps its own limits.
  description text not null constraint tickets_description_length check (
    case when source = 'mail' or origin is not null then char_length(description) <= 10000 and description ~ '\S'
      else char_length(description) <= 2000 and char_length(btrim(description)) >= 10 end),
  status text not null default 'open' constraint tickets_status
    check (status = any (private.ticket_statuses())),
  priority text not null default private.default_priority() constraint tickets_priority
    check (priority = any (private.ticket_priorities())),
  priority_rank smallint not null generated always as (case when merged_into is not null then -1
    else coalesce(array_position(private.ticket_priorities(), priority) - 1, 0) end) stored,
  created_by uuid not null default auth.uid() references public.profiles (id),
  customer_id uuid default auth.uid() references public.profiles (id),
  assigned_to uuid references public.profiles (id),
  tags text[] constraint tickets_tags check (private.is_tag_list(tags)),
  tag_keys text[] constraint tickets_tag_keys check (private.is_tag_list(tag_keys)),
  metadata jsonb constraint tickets_metadata
    check (jsonb_typeof(metadata) = 'object' and private.json_is_bounded(metadata, 8192, 5)),
  request_id uuid,
  version integer not null default 1,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  close_reason text constraint tickets_close_reason_length check (char_length(close_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number bigint generated always as identity (start with 1001),
  waiting_since timestamptz,
  last_message_at timestamptz,
  last_message_by uuid references public.profiles (id),
  last_message_preview text,
  source text not null default 'portal' constraint tickets_source check (source in ('portal', 'staff', 'mail')),
  subject_key text collate "C" not null default '',
  requester_key text collate "C" not null default '',
  assignee_key text collate "C" not null default '',
  -- Clients read dates of four digits only.
  snoozed_until timestamptz constraint tickets_snoozed_until check (snoozed_until = 'infinity'
    or snoozed_until between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z'),
  merged_into uuid references public.tickets (id) on delete set null,
  merged_at timestamptz,
  origin text constraint tickets_origin check (origin in ('split', 'follow_up')),
  last_message_unverified boolean not null default false,
  constraint tickets_closed_at check ((status = 'closed') = (closed_at is not null))
);
comment on table public.tickets is 'Support tickets. Customers access their own, staff access all.';
comment on column public.tickets.priority_rank is
  'urgent 4, high 3, medium 2, normal 1, low 0; -1 while merged. Lists sort by it, and have ranks from 0 on only.';
comment on column public.tickets.tags is
  'Tags given at creation. When staff set it, a trigger changes ticket_tags and leaves this column unchanged.';
comment on column public.tickets.tag_keys is
  'Keyed hashes of the ticket''s tags, for the search index. They reveal no tag.';
comment on column public.tickets.metadata is 'Free-form object of the client, at most 8 kB and 5 levels deep.';
comment on column public.tickets.request_id is 'Chosen by the client for one submission; unique for each author.';
comment on column public.tickets.version is 'Incremented by every update; clients drop events older than their copy.';
comment on column public.tickets.first_response_at is 'Time of the first public reply from staff.';
comment on column public.tickets.resolved_at is 'Set while the status is solved or closed.';
comment on column public.tickets.closed_at is
  'Set exactly while the status is closed, by the database. A value sent by a client is ignored.';
comment on column public.tickets.close_reason is 'Given when closing; cleared when the status changes.';
comment on column public.tickets.number is 'Short number to read out on the phone: unique, from 1001, never reused.';
comment on column public.tickets.waiting_since is
  'Time of the requester''s oldest message without a public answer from staff; null when none waits.';
comment on column public.tickets.last_message_at is
  'Time of the last public message: the last public comment, else the description.';
comment on column public.tickets.last_message_by is 'Author of the last public message.';
comment on column public.tickets.last_message_preview is
  'The first 120 characters of the last public message, on one line.';
comment on column public.tickets.last_message_unverified is
  'The last public message came by a mail of which nothing proves who sent it.';
comment on column public.tickets.source is
  'portal: created by the requester. staff: created by staff for the requester. mail: sent by mail.';
comment on column public.tickets.subject_key is 'Sort key of the subject. Written by a trigger.';
comment on column public.tickets.requester_key is
  'Sort key of the requester''s name. Written by a trigger, and after a new name.';
comment on column public.tickets.assignee_key is
  'Sort key of the assignee''s name, empty if unassigned. Written as requester_key.';
comment on column public.tickets.snoozed_until is
  'Until then staff do not want to see the ticket, infinity: until the customer answers; null when it is not snoozed. '
  'A passed time counts as null, which wake_tickets writes. Screens show it to staff only.';
comment on column public.tickets.merged_into is
  'The ticket that this one was merged into, as the merge was made: the end of the chain shows both. Null otherwise.';
comment on column public.tickets.origin is
  'split: from messages of another ticket. follow_up: by an answer to a ticket closed long ago. Null otherwise.';
comment on column public.tickets.merged_at is 'When it was merged: its requester reads the target from then on.';

-- Lists page by keyset: every index for a filter ends in (created_at desc, id desc). Predicates repeat the active
-- statuses: a function there would need EXECUTE by every role that reads the table, read-only ones of the platform too.
create index tickets_created_at_idx on public.tickets (created_at desc, id desc);
create index tickets_assignee_idx on public.tickets (assigned_to, created_at desc, id desc);
create index tickets_status_idx on public.tickets (status, created_at desc, id desc);
create index tickets_queue_idx on public.tickets (priority_rank desc, created_at, id)
  where assigned_to is null and status = 'open';
create index tickets_assignee_active_idx on public.tickets (assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');
create index tickets_customer_updated_idx on public.tickets (customer_id, updated_at desc);
create unique index tickets_request_idx on public.tickets (created_by, request_id);

-- Every combination of filters has an index that ends in the list's order, so that a page costs the same whether one in
-- two or one in a million tickets matches. Lists merge single statuses and ranks.
create index tickets_status_rank_idx on public.tickets (status, priority_rank, created_at desc, id desc);

-- `is null` does not fix a column for the order of an index as `=` does, so unassigned tickets have indexes of their
-- own.
create index tickets_unassigned_idx on public.tickets (created_at desc, id desc) where assigned_to is null;

-- For reports, and for figures of active tickets.
create index tickets_resolved_at_idx on public.tickets (resolved_at) where resolved_at is not null;
create index tickets_first_response_idx on public.tickets (first_response_at) include (created_at, assigned_to)
  where first_response_at is not null;
create index tickets_active_idx on public.tickets (status, assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');

-- Equality on every column before the time: a list merges one branch for each status and rank, and each branch stops
-- after its part of the page. Unassigned is the nil uuid, because `is null` does not fix a column for the order of an
-- index.
create index tickets_updated_idx on public.tickets (status, priority_rank, updated_at desc, id desc);
create index tickets_waiting_idx on public.tickets (status, priority_rank, waiting_since, id)
  where waiting_since is not null and status in ('open', 'in_progress', 'pending', 'on_hold');
create index tickets_holder_created_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, created_at desc,
    id desc);
create index tickets_holder_updated_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, updated_at desc,
    id desc);
create index tickets_holder_waiting_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, waiting_since, id)
  where waiting_since is not null and status in ('open', 'in_progress', 'pending', 'on_hold');
create unique index tickets_number_idx on public.tickets (number);
create index tickets_last_message_at_idx on public.tickets (last_message_at);
create index tickets_last_message_by_idx on public.tickets (last_message_by);
create index tickets_subject_idx on public.tickets (status, priority_rank, subject_key, number);
create index tickets_holder_subject_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, subject_key, number);
create index tickets_requester_name_idx on public.tickets (status, priority_rank, requester_key, number);
create index tickets_holder_requester_name_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, requester_key, number);
create index tickets_assignee_name_idx on public.tickets (status, priority_rank, assignee_key, number);
create index tickets_id_idx on public.tickets using hash (id);

-- Lists of a requester read all of their tickets. Without the texts, the index of the other orders is a third smaller.
-- Both are in the order of time: in that of a text, each row would look up another page of the visibility map.
create index tickets_requester_text_idx on public.tickets (customer_id, number)
  include (id, status, priority_rank, assigned_to, subject_key, assignee_key);
create index tickets_requester_idx on public.tickets (customer_id, created_at desc, id desc)
  include (status, priority_rank, assigned_to, updated_at, waiting_since);

-- Lists of snoozed tickets read all of them, which are few, in any order.
create index tickets_snoozed_idx on public.tickets (snoozed_until, id)
  include (status, priority_rank, assigned_to, customer_id, created_at, updated_at, waiting_since, number, subject_key,
    requester_key, assignee_key)
  where snoozed_until is not null;

-- Of all tickets few are merged.
create index tickets_merged_into_idx on public.tickets (merged_into) where merged_into is not null;
create index tickets_merged_customer_idx on public.tickets (customer_id) where merged_into is not null;
create index tickets_merged_idx on public.tickets (id) include (merged_into) where merged_into is not null;

alter table public.tickets
  alter column subject set statistics 0,
  alter column description set statistics 0,
  alter column tags set statistics 0,
  alter column close_reason set statistics 0,
  alter column last_message_preview set statistics 0,
  alter column subject_key set statistics 0,
  alter column requester_key set statistics 0,
  alter column assignee_key set statistics 0;
alter table public.tickets enable row level security;
grant select (id, subject, description, status, priority, priority_rank, created_by, customer_id, assigned_to, tags,
  tag_keys, metadata, request_id, version, first_response_at, resolved_at, closed_at, close_reason, created_at,
  updated_at, number, waiting_since, last_message_at, last_message_by, last_message_preview, source, subject_key,
  requester_key, assignee_key, snoozed_until, merged_into, merged_at, origin, last_message_unverified)
  on table public.tickets to authenticated;
grant insert (subject, description, priority, created_by, customer_id, tags, metadata, request_id)
  on table public.tickets to authenticated;
grant update (subject, description, status, priority, assigned_to, tags, metadata, closed_at, close_reason,
  snoozed_until)
  on table public.tickets to authenticated;
grant delete on table public.tickets to authenticated;
grant all on table public.tickets to service_role;
-- Projects made since May 2026 grant nothing on new objects by default, and imports with the secret key insert tickets.
grant usage on sequence public.tickets_number_seq to service_role;

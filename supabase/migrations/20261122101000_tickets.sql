-- The ticket: columns, limits, indexes, and the stamps that triggers set.
create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  subject text not null constraint tickets_subject_length
    check (char_length(subject) <= 255 and char_length(btrim(subject)) >= 1),
  description text not null constraint tickets_description_length
    check (char_length(description) <= 2000 and char_length(btrim(description)) >= 10),
  status text not null default 'open' constraint tickets_status
    check (status = any (private.ticket_statuses())),
  priority text not null default private.default_priority() constraint tickets_priority
    check (priority = any (private.ticket_priorities())),
  priority_rank smallint not null
    generated always as (coalesce(array_position(private.ticket_priorities(), priority) - 1, 0)) stored,
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
  constraint tickets_closed_at check ((status = 'closed') = (closed_at is not null))
);
comment on table public.tickets is 'Support tickets. Customers access their own, staff access all.';
comment on column public.tickets.priority_rank is 'urgent 4, high 3, medium 2, normal 1, low 0. Lists sort by it.';
comment on column public.tickets.tags is
  'Tags given at creation. When staff set it, a trigger changes ticket_tags and leaves this column unchanged.';
comment on column public.tickets.tag_keys is 'Keyed hashes of the ticket''s tags, for the search index. They reveal no tag.';
comment on column public.tickets.metadata is 'Free-form object of the client, at most 8 kB and 5 levels deep.';
comment on column public.tickets.request_id is 'Chosen by the client for one submission; unique for each author.';
comment on column public.tickets.version is 'Incremented by every update; clients drop events older than their copy.';
comment on column public.tickets.first_response_at is 'Time of the first public reply from staff.';
comment on column public.tickets.resolved_at is 'Set while the status is solved or closed.';
comment on column public.tickets.closed_at is
  'Set exactly while the status is closed, by the database. A value sent by a client is ignored.';
comment on column public.tickets.close_reason is 'Given when closing; cleared when the status changes.';

-- Lists page by keyset: every index for a filter ends in (created_at desc, id desc). Predicates repeat the active
-- statuses: a function there would need EXECUTE by every role that reads the table, read-only ones of the platform too.
create index tickets_created_at_idx on public.tickets (created_at desc, id desc);
create index tickets_customer_idx on public.tickets (customer_id, created_at desc, id desc);
create index tickets_assignee_idx on public.tickets (assigned_to, created_at desc, id desc);
create index tickets_status_idx on public.tickets (status, created_at desc, id desc);
create index tickets_priority_idx on public.tickets (priority_rank desc, created_at desc, id desc);
create index tickets_queue_idx on public.tickets (priority_rank desc, created_at, id)
  where assigned_to is null and status = 'open';
create index tickets_assignee_active_idx on public.tickets (assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');
create index tickets_assignee_resolved_idx on public.tickets (assigned_to, resolved_at) where resolved_at is not null;
create index tickets_assignee_response_idx on public.tickets (assigned_to, first_response_at)
  include (created_at) where first_response_at is not null;
create index tickets_customer_updated_idx on public.tickets (customer_id, updated_at desc);
create unique index tickets_request_idx on public.tickets (created_by, request_id);
-- Every combination of filters has an index that ends in the list's order, so that a page costs the same whether one in
-- two or one in a million tickets matches. Search merges single statuses or ranks within (scope, status, priority_rank).
create index tickets_status_rank_idx on public.tickets (status, priority_rank, created_at desc, id desc);
create index tickets_assignee_status_idx on public.tickets
  (assigned_to, status, priority_rank, created_at desc, id desc);
create index tickets_customer_status_idx on public.tickets
  (customer_id, status, priority_rank, created_at desc, id desc);
-- `is null` does not fix a column for the order of an index as `=` does, so unassigned tickets have indexes of their own.
create index tickets_unassigned_idx on public.tickets (created_at desc, id desc) where assigned_to is null;
create index tickets_unassigned_status_idx on public.tickets
  (status, priority_rank, created_at desc, id desc) where assigned_to is null;
-- Customer and assignee together. Unassigned is the nil uuid, which sorts.
create index tickets_customer_assignee_idx on public.tickets
  (customer_id, (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)), status, priority_rank, created_at desc, id desc);
-- For the dashboards: active tickets, or a window of 30 days.
create index tickets_resolved_at_idx on public.tickets (resolved_at) where resolved_at is not null;
create index tickets_first_response_idx on public.tickets (first_response_at) include (created_at, assigned_to)
  where first_response_at is not null;
create index tickets_active_idx on public.tickets (status, assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');

alter table public.tickets
  alter column subject set statistics 0,
  alter column description set statistics 0,
  alter column tags set statistics 0,
  alter column close_reason set statistics 0;

alter table public.tickets enable row level security;
grant select (id, subject, description, status, priority, priority_rank, created_by, customer_id, assigned_to, tags,
  tag_keys, metadata, request_id, version, first_response_at, resolved_at, closed_at, close_reason, created_at,
  updated_at)
  on table public.tickets to authenticated;
grant insert (subject, description, priority, created_by, customer_id, tags, metadata, request_id)
  on table public.tickets to authenticated;
grant update (subject, description, status, priority, assigned_to, tags, metadata, closed_at, close_reason)
  on table public.tickets to authenticated;
grant delete on table public.tickets to authenticated;
grant all on table public.tickets to service_role;

create function private.stamp_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    -- A client's value is ignored; a value of the schema's owner is one that undo restores.
    if current_user in ('authenticated', 'service_role') or new.closed_at is not distinct from old.closed_at then
      new.closed_at := null;
    end if;
    if new.resolved_at is not distinct from old.resolved_at then new.resolved_at := null; end if;
  end if;
  if new.status = 'closed' then
    new.closed_at := coalesce(new.closed_at, case when tg_op = 'UPDATE' then old.closed_at end, now());
    new.close_reason := nullif(btrim(new.close_reason, E' \t\r\n'), '');
  else
    new.closed_at := null;
    new.close_reason := null;
  end if;
  if new.status in ('solved', 'closed') then
    new.resolved_at := coalesce(new.resolved_at, case when tg_op = 'UPDATE' then old.resolved_at end, new.closed_at, now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket() is
  'version, updated_at, closed_at, close_reason and resolved_at follow the change itself.';

-- Tickets are assigned to active staff only, also when a role changes concurrently: locking the assignee's row makes
-- either this assignment fail or the demotion return the ticket to the queue.
create function private.guard_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.profiles p where p.id = new.assigned_to for key share;
  if not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  return null;
end
$$;
comment on function private.guard_assignee() is 'Raises unless the new assignee is active staff, whoever made the change.';

-- A solved or closed ticket keeps a former agent as its assignee, because reports count who resolved it. Reopened, it
-- returns to the queue.
create function private.release_on_reopen() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a demotion in progress, as guard_assignee does.
  perform from public.profiles p where p.id = new.assigned_to for key share;
  if not private.is_active_staff(new.assigned_to) then
    new.assigned_to := null;
    new.status := 'open';
  end if;
  return new;
end
$$;
comment on function private.release_on_reopen() is
  'A reopened ticket returns to the queue when its assignee has left the staff.';

-- Sorts after tickets_guard: triggers fire in the order of their names.
create trigger tickets_stamp before insert or update on public.tickets
  for each row execute function private.stamp_ticket();
create trigger tickets_assignee after update of assigned_to on public.tickets
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.guard_assignee();
-- Sorts between tickets_guard and tickets_stamp.
create trigger tickets_release before update of status on public.tickets
  for each row when (
    old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to is not null and new.assigned_to is not distinct from old.assigned_to)
  execute function private.release_on_reopen();
-- Sorts between tickets_guard and tickets_stamp.
create trigger tickets_hidden_subject before insert or update of subject on public.tickets
  for each row when (new.subject is distinct from private.strip_invisible(new.subject))
  execute function private.strip_column('subject');
create trigger tickets_hidden_tags before insert or update of tags on public.tickets
  for each row when (new.tags::text is distinct from private.strip_invisible(new.tags::text))
  execute function private.strip_tags('tags');

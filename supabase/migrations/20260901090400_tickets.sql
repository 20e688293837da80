-- The ticket: its shape, its limits and the stamps that nobody sets by hand.

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  subject text not null constraint tickets_subject_length
    check (char_length(subject) <= 255 and char_length(btrim(subject)) >= 1),
  description text not null constraint tickets_description_length
    check (char_length(description) <= 2000 and char_length(btrim(description)) >= 10),
  status text not null default 'open' constraint tickets_status
    check (status in ('open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed')),
  priority text not null default 'normal' constraint tickets_priority
    check (priority in ('low', 'normal', 'medium', 'high', 'urgent')),
  priority_rank smallint not null generated always as (
    case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'normal' then 1 else 0 end
  ) stored,
  created_by uuid not null default auth.uid() references public.profiles (id),
  customer_id uuid default auth.uid() references public.profiles (id),
  assigned_to uuid references public.profiles (id),
  tags text[] constraint tickets_tags check (cardinality(tags) <= 20 and char_length(array_to_string(tags, '')) <= 600),
  metadata jsonb constraint tickets_metadata_size check (octet_length(metadata::text) <= 8192),
  version integer not null default 1,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tickets_closed_at check ((status = 'closed') = (closed_at is not null))
);
comment on table public.tickets is 'A request of a customer. Customers reach their own, staff reach all.';
comment on column public.tickets.version is 'Grows by one with every update; a client drops events that are older than what it has.';
comment on column public.tickets.priority_rank is 'urgent 4, high 3, medium 2, normal 1, low 0: what a list sorts by.';
comment on column public.tickets.first_response_at is 'When staff first answered in public.';
comment on column public.tickets.resolved_at is 'Set while the status is solved or closed.';
comment on column public.tickets.closed_at is 'Set exactly while the status is closed.';

-- Lists page by keyset: every filter that a list offers ends in (created_at desc, id desc).
create index tickets_created_at_idx on public.tickets (created_at desc, id desc);
create index tickets_customer_idx on public.tickets (customer_id, created_at desc, id desc);
create index tickets_assignee_idx on public.tickets (assigned_to, created_at desc, id desc);
create index tickets_status_idx on public.tickets (status, created_at desc, id desc);
create index tickets_priority_idx on public.tickets (priority_rank desc, created_at desc, id desc);
create index tickets_queue_idx on public.tickets (priority_rank desc, created_at, id)
  where assigned_to is null and status = 'open';
create index tickets_created_by_idx on public.tickets (created_by);
create index tickets_assignee_active_idx on public.tickets (assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');
create index tickets_assignee_resolved_idx on public.tickets (assigned_to, resolved_at) where resolved_at is not null;
create index tickets_assignee_response_idx on public.tickets (assigned_to, first_response_at)
  include (created_at) where first_response_at is not null;
create index tickets_customer_updated_idx on public.tickets (customer_id, updated_at desc);

create function private.stamp_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  if new.status = 'closed' then
    new.closed_at := coalesce(case when tg_op = 'UPDATE' then old.closed_at else new.closed_at end, now());
  else
    new.closed_at := null;
  end if;
  if new.status in ('solved', 'closed') then
    new.resolved_at := coalesce(
      case when tg_op = 'UPDATE' then old.resolved_at else new.resolved_at end, new.closed_at, now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket() is 'version, updated_at, closed_at and resolved_at follow the change itself.';
revoke execute on function private.stamp_ticket() from public, anon, authenticated;

-- Named to run after tickets_guard: triggers of one kind fire in the order of their names.
create trigger tickets_stamp before insert or update on public.tickets
  for each row execute function private.stamp_ticket();

-- A merge is an edge. The rank is in every index of lists: a value of its own leaves merged tickets out of these
-- and costs no read. The table is written again, and index-only scans become cheap with the next vacuum.
alter table public.tickets
  add column merged_into uuid references public.tickets (id) on delete set null,
  add column merged_at timestamptz;
alter table public.tickets alter column priority_rank
  set expression as (case when merged_into is not null then -1
    else coalesce(array_position(private.ticket_priorities(), priority) - 1, 0) end);
comment on column public.tickets.priority_rank is
  'urgent 4, high 3, medium 2, normal 1, low 0; -1 while merged. Lists sort by it, and have ranks from 0 on only.';
comment on column public.tickets.merged_into is
  'The ticket that this one was merged into, as the merge was made: the end of the chain shows both. Null otherwise.';
comment on column public.tickets.merged_at is 'When it was merged: its requester reads the target from then on.';
create index tickets_merged_into_idx on public.tickets (merged_into) where merged_into is not null;
create index tickets_merged_customer_idx on public.tickets (customer_id) where merged_into is not null;
create index tickets_merged_idx on public.tickets (id) include (merged_into) where merged_into is not null;
grant select (merged_into, merged_at) on table public.tickets to authenticated;

create function private.merge_root(target uuid) returns uuid
language sql stable parallel safe security definer set search_path = '' as $$
  with recursive up (id, merged_into) as (
    select t.id, t.merged_into from public.tickets t where t.id = target
    -- Distinct, so that a circle would end.
    union
    select t.id, t.merged_into from up u join public.tickets t on t.id = u.merged_into
  )
  select u.id from up u where u.merged_into is null
$$;
comment on function private.merge_root(uuid) is
  'The ticket that shows a ticket: itself, or the one that merges lead to; null when there is no such ticket.';
grant execute on function private.merge_root(uuid) to authenticated, service_role;

create function private.lock_merge_root(target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  root uuid := target;
  next_one uuid;
begin
  loop
    select t.merged_into into next_one from public.tickets t where t.id = root for key share;
    exit when next_one is null;
    root := next_one;
  end loop;
  return root;
end
$$;
comment on function private.lock_merge_root(uuid) is
  'The ticket that shows a ticket, which cannot be merged or unmerged until this transaction ends.';

create function private.merged_below(root uuid) returns table (id uuid, customer_id uuid, since timestamptz)
language plpgsql stable rows 2 security definer set search_path = '' as $$
begin
  if not exists (select from public.tickets t where t.merged_into = root) then
    return query select t.id, t.customer_id, '-infinity'::timestamptz from public.tickets t where t.id = root;
    return;
  end if;
  return query
    with recursive below (id, customer_id, since) as (
      select t.id, t.customer_id, '-infinity'::timestamptz from public.tickets t where t.id = root
      union
      select t.id, t.customer_id, greatest(b.since, t.merged_at)
      from below b join public.tickets t on t.merged_into = b.id
    )
    select b.id, b.customer_id, b.since from below b;
end
$$;
comment on function private.merged_below(uuid) is
  'A ticket (since -infinity) and those that were merged into it, each since its last merge on the way was made.';

create function private.reads_since(ticket uuid, person uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.tickets t where t.id = ticket and t.customer_id = person) then
    return '-infinity';
  end if;
  return (select min(b.since) from private.merged_below(ticket) b where b.customer_id = person);
end
$$;
comment on function private.reads_since(uuid, uuid) is
  'From when on a person reads, as a requester, the public messages, files and events of a ticket: -infinity for its '
  'requester, the time of the merge for those of tickets merged into it, null for others.';
grant execute on function private.reads_since(uuid, uuid) to authenticated, service_role;

create function private.thread_of(root uuid, person uuid) returns table (id uuid, since timestamptz)
language plpgsql stable rows 2 security definer set search_path = '' as $$
begin
  return query
    select k.id, k.since from (
      select b.id, case when person is null then '-infinity'::timestamptz else private.reads_since(b.id, person) end
        as since
      from private.merged_below(root) b) k
    where k.since is not null;
end
$$;
comment on function private.thread_of(uuid, uuid) is
  'The tickets whose messages the thread of a ticket shows to a requester, each from when on; without a person, to '
  'staff, all of them.';

create function private.merged_requesters(ticket uuid) returns setof uuid
language sql stable rows 2 security definer set search_path = '' as $$
  select distinct b.customer_id from private.merged_below(ticket) b
  where b.customer_id is distinct from (select t.customer_id from public.tickets t where t.id = ticket)
    and b.customer_id is not null
$$;
comment on function private.merged_requesters(uuid) is
  'The requesters of tickets merged into a ticket, without its own.';

create function private.shared_tickets(person uuid) returns setof uuid
language sql stable rows 2 security definer set search_path = '' as $$
  select distinct r.id
  from public.tickets t cross join lateral private.merge_root(t.id) k (id) join public.tickets r on r.id = k.id
  where t.customer_id = person and t.merged_into is not null and r.customer_id is distinct from person
$$;
comment on function private.shared_tickets(uuid) is
  'The tickets of others into which tickets of a requester were merged.';

create function private.merged_tickets_json(root uuid, person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject,
    'description', t.description, 'created_at', t.created_at, 'created_by', t.created_by, 'source', t.source,
    'creator_name', c.name, 'customer_id', t.customer_id, 'requester_name', r.name,
    'requester_email', case when person is null or r.id = person then r.email end,
    'merged_at', t.merged_at, 'merged_into', t.merged_into) order by t.merged_at, t.id), '[]')
  from private.thread_of(root, person) k join public.tickets t on t.id = k.id
  left join public.profiles c on c.id = t.created_by left join public.profiles r on r.id = t.customer_id
  where t.id <> root and k.since = '-infinity'
$$;
comment on function private.merged_tickets_json(uuid, uuid) is
  'The tickets merged into a ticket, without those of other requesters than the person; without one all: [{id, '
  'number, subject, description, created_at, created_by, source, creator_name, customer_id, requester_name, '
  'requester_email, merged_at, merged_into}].';

create function private.shown_as(ticket public.tickets) returns public.tickets
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  shown public.tickets := ticket;
begin
  if ticket.merged_into is not null then
    select t.* into shown from public.tickets t where t.id = private.merge_root(ticket.id);
  end if;
  return shown;
end
$$;
comment on function private.shown_as(public.tickets) is 'The ticket that shows a ticket: itself, unless it was merged.';

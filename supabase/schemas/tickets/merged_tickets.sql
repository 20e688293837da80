-- Who reads what of merged tickets. A merge is an edge from the source to its target, tickets.merged_into, as it was
-- made. Nothing is copied or moved: the last ticket of the edges, the root, shows the messages of all, and without the
-- edge every message is where it was written.

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

create function private.merge_path(target uuid) returns setof uuid
language sql stable parallel safe rows 2 security definer set search_path = '' as $$
  with recursive up (id, merged_into) as (
    select t.id, t.merged_into from public.tickets t where t.id = target
    union
    select t.id, t.merged_into from up u join public.tickets t on t.id = u.merged_into
  )
  select u.id from up u
$$;
comment on function private.merge_path(uuid) is
  'A ticket and those that it was merged into, to the one that shows it.';

-- With the lock that a foreign key takes anyway: a merge in progress is waited for, and then seen. Tickets are locked
-- in the order of their ids everywhere, because merges and their undo lock both ends.
create function private.lock_merge_root(target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  path uuid[];
begin
  -- Nearly every ticket is merged nowhere.
  if not exists (select from public.tickets t where t.id = target and t.merged_into is not null)
    and (select t.merged_into is null from public.tickets t where t.id = target for key share) then
    return target;
  end if;
  loop
    path := array(select private.merge_path(target));
    begin
      perform from public.tickets t where t.id = any (path) order by t.id for key share;
      exit when array(select private.merge_path(target)) = path;
      -- Somebody merged one of them meanwhile. Leaving the block gives the locks back.
      raise sqlstate 'HD000';
    exception when sqlstate 'HD000' then
      null;
    end;
  end loop;
  -- One that is not there is refused by the foreign key.
  return coalesce(private.merge_root(target), target);
end
$$;
comment on function private.lock_merge_root(uuid) is
  'The ticket that shows a ticket, which cannot be merged or unmerged until this transaction ends.';

-- In plpgsql, which keeps its plans: policies ask for each row, and nearly every ticket has nothing below it.
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

-- The rule of merged tickets, which every policy and function asks: requesters go on reading all of their own ticket.
-- Of the others, those merged into a ticket read what is written there from the merge on, and no word from before. What
-- is in a source is read by its own requester alone.
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

-- Other tickets of the thread, for staff and their own requesters: descriptions, marked with their numbers.
create function private.merged_tickets_json(root uuid, person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject,
    'description', t.description, 'created_at', t.created_at, 'created_by', t.created_by, 'source', t.source,
    'creator_name', c.name, 'customer_id', t.customer_id, 'requester_name', r.name,
    'requester_email', case when person is null or r.id = person then r.email end,
    'merged_at', t.merged_at, 'merged_into', t.merged_into)
    || case when k.bytes > 2000000 then private.beginning_of('description', t.description) else '{}' end
    order by t.merged_at, t.id), '[]')
  from (
    select o.id, sum(octet_length(o.description)) over (order by o.merged_at desc, o.id desc) as bytes
    from private.thread_of(root, person) l join public.tickets o on o.id = l.id
    where o.id <> root and l.since = '-infinity') k
  join public.tickets t on t.id = k.id
  left join public.profiles c on c.id = t.created_by left join public.profiles r on r.id = t.customer_id
$$;
comment on function private.merged_tickets_json(uuid, uuid) is
  'The tickets merged into a ticket, without those of other requesters than the person; without one all: [{id, '
  'number, subject, description, created_at, created_by, source, creator_name, customer_id, requester_name, '
  'requester_email, merged_at, merged_into}].';

-- A merge looks at what is merged, not at all that was merged into its target before: merging 200 tickets into one took
-- longer than a statement may.
create function private.merge_copies_of(root uuid, source uuid, merged timestamptz)
returns table (address text, name text, person_id uuid, since timestamptz)
language sql stable rows 2 security definer set search_path = '' as $$
  select distinct on (k.address) k.address, k.name, k.person_id, greatest(k.since, merged) from (
    select lower(p.email) as address, p.name, p.id as person_id, b.since
    from private.merged_below(source) b join public.profiles p on p.id = b.customer_id
    where p.role = 'customer'
      and b.customer_id is distinct from (select t.customer_id from public.tickets t where t.id = root)
    union all
    -- Of the same requester, also those whom staff put in copy.
    select q.address, q.name, q.person_id, b.since
    from private.merged_below(source) b join public.ticket_participants q on q.ticket_id = b.id
    where b.id <> root and q.source = 'staff' and q.left_at is null
      and b.customer_id = (select t.customer_id from public.tickets t where t.id = root)) k
  where k.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(k.address) <= 254
    and not private.was_removed(root, k.address)
  order by k.address, k.since
$$;
comment on function private.merge_copies_of(uuid, uuid, timestamptz) is
  'Whom a ticket, and what is merged into it, puts in copy of a ticket that shows it since the given time.';

create or replace function private.set_merge_copies(root uuid) returns void
language sql security definer set search_path = '' as $$
  with wanted as materialized (
    select * from private.merge_copies_of(root, root, '-infinity')
  ), gone as (
    delete from public.ticket_participants p
    where p.ticket_id = root and p.source = 'merge' and p.address not in (select w.address from wanted w)
  )
  insert into public.ticket_participants as participants (ticket_id, address, name, person_id, created_at, source)
  select root, w.address, left(w.name, 100), w.person_id, w.since, 'merge' from wanted w
  -- Of two merges of one requester, the earlier may have been taken back.
  on conflict (ticket_id, address) do update set created_at = excluded.created_at
  where participants.source = 'merge' and participants.created_at <> excluded.created_at
$$;
comment on function private.set_merge_copies(uuid) is
  'Puts the requesters of tickets merged into a ticket in copy there, and takes out those whose merge was taken back.';

create function private.add_merge_copies(root uuid, source uuid, merged timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_participants as participants (ticket_id, address, name, person_id, created_at, source)
  select root, w.address, left(w.name, 100), w.person_id, w.since, 'merge'
  from private.merge_copies_of(root, source, merged) w
  -- An undo makes an earlier merge again.
  on conflict (ticket_id, address) do update set created_at = excluded.created_at
  where participants.source = 'merge' and participants.created_at > excluded.created_at
$$;
comment on function private.add_merge_copies(uuid, uuid, timestamptz) is
  'Puts the requesters of a ticket in copy of the one that shows it since a merge. Does not look at earlier merges, of '
  'which there may be hundreds.';

create or replace function private.follow_merge(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select p.id from public.profiles p where p.id = auth.uid());
  is_merge constant boolean := new.merged_into is not null;
  step uuid;
  since timestamptz := new.merged_at;
  shown uuid;
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select line.ticket_id, me, line.kind, case when not is_merge then '#' || line.other end,
    case when is_merge then '#' || line.other end, true
  from public.tickets t cross join lateral (
    values (new.id, 'merged_into', t.number), (t.id, 'merge', new.number)) line (ticket_id, kind, other)
  where t.id = coalesce(new.merged_into, old.merged_into);
  perform private.refresh_messages(array[new.id]);
  perform private.set_merge_copies(new.id);
  -- A target that is merged itself keeps its own columns, for the time when it is not.
  step := coalesce(new.merged_into, old.merged_into);
  while step is not null loop
    perform private.refresh_messages(array[step]);
    if is_merge then
      perform private.add_merge_copies(step, new.id, since);
    else
      perform private.set_merge_copies(step);
    end if;
    shown := step;
    select t.merged_into, greatest(since, t.merged_at) into step, since from public.tickets t where t.id = step;
  end loop;
  -- Their pages read it again, or learn that they no longer see it.
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select distinct shown, b.customer_id, 'merge', 'public' from private.merged_below(new.id) b
  where b.customer_id is not null and exists (select from public.tickets t where t.id = shown);
  if not is_merge then
    perform private.recheck_channels(b.customer_id) from private.merged_below(new.id) b where b.customer_id is not null;
  end if;
  perform private.audit(case when is_merge then 'ticket_merged' else 'ticket_unmerged' end, null, new.subject, null,
    jsonb_build_object('number', new.number, 'into', (select t.number from public.tickets t where t.id = shown)));
end
$$;
comment on function private.follow_merge(public.tickets, public.tickets) is
  'The steps after a ticket was merged, or its merge taken back.';

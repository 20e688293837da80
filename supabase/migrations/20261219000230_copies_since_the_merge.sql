-- Of two merges of one requester the earlier may be taken back: copies then begin with the later one.

create or replace function private.set_merge_copies(root uuid) returns void
language sql security definer set search_path = '' as $$
  with wanted as materialized (
    select distinct on (k.address) k.* from (
      select lower(p.email) as address, p.name, p.id as person_id, b.since
      from private.merged_below(root) b join public.profiles p on p.id = b.customer_id
      where p.role = 'customer' and p.id in (select private.merged_requesters(root))
      union all
      -- Of the same requester, also those whom staff put in copy.
      select q.address, q.name, q.person_id, b.since
      from private.merged_below(root) b join public.ticket_participants q on q.ticket_id = b.id
      where b.id <> root and q.source = 'staff' and q.left_at is null
        and b.customer_id = (select t.customer_id from public.tickets t where t.id = root)) k
    where k.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(k.address) <= 254
      and not private.was_removed(root, k.address)
    order by k.address, k.since
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

-- Requesters of merged tickets are in copy of the ticket that shows theirs, from the merge on.
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

create function private.set_merge_copies(root uuid) returns void
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

create function private.copied_since(mail public.notification_outbox) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when mail.kind <> 'copy' then '-infinity' else coalesce((
    select case when p.source = 'merge' then p.created_at else '-infinity' end from public.ticket_participants p
    where p.ticket_id = mail.ticket_id and p.address = lower(mail.recipient_email)), 'infinity') end
$$;
comment on function private.copied_since(public.notification_outbox) is
  'From when on a mail may quote messages: for somebody whom a merge put in copy, from the merge on; none for somebody '
  'who is in copy no more.';

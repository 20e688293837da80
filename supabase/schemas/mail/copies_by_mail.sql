-- People whom a mail puts in copy of its ticket. A stranger's mail must not make the workspace its relay, nor show its
-- author what staff answer to somebody else: whom a mail puts in copy gets what staff write. One that proves nothing
-- only names people. They are few, nobody writes to them until staff put them in copy, and the first proven mail of
-- the requester takes them out again.

create function private.people_to_copy(ticket public.tickets, people jsonb, sender text) returns table (address text,
  name text, place bigint)
language sql stable security definer set search_path = '' as $$
  select found.address, found.name, found.place
  from (
    select private.lower_ascii(btrim(e ->> 'address')) as address,
      left(max(private.strip_invisible(coalesce(e ->> 'name', ''))), 100) as name, min(n) as place
    from jsonb_array_elements($2) with ordinality as l (e, n) group by 1
  ) found
  where found.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(found.address) <= 254
    -- The reply address of another desk, support+1042.<code>@…, is the mailbox that it writes from.
    and private.mailbox_of(found.address) <> (select private.mailbox_of($3))
    and not private.is_own_address(found.address)
    -- Staff read every ticket; the requester gets its mails anyway.
    and not exists (select from public.profiles p where p.email = found.address
      and (p.role <> 'customer' or p.id = ($1).customer_id))
    and not exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = found.address)
$$;
comment on function private.people_to_copy(public.tickets, jsonb, text) is
  'The people in copy of a mail who are not in copy on the ticket yet, without the workspace, staff, the requester and '
  'the mailbox of the sender; place: their order in the mail.';

create function private.room_for_copies(ticket_id uuid, source text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when $2 is null then 0 else greatest(0, least(
    20 - (select count(*) from public.ticket_participants p where p.ticket_id = $1),
    case when $2 = 'unverified_mail' then least(5, 500 - (
      select count(*) from public.ticket_participants p
      where p.source = 'unverified_mail' and p.created_at > now() - interval '1 day')) end)) end
$$;
comment on function private.room_for_copies(uuid, text) is
  'How many people a mail may add to a ticket: up to 20 in all; one that proves nothing five, and all such mails 500 '
  'within a day.';

create function private.is_copied_often(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 3 from (
    select from public.ticket_participants p
    where p.source = 'unverified_mail' and private.mailbox_of(p.address) = private.mailbox_of($1)
      and p.created_at > now() - interval '1 day' limit 3) k
$$;
comment on function private.is_copied_often(text) is
  'True for an address that unproven mails have put in copy on three tickets within a day.';

-- Whoever answers all names them again, because the workspace's earlier mails did.
create function private.log_removed_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select t.id, auth.uid(), 'copies_removed', 'staff', old.address, true from public.tickets t
    where t.id = old.ticket_id;
  return null;
end
$$;
comment on function private.log_removed_copy() is
  'Records whom staff take out of the copies of a ticket; not with the ticket itself.';

create trigger ticket_participants_log_removed after delete on public.ticket_participants
  for each row when (current_user = 'authenticated') execute function private.log_removed_copy();

create function private.was_removed(ticket_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ticket_events e
    where e.ticket_id = $1 and e.kind = 'copies_removed' and e.from_value = 'staff' and e.to_value = $2)
$$;
comment on function private.was_removed(uuid, text) is
  'True when staff took an address out of the copies of a ticket: no mail puts it there again.';

create function private.add_participants(ticket public.tickets, author uuid, people jsonb, sender text,
  source text) returns void
language sql security definer set search_path = '' as $$
  with found as materialized (
    select f.* from private.people_to_copy($1, $3, $4) f
  ), added as (
    insert into public.ticket_participants (ticket_id, address, name, person_id, added_by, source)
    select ($1).id, k.address, k.name, (private.sender_of(k.address)).id, $2, $5
    from (
      select f.* from found f
      where not private.was_removed(($1).id, f.address)
        and ($5 <> 'unverified_mail' or not private.is_copied_often(f.address))
      order by f.place limit private.room_for_copies(($1).id, $5)) k
    on conflict do nothing returning address
  )
  insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
  select ($1).id, 'copies_left_out', case when $5 in ('staff', 'mail') then 'limit' end,
    left(string_agg(f.address, ', ' order by f.place), 4000), true
  from found f where f.address not in (select a.address from added a) having count(*) > 0
$$;
comment on function private.add_participants(public.tickets, uuid, jsonb, text, text) is
  'Adds the people in copy of a mail as far as its source allows (null: nobody), and notes for staff who was left out.';

-- Signatures of mails often leave out Reply-To: whoever passes on a proven mail could write their own address into it.
create function private.note_reply_to(ticket public.tickets, address text, sender text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
  select ($1).id, 'copies_left_out', 'reply_to', f.address, true
  from private.people_to_copy($1, jsonb_build_array(jsonb_build_object('address', $2)), $3) f
  where $2 is not null and not exists (
    select from public.ticket_events e
    where e.ticket_id = ($1).id and e.kind = 'copies_left_out' and e.from_value = 'reply_to'
      and e.to_value = f.address)
$$;
comment on function private.note_reply_to(public.tickets, text, text) is
  'Notes for staff, once for each address of a ticket, to whom the Reply-To of a mail asks to answer. Answers go to '
  'its author: nothing proves that the other address is theirs.';

create function private.drop_unverified_copies(requester uuid, ticket uuid, people jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.ticket_participants p set source = 'mail'
  where p.added_by = $1 and p.source = 'unverified_mail' and p.ticket_id = $2
    and p.address in (select private.lower_ascii(btrim(e ->> 'address')) from jsonb_array_elements($3) e);
  with dropped as (
    delete from public.ticket_participants p where p.added_by = $1 and p.source = 'unverified_mail'
    returning p.ticket_id, p.address)
  insert into public.ticket_events (ticket_id, kind, to_value, is_internal)
  select d.ticket_id, 'copies_removed', string_agg(d.address, ', ' order by d.address), true
    from dropped d group by d.ticket_id
$$;
comment on function private.drop_unverified_copies(uuid, uuid, jsonb) is
  'After a proven mail of a requester: takes out whom only unproven mails in their name put in copy, unless the mail '
  'names them on that ticket.';

create function private.correct_name(person public.profiles, mail private.mail_messages) returns void
language sql security definer set search_path = '' as $$
  update public.profiles p set name = $2.from_name
  where p.id = ($1).id and p.role = 'customer' and $2.from_name not in ('', p.name)
    and not exists (select from auth.users u where u.id = p.id
      and (u.email_confirmed_at is not null or u.last_sign_in_at is not null))
    and not exists (
      select from private.mail_messages m
      where m.from_address = $2.from_address and m.state = 'accepted' and m.authentication = 'pass')
    and exists (
      select from private.mail_messages m
      where m.from_address = $2.from_address and m.state = 'accepted' and m.authentication <> 'pass'
        and m.from_name = p.name)
$$;
comment on function private.correct_name(public.profiles, private.mail_messages) is
  'The first proven mail of somebody who never signed in replaces the name that an unproven one gave them.';

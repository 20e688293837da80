-- Staff see whom a mail that proves nothing would have added to the copies of its ticket, and add them where they know them.
alter table public.ticket_events drop constraint ticket_events_kind;
alter table public.ticket_events add constraint ticket_events_kind check (kind in (
  'created', 'subject', 'description', 'status', 'priority', 'assigned_to', 'customer_id', 'tags', 'taken_over',
  'comment_added', 'comment_edited', 'comment_deleted', 'note_added', 'note_edited', 'note_deleted',
  'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed', 'file_refused', 'copies_left_out'));

create function private.people_to_copy(ticket public.tickets, people jsonb, sender text) returns table (address text, name text)
language sql stable security definer set search_path = '' as $$
  select found.address, found.name
  from (
    select lower(btrim(e ->> 'address')) as address, left(max(private.strip_invisible(coalesce(e ->> 'name', ''))), 100) as name, min(n) as place
    from jsonb_array_elements($2) with ordinality as l (e, n) group by 1
  ) found
  where found.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(found.address) <= 254
    -- The reply address of another desk, support+1042.<code>@…, is the mailbox that it writes from.
    and regexp_replace(found.address, '\+[^@]*@', '@') <> regexp_replace($3, '\+[^@]*@', '@')
    and (private.desk_address(found.address)).id is null
    -- Staff read every ticket; the requester gets its mails anyway.
    and not exists (select from public.profiles p where p.email = found.address and (p.role <> 'customer' or p.id = ($1).customer_id))
    and not exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = found.address)
  order by found.place
  limit greatest(0, 20 - (select count(*) from public.ticket_participants p where p.ticket_id = ($1).id))
$$;
comment on function private.people_to_copy(public.tickets, jsonb, text) is
  'The people in copy of a mail who are not in copy on the ticket yet, without the desk, staff, the requester and the mailbox of the sender, up to 20 a ticket.';

create or replace function private.add_participants(ticket public.tickets, author uuid, people jsonb, sender text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_participants (ticket_id, address, name, person_id, added_by)
  select ($1).id, found.address, found.name, (private.sender_of(found.address)).id, $2
  from private.people_to_copy($1, $3, $4) found
  on conflict do nothing
$$;

create function private.note_left_out(ticket public.tickets, people jsonb, sender text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_events (ticket_id, kind, to_value, is_internal)
  select ($1).id, 'copies_left_out', left(string_agg(found.address, ', '), 1000), true
  from private.people_to_copy($1, $2, $3) found having count(*) > 0
$$;
comment on function private.note_left_out(public.tickets, jsonb, text) is
  'Notes for staff whom a mail would have added to the copies of its ticket, had it proved its sender.';

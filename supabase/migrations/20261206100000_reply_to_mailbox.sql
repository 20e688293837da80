-- A Reply-To names its author, not somebody in copy: a desk got our replies twice, and its own messages back.

create or replace function private.add_participants(ticket public.tickets, author uuid, people jsonb, sender text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_participants (ticket_id, address, name, person_id, added_by)
  select ($1).id, found.address, found.name, (private.sender_of(found.address)).id, $2
  from (
    select lower(btrim(e ->> 'address')) as address, left(max(private.strip_invisible(coalesce(e ->> 'name', ''))), 100) as name, min(n) as place
    from jsonb_array_elements($3) with ordinality as l (e, n) group by 1
  ) found
  where found.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(found.address) <= 254
    -- The reply address of another desk, support+1042.<code>@…, is the mailbox that it writes from.
    and regexp_replace(found.address, '\+[^@]*@', '@') <> regexp_replace($4, '\+[^@]*@', '@')
    and (private.desk_address(found.address)).id is null
    -- Staff read every ticket; the requester gets its mails anyway.
    and not exists (select from public.profiles p where p.email = found.address and (p.role <> 'customer' or p.id = ($1).customer_id))
    and not exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = found.address)
  order by found.place
  limit greatest(0, 20 - (select count(*) from public.ticket_participants p where p.ticket_id = ($1).id))
  on conflict do nothing
$$;
comment on function private.add_participants(public.tickets, uuid, jsonb, text) is
  'Adds the people in copy of a mail, without the desk, staff, the requester and the mailbox of the sender, up to 20 a ticket.';

create or replace function private.mail_refusal(mail public.notification_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  person public.profiles;
  target text;
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = mail.comment_id;
  select p.* into person from public.profiles p where p.id = mail.recipient_id;
  target := lower(coalesce(person.email, mail.recipient_email));
  if mail.comment_id is not null and (said.id is null or said.is_internal) then
    return 'The comment is not public any more';
  elsif person.deactivated_at is not null then
    return 'The recipient is not active any more';
  elsif mail.recipient_id is not null and not private.can_get_notification(mail.kind, mail.recipient_id, ticket) then
    return 'The recipient may not get this mail any more';
  elsif private.is_blocked_sender(target) then
    return 'The address is blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    return 'Earlier mails to this address could not be delivered';
  elsif exists (select from public.mail_addresses a where a.address = regexp_replace(target, '\+[^@]*@', '@')) then
    return 'This is an address of the desk';
  elsif mail.kind = 'copy' then
    if not exists (select from public.ticket_participants p
        where p.ticket_id = mail.ticket_id and p.address = target) then
      return 'The recipient is not in copy any more';
    elsif exists (select from public.ticket_participants p join public.profiles k on k.id = p.person_id
        where p.ticket_id = mail.ticket_id and p.address = target and k.deactivated_at is not null) then
      return 'The recipient is not active any more';
    elsif exists (select from private.mail_messages m where m.comment_id = mail.comment_id and m.reply_to = target) then
      return 'The recipient wrote this message';
    end if;
  end if;
  -- Whoever answers all has sent it to them already.
  if mail.kind in ('copy', 'reply') and said.source = 'mail' and exists (
    select from private.mail_messages m, jsonb_path_query(m.recipients, '$.*[*].address') named
    where m.comment_id = mail.comment_id and lower(named #>> '{}') = target
  ) then
    return 'The recipient has got this message directly';
  end if;
  return null;
end
$$;

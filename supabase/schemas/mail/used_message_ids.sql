-- A Message-ID is anybody's choice. A mail is known by its recipient, sender and content as well: a used Message-ID
-- takes no other mail's place, and an answer to one that several tickets have does not go astray.

create function private.twin_of(mail private.mail_messages, at_recipient text, on_ticket uuid default null)
returns private.mail_messages
language sql stable security definer set search_path = '' as $$
  -- Materialized: to find the first, a plan may otherwise read all accepted mails in their order.
  with found as materialized (
    select m.* from private.mail_messages m
    where m.message_id = mail.message_id
      and md5(m.from_address || ' ' || m.content_hash) in (
        md5(mail.from_address || ' ' || mail.content_hash), md5(mail.from_address || ' '))
  )
  select f.* from found f
  where f.from_address = mail.from_address and f.content_hash in (mail.content_hash, '')
    -- A forged copy that came first does not take the place of the real one: better two than none.
    and (f.authentication = mail.authentication or f.state = 'accepted' and mail.authentication <> 'pass')
    and case when at_recipient is null then f.state = 'accepted' else f.recipient = at_recipient end
    and (on_ticket is null or private.merge_root(f.ticket_id) = on_ticket)
  order by f.received_at limit 1
$$;
comment on function private.twin_of(private.mail_messages, text, uuid) is
  'The same mail (Message-ID, sender and content) as it was received before at that address; null: as it was accepted '
  'at any, on that ticket if one is given.';

-- Of several tickets whose mails have the same Message-ID, an answer goes to the sender's own. Staff may write to all,
-- so that theirs waits instead of going to whoever used the Message-ID again.
create function private.writes_to(ticket_id uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tickets t join public.profiles p on p.id = t.customer_id where t.id = $1
    and p.email = $2)
    or exists (select from public.ticket_participants p where p.ticket_id = $1 and p.address = $2)
$$;
comment on function private.writes_to(uuid, text) is 'True for the address of the requester or of somebody in copy.';

-- Staff may write to every ticket: to several in one mail, but what is for others not to a stranger's.
create function private.is_also_for(ticket_id uuid, mail private.mail_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.writes_to($1, mail.from_address) or mail.authentication = 'pass'
    and coalesce((private.sender_of(mail.from_address)).role in ('agent', 'admin'), false)
    and (not private.names_outsiders(private.addresses_in(mail))
      or exists (select from unnest(private.addresses_in(mail)) a where private.writes_to($1, a)))
$$;
comment on function private.is_also_for(uuid, private.mail_messages) is
  'True when a mail that is on another ticket belongs on this one too, to whose address it was sent: its sender writes '
  'there, or is staff and writes to its people or to nobody outside.';

-- Anybody can have a mail delivered to a reply address of their own, or put it in copy, so that answers to all name it
-- too. Such a copy must not stand for the one that belongs to a ticket of the sender.
create function private.as_copy(mail private.mail_messages, known private.mail_messages, place text, refs jsonb)
returns private.mail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  hit := private.mail_hit(mail, place, refs);
  -- It may be in the follow-up that it opened.
  if exists (select from private.follow_ups(private.merge_root(hit.ticket_id)) f
      where f.id = private.merge_root(known.ticket_id) and private.writes_to(f.id, mail.from_address)) then
    hit.ticket_id := known.ticket_id;
  end if;
  if known.state = 'unmatched'
      and (hit.ticket_id, hit.forwarded_to) is distinct from (known.suspected_ticket_id, known.forwarded_to)
    or hit.via = 'address' and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and hit.ticket_id is distinct from coalesce(known.ticket_id, known.suspected_ticket_id)
    -- The known one was delivered to an address that another put in copy, or without the thread that it follows.
    or known.state = 'accepted' and (known.via = 'address' or known.via is null) and mail.authentication = 'pass'
      and hit.via = 'references'
      and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and private.merge_root(hit.ticket_id) is distinct from private.merge_root(known.ticket_id)
    -- Who sends a signed mail again chooses its envelope, and makes one of a program of it, which is not filed.
    or known.is_automatic and not mail.is_automatic and known.state <> 'accepted'
    -- Of what proves nothing anybody can deliver a copy first, to another ticket.
    or known.state = 'accepted' and mail.authentication <> 'pass' and known.authentication = mail.authentication
      and (hit.ticket_id is null and known.via is not null
        or private.writes_to(hit.ticket_id, mail.from_address)
          and private.merge_root(hit.ticket_id) is distinct from private.merge_root(known.ticket_id)) then
    mail.content_hash := encode(sha256(convert_to(concat_ws(' ', mail.content_hash,
      coalesce(hit.ticket_id::text, ''), coalesce(hit.forwarded_to, '')), 'UTF8')), 'hex');
  end if;
  return mail;
end
$$;
comment on function private.as_copy(private.mail_messages, private.mail_messages, text, jsonb) is
  'A mail that is known already: with a content_hash of its own when it was delivered to a ticket of its sender, of '
  'staff to one whose people it is for, and the known one to another place or for staff, without its thread, or as one '
  'of a program.';

-- A mail that is addressed to two tickets belongs on both, also when the addresses are of two desks.
drop function private.twin_of(private.mail_messages, text);

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
create or replace function private.as_copy(mail private.mail_messages, known private.mail_messages, place text,
  refs jsonb)
returns private.mail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  hit := private.mail_hit(mail, place, refs);
  if known.state = 'unmatched'
      and (hit.ticket_id, hit.forwarded_to) is distinct from (known.suspected_ticket_id, known.forwarded_to)
    or hit.via = 'address' and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and hit.ticket_id is distinct from coalesce(known.ticket_id, known.suspected_ticket_id) then
    mail.content_hash := encode(sha256(convert_to(concat_ws(' ', mail.content_hash,
      coalesce(hit.ticket_id::text, ''), coalesce(hit.forwarded_to, '')), 'UTF8')), 'hex');
  end if;
  return mail;
end
$$;
comment on function private.as_copy(private.mail_messages, private.mail_messages, text, jsonb) is
  'A mail that is known already: with a content_hash of its own when it was delivered to a ticket of its sender, of '
  'staff to one whose people it is for, and the known one to another place or for staff.';

-- Copies to two addresses of the workspace are one message when sender and content are the same. Answers to what was
-- forwarded to an outsider wait for staff, whoever From names. An answer of a program reaches a ticket by the rule that
-- messages have: a number in a subject alone needs a proven sender.
create or replace function private.judge_mail(made private.mail_messages, mail jsonb, address text)
returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  sender public.profiles;
  ticket public.tickets;
  twin private.mail_messages;
  hit record;
  may_file boolean;
  is_desk constant boolean := (private.desk_address(made.from_address)).id is not null;
begin
  made.state := 'unmatched';
  hit := private.mail_hit(made, address, coalesce(mail -> 'references', '[]'));
  hit.ticket_id := private.merge_root(hit.ticket_id);
  -- After the hit: the mail that it found may have been the sender's first, committed a moment ago.
  sender := private.sender_of(made.from_address);
  made.forwarded_to := hit.forwarded_to;
  if jsonb_typeof(mail -> 'bounce') = 'object' then
    made.state := 'bounce';
    made.reason := case when made.authentication = 'fail' then 'authentication_failed' else '' end;
    return made;
  elsif is_desk and (made.reply_to is null or private.is_own_address(made.reply_to))
    or exists (select from private.sent_mails s where s.message_id = made.message_id) then
    made.state := 'ignored';
    made.reason := 'own_message';
    return made;
  elsif made.from_address !~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' then
    made.reason := 'no_sender';
    return made;
  elsif private.is_blocked_sender(made.from_address) then
    made.state := 'refused';
    made.reason := 'blocked';
    return made;
  end if;
  if made.authentication = 'fail' then
    made.reason := 'authentication_failed';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  if sender.deactivated_at is not null and made.forwarded_to is null then
    made.state := 'refused';
    made.reason := 'deactivated';
    if private.may_answer(mail) and not exists (
      select from private.mail_messages m where m.from_address = made.from_address and m.reply = 'refusal') then
      made.reply := 'refusal';
    end if;
    return made;
  end if;
  -- A number in a subject is easily guessed, and an address in From easily forged.
  select t.* into ticket from public.tickets t where t.id = hit.ticket_id;
  may_file := ticket.id is not null and private.may_mail_to_ticket(ticket, made.from_address, sender,
    made.authentication)
    and (hit.via not in ('subject', 'ambiguous') or made.authentication = 'pass');
  if made.is_automatic and (hit.ticket_id is not null or (mail ->> 'is_response')::boolean) then
    -- Answers of programs say nothing. Other automatic mails may be a person's, so that staff see them.
    made.state := case when (mail ->> 'is_response')::boolean then 'ignored' else 'unmatched' end;
    made.reason := 'automatic';
    if made.state = 'unmatched' then
      made.suspected_ticket_id := hit.ticket_id;
      return made;
    end if;
    if made.forwarded_to is null and may_file then
      made.ticket_id := hit.ticket_id;
    else
      made.suspected_ticket_id := hit.ticket_id;
    end if;
    return made;
  elsif made.is_automatic and private.mails_of(made.from_address, made.authentication, true) >= 20 then
    made.state := 'ignored';
    made.reason := 'automatic_limit';
    return made;
  elsif private.mails_of(made.from_address, made.authentication, false) >= 200 then
    made.reason := 'sender_limit';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  -- Copies to two addresses of the desk are one message, unless they are those of two tickets: a stranger can name
  -- another desk's address of a ticket of theirs.
  twin := private.twin_of(made, null, case when hit.via = 'address' and hit.forwarded_to is null
    and private.is_also_for(hit.ticket_id, made) then hit.ticket_id end);
  if twin.id is not null then
    made.state := 'ignored';
    made.reason := 'same_message';
    made.ticket_id := twin.ticket_id;
    made.original_path := twin.original_path;
    return made;
  end if;
  if made.forwarded_to is not null then
    -- The outsider's, also when From names the customer or an agent: staff decide.
    made.reason := 'forward_answer';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif is_desk or coalesce(sender.role, 'customer') = 'customer' and private.is_own_address(made.from_address) then
    -- A form or a monitor of one's own domain: staff open a ticket for whoever wrote. Many forms write as the desk and
    -- name their visitor in Reply-To.
    made.reason := 'own_address';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif hit.via = 'ambiguous' then
    made.reason := 'ambiguous_reference';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  elsif sender.role in ('agent', 'admin') and made.authentication <> 'pass' then
    made.reason := 'staff_not_authenticated';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  if hit.ticket_id is not null then
    if may_file then
      made.state := 'accepted';
      made.via := hit.via;
      made.ticket_id := hit.ticket_id;
      return made;
    end if;
    made.suspected_ticket_id := hit.ticket_id;
    if hit.via <> 'subject' or made.authentication = 'none' then
      made.reason := 'foreign_ticket';
      return made;
    end if;
  end if;
  if sender.id is null and made.authentication <> 'pass' and exists (
    select from auth.users u where u.email = made.from_address and not private.is_invited_requester(u.id)) then
    -- A mail that proves nothing must not replace the account that somebody is about to confirm.
    made.reason := 'unconfirmed_account';
    return made;
  end if;
  made.state := 'accepted';
  return made;
end
$$;
comment on function private.judge_mail(private.mail_messages, jsonb, text) is
  'Sets state, reason, via and ticket_id of a new mail. Accepted without a ticket: it opens one.';

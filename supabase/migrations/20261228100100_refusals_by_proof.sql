-- A forged mail of somebody whose account is deactivated does not use up the answer to the real one.
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
    -- A forged mail does not use up the answer to the real one.
    if private.may_answer(mail) and not exists (
      select from private.mail_messages m where m.from_address = made.from_address and m.reply = 'refusal'
        and (m.authentication = 'pass') = (made.authentication = 'pass')) then
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

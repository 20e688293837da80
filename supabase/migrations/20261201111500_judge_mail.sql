-- The rules that decide what becomes of a received mail: no answer of a person is lost, a guessed number proves nothing, and
-- a mail that cannot be filed waits for staff.
create function private.mail_of(mail jsonb, desk text) returns private.mail_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.mail_messages;
begin
  made.id := gen_random_uuid();
  made.message_id := left(mail ->> 'message_id', 500);
  made.recipient := desk;
  made.received_at := now();
  made.sent_at := case when pg_input_is_valid(mail ->> 'sent_at', 'timestamptz') then (mail ->> 'sent_at')::timestamptz end;
  made.from_address := left(lower(btrim(coalesce(mail #>> '{from,address}', ''))), 254);
  made.from_name := left(private.strip_invisible(coalesce(mail #>> '{from,name}', '')), 100);
  made.reply_to := left(lower(mail ->> 'reply_to'), 254);
  made.recipients := jsonb_build_object('to', private.first_of(mail -> 'to', 60), 'cc', private.first_of(mail -> 'cc', 60));
  if private.json_is_bounded(made.recipients, 32768, 3) is not true then
    -- Long names in other scripts take four bytes a character.
    made.recipients := jsonb_build_object('to', private.first_of(mail -> 'to', 20), 'cc', private.first_of(mail -> 'cc', 20));
  end if;
  made.subject := left(coalesce(mail ->> 'subject', ''), 500);
  made.authentication := mail ->> 'authentication';
  made.is_automatic := coalesce((mail ->> 'is_automatic')::boolean, false);
  made.content := left(coalesce(mail ->> 'content', ''), 20000);
  made.quoted := left(coalesce(mail ->> 'quoted', ''), 100000);
  made.files := coalesce(mail -> 'files', '[]');
  made.rejected_files := coalesce(mail -> 'rejected_files', '[]');
  made.size := coalesce((mail ->> 'size')::integer, 0);
  made.original_path := mail ->> 'original_path';
  made.reason := '';
  made.files_due := false;
  return made;
end
$$;
comment on function private.mail_of(jsonb, text) is 'The row of a parsed mail.';

create function private.judge_mail(made private.mail_messages, mail jsonb, address text) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  sender public.profiles;
  ticket public.tickets;
  hit record;
begin
  made.state := 'unmatched';
  hit := private.mail_hit(made, address, coalesce(mail -> 'references', '[]'));
  -- After the hit: the mail that it found may have been the sender's first, committed a moment ago.
  sender := private.sender_of(made.from_address);
  if jsonb_typeof(mail -> 'bounce') = 'object' then
    made.state := 'bounce';
    return made;
  elsif (private.desk_address(made.from_address)).id is not null
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
  if sender.deactivated_at is not null then
    made.state := 'refused';
    made.reason := 'deactivated';
    if private.may_answer(mail) and not exists (
      select from private.mail_messages m where m.from_address = made.from_address and m.reply = 'refusal') then
      made.reply := 'refusal';
    end if;
    return made;
  end if;
  if made.is_automatic and (hit.ticket_id is not null or (mail ->> 'is_response')::boolean) then
    -- Answers of programs say nothing. Other automatic mails may be a person's, so that staff see them.
    made.state := case when (mail ->> 'is_response')::boolean then 'ignored' else 'unmatched' end;
    made.reason := 'automatic';
    if made.state = 'unmatched' then
      made.suspected_ticket_id := hit.ticket_id;
      return made;
    end if;
    if private.may_mail_to_ticket((select t from public.tickets t where t.id = hit.ticket_id), made.from_address, sender, made.authentication) then
      made.ticket_id := hit.ticket_id;
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
  -- Copies to two addresses of the desk are one message.
  select m.ticket_id into ticket.id from private.mail_messages m
  where m.message_id = made.message_id and m.from_address = made.from_address and m.state = 'accepted' limit 1;
  if found then
    made.state := 'ignored';
    made.reason := 'same_message';
    made.ticket_id := ticket.id;
    return made;
  end if;
  if sender.role in ('agent', 'admin') and made.authentication <> 'pass' then
    made.reason := 'staff_not_authenticated';
    made.suspected_ticket_id := hit.ticket_id;
    return made;
  end if;
  if hit.ticket_id is not null then
    select t.* into ticket from public.tickets t where t.id = hit.ticket_id;
    -- A number in a subject is easily guessed, and an address in From easily forged.
    if private.may_mail_to_ticket(ticket, made.from_address, sender, made.authentication)
      and (hit.via <> 'subject' or made.authentication = 'pass') then
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

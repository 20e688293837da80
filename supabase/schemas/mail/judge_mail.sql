-- The rules that decide what becomes of a received mail: no answer of a person is lost, a guessed number proves
-- nothing, and a mail that cannot be filed waits for staff.
-- Mails have domains in the form of DNS. Earlier ones, and people who were entered, may have the other form.
create function private.known_address(address text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if address !~ '@.*xn--' or exists (select from public.profiles p where p.email = address) then
    return address;
  end if;
  return coalesce(
    (select p.email from public.profiles p
      where substring(p.email from '[^@]*$') ~ '[^\x01-\x7f]' and private.ascii_address(p.email) = address
        -- Capitals of other scripts have no one form.
        and p.email = lower(p.email)
      order by p.created_at limit 1),
    (select p.address from public.ticket_participants p
      where substring(p.address from '[^@]*$') ~ '[^\x01-\x7f]' and private.ascii_address(p.address) = $1
        and p.address = lower(p.address)
      order by p.created_at limit 1),
    address);
end
$$;
comment on function private.known_address(text) is
  'The address as the workspace knows it: ann@bücher.example of ann@xn--bcher-kva.example if that is a person''s.';

create function private.mail_of(mail jsonb, desk text) returns private.mail_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.mail_messages;
  known private.mail_messages;
  "to" jsonb := private.first_of(mail -> 'to', 60);
  cc jsonb := private.first_of(mail -> 'cc', 60);
  -- All at once: each call reads the names of staff.
  people constant jsonb := private.guest_names(jsonb_build_array(mail -> 'from') || "to" || cc);
  to_count constant integer := jsonb_array_length("to");
  envelope constant text := lower(btrim(mail ->> 'recipient'));
begin
  select coalesce(jsonb_agg(e order by n) filter (where n <= 1 + to_count), '[]'),
    coalesce(jsonb_agg(e order by n) filter (where n > 1 + to_count), '[]') into "to", cc
  from (
    select case when e ->> 'address' ~ '@.*xn--'
      then e || jsonb_build_object('address', private.known_address(e ->> 'address')) else e end as e, n
    from jsonb_array_elements(people) with ordinality as l (e, n) where n > 1) named;
  made.id := gen_random_uuid();
  made.message_id := left(mail ->> 'message_id', 500);
  made.recipient := desk;
  made.received_at := now();
  made.sent_at := case when pg_input_is_valid(mail ->> 'sent_at', 'timestamptz') then
    (mail ->> 'sent_at')::timestamptz end;
  made.from_address := private.known_address(left(private.lower_ascii(btrim(coalesce(mail #>> '{from,address}', ''))),
    254));
  made.from_name := people #>> '{0,name}';
  made.reply_to := private.known_address(left(private.lower_ascii(mail ->> 'reply_to'), 254));
  made.recipients := jsonb_build_object('to', "to", 'cc', cc);
  if private.json_is_bounded(made.recipients, 32768, 3) is not true then
    -- Long names in other scripts take four bytes a character.
    made.recipients := jsonb_build_object('to', private.first_of("to", 20), 'cc', private.first_of(cc, 20));
  end if;
  made.subject := left(coalesce(mail ->> 'subject', ''), 500);
  made.authentication := case when mail ->> 'authentication' <> 'pass' or private.is_addressed_here(mail -> 'signed_to',
    private.place_of(mail, envelope)) then mail ->> 'authentication' else 'none' end;
  made.is_automatic := coalesce((mail ->> 'is_automatic')::boolean, false);
  made.response := mail ->> 'response';
  made.is_away := (mail ->> 'is_away')::boolean;
  made.away_until := case when pg_input_is_valid(mail ->> 'away_until', 'date') then (mail ->> 'away_until')::date end;
  made.content := left(coalesce(mail ->> 'content', ''), 20000);
  made.quoted := left(coalesce(mail ->> 'quoted', ''), 100000);
  made.files := coalesce(mail -> 'files', '[]');
  made.rejected_files := coalesce(mail -> 'rejected_files', '[]');
  made.parts := coalesce(mail -> 'parts', '[]');
  made.size := coalesce((mail ->> 'size')::integer, 0);
  made.original_path := mail ->> 'original_path';
  made.content_hash := coalesce(mail ->> 'content_hash', '');
  made.reason := '';
  made.files_due := false;
  known := private.twin_of(made, desk);
  if known.id is not null then
    made := private.as_copy(made, known, private.place_in_thread(made, private.place_of(mail, envelope), envelope,
      coalesce(mail -> 'references', '[]')), coalesce(mail -> 'references', '[]'));
  end if;
  return made;
end
$$;
comment on function private.mail_of(jsonb, text) is 'The row of a parsed mail.';

-- Copies to two addresses of the workspace are one message when sender and content are the same. Answers to what was
-- forwarded to an outsider wait for staff, whoever From names. An answer of a program reaches a ticket by the rule that
-- messages have: a number in a subject alone needs a proven sender.
create function private.judge_mail(made private.mail_messages, mail jsonb, address text) returns private.mail_messages
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
comment on function private.judge_mail(private.mail_messages, jsonb, text) is
  'Sets state, reason, via and ticket_id of a new mail. Accepted without a ticket: it opens one.';

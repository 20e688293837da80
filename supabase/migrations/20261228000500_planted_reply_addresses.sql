-- The reply address of a stranger's ticket in copy took a proven answer away from the ticket that it answers.
-- Whoever answers all answers to what others put in copy as well, such as the reply address of a stranger's ticket. In
-- To, or of the envelope, an address is its author's choice; in copy alone, it takes no proven answer from its thread.
create function private.place_in_thread(mail private.mail_messages, place text, envelope text, refs jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant uuid := private.merge_root(private.ticket_of_reply_address(place));
  is_staff constant boolean := coalesce((private.sender_of(mail.from_address)).role in ('agent', 'admin'), false);
  hit record;
begin
  if place = envelope or named is null or mail.authentication <> 'pass' or private.is_note_address(place)
    or not is_staff and private.is_requester(named, mail.from_address)
    or (is_staff or private.writes_to(named, mail.from_address)) and exists (
      select from jsonb_path_query(mail.recipients, '$.to[*].address') k where lower(k #>> '{}') = place) then
    return place;
  end if;
  hit := private.mail_hit(mail, envelope, refs);
  if hit.via = 'references' and hit.forwarded_to is null and private.merge_root(hit.ticket_id) <> named
    and (is_staff or private.writes_to(hit.ticket_id, mail.from_address)) then
    return envelope;
  end if;
  return place;
end
$$;
comment on function private.place_in_thread(private.mail_messages, text, text, jsonb) is
  'Where a mail belongs of which place_of found a reply address: the address of its envelope, when the mail names the '
  'other in copy alone, its author is proven, not the requester there, and writes on the ticket that it answers.';

create or replace function private.as_copy(mail private.mail_messages, known private.mail_messages, place text, refs jsonb)
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
    -- The known one was delivered to an address that another put in copy, before the one that follows its thread.
    or known.state = 'accepted' and known.via = 'address' and mail.authentication = 'pass' and hit.via = 'references'
      and hit.forwarded_to is null and private.is_also_for(hit.ticket_id, mail)
      and private.merge_root(hit.ticket_id) is distinct from private.merge_root(known.ticket_id)
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

create or replace function private.mail_of(mail jsonb, desk text) returns private.mail_messages
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

create or replace function public.receive_mail(mail jsonb, signature text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(mail ->> 'recipient'));
  desk constant public.mail_addresses := private.desk_address(address);
  made private.mail_messages;
  known private.mail_messages;
  place text;
  sender public.profiles;
  opens boolean;
  ticket public.tickets;
  people jsonb;
begin
  -- A mail whose files are still to be stored may be delivered again, also with the same signature.
  if signature is not null and not exists (
    select from private.mail_messages m where m.message_id = left(mail ->> 'message_id', 500) and m.files_due) then
    perform private.use_signature(signature);
  end if;
  if desk.id is null and not coalesce((mail ->> 'keep')::boolean, false) then
    return jsonb_build_object('state', 'refused', 'reason', 'unknown_recipient');
  end if;
  -- Serialises copies and repeated deliveries of one mail.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || (mail ->> 'message_id'), 0));
  made := private.mail_of(mail, coalesce(desk.address, left(address, 254)));
  made.can_be_answered := private.may_answer(mail);
  known := private.twin_of(made, made.recipient);
  if known.id is not null then
    made := known;
  else
    place := private.place_in_thread(made, private.place_of(mail, address), address,
      coalesce(mail -> 'references', '[]'));
    made := private.judge_mail(made, mail, place);
    if made.original_path is not null and made.reason not in ('blocked', 'same_message') then
      perform private.take_bytes(made);
    end if;
    if made.state = 'accepted' and (desk.id is null or (mail ->> 'not_filed')::boolean) then
      made.state := 'unmatched';
      made.reason := case when desk.id is null then 'unknown_recipient' else 'not_filed' end;
      made.suspected_ticket_id := coalesce(made.suspected_ticket_id, made.ticket_id);
      made.ticket_id := null;
      made.via := null;
    end if;
    if made.state = 'accepted' then
      opens := made.ticket_id is null;
      sender := private.sender_of(made.from_address);
      if sender.id is null then
        sender := (private.find_or_create_requester(made.from_address, made.from_name)).requester;
      end if;
      perform private.set_context('mail_is_proven', case when made.authentication = 'pass' then 'yes' else '' end);
      made := private.file_mail(made, made.ticket_id, sender.id, not opens and coalesce(sender.role <> 'customer'
        and (desk.kind = 'note' or private.is_note_address(place)
          or private.answers_note(made.via, mail -> 'references') or private.is_for_colleagues(made)), false));
      select t.* into ticket from public.tickets t where t.id = made.ticket_id;
      if ticket.customer_id = sender.id or sender.role <> 'customer' then
        people := (made.recipients -> 'cc') || (made.recipients -> 'to');
        if sender.role = 'customer' and made.authentication = 'pass' then
          perform private.drop_unverified_copies(sender.id, ticket.id, people);
        end if;
        -- Of whom a mail names that proves nothing, staff choose. On an earlier ticket they could write as one of its
        -- people.
        perform private.add_participants(ticket, sender.id, people, made.from_address, case
          -- Who answers all has chosen nobody.
          when sender.role <> 'customer' then 'mail'
          when made.authentication = 'pass' then 'mail'
          when opens then 'unverified_mail' end);
        if sender.role = 'customer' then
          perform private.note_reply_to(ticket, made.reply_to, made.from_address);
        end if;
      end if;
      if made.authentication = 'pass' then
        perform private.correct_name(sender, made);
      end if;
      -- A forged answer would make the report of a mail that did not arrive incredible.
      if not private.is_unverified(made) then
        perform private.note_answers(made.from_address, mail -> 'references');
      end if;
      -- Also for a follow-up that this mail opened.
      if (opens or ticket.created_at = now()) and sender.role = 'customer' and private.may_answer(mail) then
        made := private.acknowledge(made, sender.id);
      end if;
    end if;
    if not made.is_automatic and made.state <> 'bounce'
      and (made.authentication = 'pass' or made.authentication = 'unchecked' and made.state = 'accepted') then
      -- They can be reached again.
      delete from public.undeliverable_addresses u where u.address = made.from_address;
    end if;
    -- Admins blocked the sender: the text is enough.
    made.original_path := case when made.reason <> 'blocked' then made.original_path end;
    insert into private.mail_messages select made.*;
    perform private.keep_references(made, place, coalesce(mail -> 'references', '[]'));
    if made.state = 'bounce' and made.reason = '' then
      made.ticket_id := private.record_bounce(made, mail -> 'bounce');
      made.reason := case when made.ticket_id is null then 'unknown_bounce' else '' end;
      update private.mail_messages m set ticket_id = made.ticket_id, reason = made.reason where m.id = made.id;
    end if;
    if random() < 0.02 then
      perform private.prune_unfiled_mails();
    end if;
  end if;
  return jsonb_build_object('id', made.id, 'state', made.state, 'reason', made.reason, 'ticket_id', made.ticket_id,
    'comment_id', made.comment_id, 'original', made.original_path is not null and made.reason <> 'same_message',
    'original_path', made.original_path,
    'old_originals', private.due_originals(), 'files', case when made.files_due then made.files else '[]' end);
end
$$;

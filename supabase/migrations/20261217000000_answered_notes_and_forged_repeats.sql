-- The mail that is answered alone decides whether its answer is a note, and a forged mail keeps no real one with the
-- same words from being sent on.
create or replace function private.answers_note(via text, refs jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select via is distinct from 'address' and coalesce((private.sent_mail(refs ->> 0)).is_internal, false)
$$;
comment on function private.answers_note(text, jsonb) is
  'True for an answer to a mail about a note that was not sent to the reply address of the ticket.';

create or replace function private.is_for_colleagues(mail private.mail_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.via is distinct from 'address' and not private.names_outsiders(private.addresses_in(mail))
$$;
comment on function private.is_for_colleagues(private.mail_messages) is
  'True for a mail of staff that names the workspace and staff alone, unless it was sent to the reply address of the '
  'ticket.';

create or replace function private.is_repeated_mail(ticket public.tickets, said public.comments, allowed integer)
returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) > $3 from (
    (select c.id, c.content from public.comments c
    where c.ticket_id = ($1).id and c.created_at > now() - interval '1 day' and c.user_id = ($2).user_id
      and c.source = 'mail'
      and not c.is_internal and c.id <> ($2).id
    order by c.created_at desc limit 50)
    union all
    select null, ($1).description where ($1).source = 'mail' and ($1).created_by = ($2).user_id
      and ($1).created_at > now() - interval '1 day'
  ) earlier
  where private.essence_of(earlier.content) = private.essence_of(($2).content)
    and (private.context('mail_is_proven') is distinct from 'yes' or exists (
      select from private.mail_messages m
      where m.ticket_id = ($1).id and m.comment_id is not distinct from earlier.id and m.authentication = 'pass'))
$$;
comment on function private.is_repeated_mail(public.tickets, public.comments, integer) is
  'True when more mails of the author than allowed said the same on the ticket within a day; of a proven mail, more '
  'proven ones.';

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
  is_known boolean;
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
    place := private.place_of(mail, address);
    made := private.judge_mail(made, mail, place);
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
      is_known := sender.id is not null;
      if not is_known then
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
        -- A forged mail would otherwise add its author to the copies. One that begins the desk's acquaintance reveals
        -- nothing.
        perform private.add_participants(ticket, sender.id, people, made.from_address, case
          -- Who answers all has chosen nobody.
          when sender.role <> 'customer' then 'mail'
          when made.authentication = 'pass' then 'mail'
          when opens and not is_known then 'unverified_mail' end);
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
      if opens and sender.role = 'customer' and private.may_answer(mail) then
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
comment on function public.receive_mail(jsonb, text) is
  'Service: files a parsed mail as a ticket, a comment or a note, or keeps it for staff: {id, state, reason, '
  'ticket_id, comment_id, original, original_path, old_originals, files: [{index, path}]}. keep: also a mail to an '
  'unknown recipient is kept. not_filed: keeps a mail that could not be filed. The original is to be stored at '
  'original_path if original is true, the files too, then finish_mail_files called; old_originals are to be removed. '
  'A repeated delivery (the same Message-ID, sender and content_hash) gets the first answer, a repeated signature '
  'HTTP 409 unless files are due.';

drop function private.is_forward_inside(private.mail_messages);

-- Staff choose people in copy in the portal; mails between staff are notes; a reply that was written before a merge asks again.
create or replace function private.reason_to_hold(reply public.comments, ticket public.tickets) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_active_staff(reply.user_id) then
    return 'author_left';
  -- Messages of a merged ticket are where they were written; new ones are written where it is shown.
  elsif ticket.merged_into is not null then
    return 'ticket_done';
  -- It was written before somebody else's ticket was merged, whose requester would read it.
  elsif exists (
    select from private.merged_below(ticket.id) b
    where b.customer_id is distinct from ticket.customer_id and b.since > reply.created_at) then
    return 'ticket_done';
  elsif not (select w.is_scheduled from private.waiting_replies w where w.comment_id = reply.id) then
    return null;
  elsif exists (
    select from public.comments c
    where c.ticket_id = ticket.id and not c.is_internal and c.created_at > reply.created_at
      and not private.is_answer(c.user_id, c.author_role, ticket.customer_id)) then
    return 'customer_wrote';
  elsif ticket.status in ('solved', 'closed') and exists (
    select from public.ticket_events e
    where e.ticket_id = ticket.id and e.kind = 'status' and e.created_at > reply.created_at) then
    return 'ticket_done';
  end if;
  return null;
end
$$;
comment on function private.reason_to_hold(public.comments, public.tickets) is
  'Why a reply is not sent at its time, see waiting_replies.held_for; null when it is. What the customer did since '
  'does not stop one that waits for the seconds of an undo.';

create or replace function private.is_forward_inside(mail private.mail_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.via is distinct from 'address' and not private.names_outsiders(private.addresses_in(mail))
$$;
comment on function private.is_forward_inside(private.mail_messages) is
  'True for a mail of staff that names the workspace and staff alone, unless it was sent to the reply address of the '
  'ticket.';

create or replace function private.reaches_ticket(ticket_id uuid, addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.profiles p
      where p.id = (select t.customer_id from public.tickets t where t.id = $1) and p.email = any ($2))
    or exists (
      select from public.ticket_participants p
      where p.ticket_id = $1 and p.address = any ($2) and p.source = 'staff')
$$;
comment on function private.reaches_ticket(uuid, text[]) is
  'True when the requester of the ticket or somebody whom staff put in copy has one of the addresses.';

create or replace function private.answers_on(ticket_id uuid, address text, addresses text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.tickets t join public.profiles k on k.id = t.customer_id
    where t.id = $1 and (k.email = $2 or exists (
      select from public.ticket_participants p
      where p.ticket_id = t.id and p.address = $2 and (p.source = 'staff' or k.email = any ($3)))))
$$;
comment on function private.answers_on(uuid, text, text[]) is
  'True for the address of the requester, of somebody whom staff put in copy, and of others in copy when the '
  'requester is among the addressees.';

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
          or private.answers_note(made.via, mail -> 'references') or private.is_forward_inside(made)), false));
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


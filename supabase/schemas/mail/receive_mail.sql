-- Records a received mail, decides in one transaction what becomes of it, and adds its files to the ticket.
create unlogged table private.mail_signatures (
  signature text primary key,
  used_at timestamptz not null default now()
);
comment on table private.mail_signatures is
  'Signatures of requests that delivered mails. An older one is refused by its time.';

create index mail_signatures_used_at_idx on private.mail_signatures (used_at);

alter table private.mail_signatures enable row level security;

create function private.use_signature(signature text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mail_signatures (signature) values (use_signature.signature) on conflict do nothing;
  if not found then
    raise sqlstate 'PT409' using message = 'This request was already used', detail = 'mail_replayed';
  end if;
  if random() < 0.01 then
    delete from private.mail_signatures s where s.used_at < now() - interval '1 hour';
  end if;
end
$$;
comment on function private.use_signature(text) is 'Raises HTTP 409 for a signature that was used before.';

-- Only a repeated delivery of the same mail is answered without being filed, and every mail that is not filed keeps its
-- original. A mail is filed by every reply address that it names, and leaves the Message-IDs that later mails may
-- answer. Who proves nothing adds no readers to a ticket, by whatever way the mail names it. Mails of a domain that has
-- got its acknowledgements do not wait for each other.
create function public.receive_mail(mail jsonb, signature text default null) returns jsonb
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
      perform private.set_context('mail_is_proven', case when made.authentication = 'pass' then 'yes'
        when private.is_unverified(made) then 'no' else '' end);
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
comment on function public.receive_mail(jsonb, text) is
  'Service: files a parsed mail as a ticket, a comment or a note, or keeps it for staff: {id, state, reason, '
  'ticket_id, comment_id, original, original_path, old_originals, files: [{index, path}]}. keep: also a mail to an '
  'unknown recipient is kept. not_filed: keeps a mail that could not be filed. The original is to be stored at '
  'original_path if original is true, the files too, then finish_mail_files called; old_originals are to be removed. '
  'A repeated delivery (the same Message-ID, sender and content_hash) gets the first answer, a repeated signature '
  'HTTP 409 unless files are due. HTTP 503 beyond the bytes of an hour: it is to be sent again.';
grant execute on function public.receive_mail(jsonb, text) to service_role;

-- A file that Storage refuses is named on the ticket. Files of one mail are recorded a microsecond apart, to be shown
-- in the order of the mail.
create function public.finish_mail_files(mail_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages;
  author uuid;
  hidden boolean;
  stored jsonb;
  refused jsonb;
begin
  select m.* into made from private.mail_messages m where m.id = mail_id and m.files_due for update;
  if not found then
    return 0;
  end if;
  update private.mail_messages m set files_due = false where m.id = made.id;
  if made.state <> 'accepted' or made.files = '[]' then
    return 0;
  end if;
  select coalesce(jsonb_agg(l.e order by l.n) filter (where l.is_stored), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('name', l.e ->> 'name', 'reason', 'storage') order by l.n)
      filter (where not l.is_stored), '[]')
  into stored, refused
  from (
    select e, n, exists (
      select from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = e ->> 'path') as is_stored
    from jsonb_array_elements(made.files) with ordinality as k (e, n)) l;
  author := coalesce((select c.user_id from public.comments c where c.id = made.comment_id),
    (select t.created_by from public.tickets t where t.id = made.ticket_id));
  perform private.act_as(author);
  insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by,
    created_at, is_unproven)
  select made.ticket_id, made.comment_id, e ->> 'name', e ->> 'type', (e ->> 'size')::bigint, e ->> 'path', author,
    now() + n * interval '1 microsecond', made.authentication <> 'pass'
  from jsonb_array_elements(stored) with ordinality as l (e, n) order by n;
  if refused <> '[]' then
    update private.mail_messages m set files = stored, rejected_files = m.rejected_files || refused
      where m.id = made.id;
    hidden := coalesce((select c.is_internal from public.comments c where c.id = made.comment_id), false);
    insert into public.ticket_events (ticket_id, kind, to_value, is_internal)
    select made.ticket_id, 'file_refused', e ->> 'name', hidden from jsonb_array_elements(refused) e;
  end if;
  return jsonb_array_length(stored);
end
$$;
comment on function public.finish_mail_files(uuid) is
  'Service: attaches the stored files of a mail to its ticket, and records those that are not stored as events. Does '
  'nothing the second time.';
grant execute on function public.finish_mail_files(uuid) to service_role;

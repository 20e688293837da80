-- How many bytes of mails come within an hour. Large mails from ever new addresses must not fill the disk: beyond the
-- limits a mail is deferred, and honest servers send it again. Who is known and proven, who is one of both, and who is
-- neither have limits of their own, as for acknowledgements.
create unlogged table private.mail_bytes (
  id bigint generated always as identity primary key,
  budget text not null,
  domain text not null,
  since timestamptz not null,
  bytes bigint not null
);
comment on table private.mail_bytes is
  'Bytes of received mails in ten minutes, by budget and domain of the sender; the domain is empty for all together. '
  'Mails that are received at once have rows of their own.';

create index mail_bytes_budget_idx on private.mail_bytes (budget, domain, since);
create index mail_bytes_since_idx on private.mail_bytes (since);

alter table private.mail_bytes enable row level security;

create function private.bytes_an_hour(budget text) returns bigint
language sql immutable set search_path = '' as $$
  select case when budget = 'known' then 2147483648 else 1073741824 end
$$;
comment on function private.bytes_an_hour(text) is
  'Bytes of mails that the workspace takes within an hour in a budget of private.reply_budget_of.';

create function private.bytes_of_mails(budget text, domain text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(b.bytes), 0)::bigint from private.mail_bytes b
  where b.budget = $1 and b.domain = $2 and b.since > now() - interval '1 hour'
$$;
comment on function private.bytes_of_mails(text, text) is
  'Bytes of the mails of a domain in the last hour; of all mails of the budget for an empty domain.';

create function private.take_bytes(mail private.mail_messages) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := private.reply_budget_of(mail, (private.sender_of(mail.from_address)).id);
  own constant text := coalesce(nullif(private.mail_domain(mail.from_address), ''), '?');
  -- The last fifth is for mails without large files: those leave room for words.
  most constant bigint := private.bytes_an_hour(kind) * case when mail.size > 102400 then 4 else 5 end / 5;
  share constant bigint := case when private.is_free_mail(own) then most * 2 / 5 else most / 5 end;
  name text;
begin
  if private.bytes_of_mails(kind, '') + mail.size > most
    or private.bytes_of_mails(kind, own) + mail.size > share then
    raise sqlstate 'PT503' using message = 'Too many bytes of emails came within the hour. Send it again later.',
      detail = 'mail_bytes_limit';
  end if;
  foreach name in array array['', own] loop
    -- Mails do not wait for each other: one that finds the row taken adds another.
    update private.mail_bytes b set bytes = b.bytes + mail.size
    where b.id = (
      select k.id from private.mail_bytes k
      where k.budget = kind and k.domain = name and k.since = date_bin('10 minutes', now(), 'epoch')
      limit 1 for update skip locked);
    if not found then
      insert into private.mail_bytes (budget, domain, since, bytes)
      values (kind, name, date_bin('10 minutes', now(), 'epoch'), mail.size);
    end if;
  end loop;
  if random() < 0.01 then
    delete from private.mail_bytes b where b.since < now() - interval '1 hour';
  end if;
end
$$;
comment on function private.take_bytes(private.mail_messages) is
  'Counts the bytes of a mail that is kept. Raises HTTP 503 beyond those of an hour: of the budget, of which a fifth '
  'is for mails up to 100 kB, or of the domain, which has a fifth of that, a free mail provider two.';

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
    place := private.place_of(mail, address);
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
  'HTTP 409 unless files are due. HTTP 503 beyond the bytes of an hour: it is to be sent again.';

create or replace function public.get_service_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to see the health of the desk' using detail = 'admin_required';
  end if;
  return (select jsonb_build_object(
    'now', now(),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'ok', s.is_ok, 'reason', s.reason,
        'since', s.since) order by s.name), '[]')
      from private.server_checks s where s.checked_at > now() - interval '2 minutes'),
    'mail', jsonb_build_object(
      'last_run_at', c.last_run_at, 'last_sent_at', c.last_sent_at, 'failing_since', c.failing_since,
      'last_error', c.last_error,
      'queued', (select count(*) from public.notification_outbox o where o.sent_at is null and o.dropped_at is null),
      'oldest_due_at', (select min(o.next_attempt_at) from public.notification_outbox o
        where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()),
      'deferred', (select count(*) from public.notification_outbox o
        where o.sent_at is null and o.dropped_at is null and o.error = 'too_many_mails'),
      'failed', (select count(*) from public.notification_outbox o
        where o.dropped_at > now() - interval '7 days' and o.sent_at is null),
      'full_budgets', (select coalesce(jsonb_agg(k.budget), '[]')
        from unnest(array['known', 'known, unproven', 'stranger', 'stranger, unproven']) k (budget)
        where private.bytes_of_mails(k.budget, '') + 26214400 > private.bytes_an_hour(k.budget) * 4 / 5),
      'unmatched', (select count(*) from private.mail_messages m where m.state = 'unmatched')))
    from private.mail_channel c);
end
$$;
comment on function public.get_service_health() is
  'Admins: {now, checks: [{name, ok, reason, since}] of a backend beside the database, mail: {last_run_at, '
  'last_sent_at, failing_since, last_error, queued, oldest_due_at, deferred (beyond what a ticket may send in an '
  'hour), failed (7 days), full_budgets (senders whose mails of 25 MB are deferred now), unmatched}}.';

-- Files that a mail leaves out. Their sender is told once for each mail: by its acknowledgement, or by one answer for
-- all mails of a while. The rules against loops are those of acknowledgements, and one sender has at most one answer an
-- hour on a ticket.

-- Every file that a mail leaves out keeps its name, place, type and size. The message names as many as fit, each whole.
create function private.accepted_extensions() returns text[]
language sql stable security definer set search_path = '' as $$
  select w.file_types from public.workspace_settings w
$$;
comment on function private.accepted_extensions() is
  'Endings of the names of files that tickets take, in lower case and without a dot.';

create function private.chosen_files(rejected jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e order by (e ->> 'index')::integer nulls last, n), '[]')
  from jsonb_array_elements(rejected) with ordinality as l (e, n)
  where e -> 'incidental' is distinct from 'true'
$$;
comment on function private.chosen_files(jsonb) is
  'Of the files that were left out, those that the sender chose, in the order of the mail: no signatures and logos, '
  'which mail programs add to each mail.';

create function private.reply_budget_of(mail private.mail_messages, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- Forged mails are counted on their own: they cannot use up the answers of others.
  select case when private.is_known_customer(person) then 'known' else 'stranger' end
    || case when mail.authentication = 'pass' then '' else ', unproven' end
$$;
comment on function private.reply_budget_of(private.mail_messages, uuid) is
  'The limits for which an automatic answer to that mail of that person counts.';

-- A burst of mails is answered once, after two minutes; mails after that wait for the hour. Chains of proven and
-- unproven mails are apart: forged ones neither delay the answers to the real sender nor use them up.
create function private.queue_files_answer(mail private.mail_messages) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  earlier public.notification_outbox[];
  budget text;
begin
  perform pg_advisory_xact_lock(hashtextextended('acknowledge ' || private.mail_domain(mail.from_address), 0));
  earlier := array(
    select o from public.notification_outbox o
    where o.ticket_id = mail.ticket_id and o.kind = 'refused_files' and o.recipient_email = lower(mail.from_address)
      and o.created_at > now() - interval '1 day'
      and exists (select from private.mail_messages m where m.answer_id = o.id
        and (m.authentication = 'pass') = (mail.authentication = 'pass'))
    order by o.created_at limit 5);
  -- Locked, so that nobody sends it before this mail is in it.
  select o.id into mail.answer_id from public.notification_outbox o
  where o.id in (select (unnest(earlier)).id) and o.attempts = 0 and o.sent_at is null and o.dropped_at is null
  limit 1 for update;
  if mail.answer_id is null and cardinality(earlier) < 5 then
    budget := private.reply_budget_of(mail, (private.sender_of(mail.from_address)).id);
    -- Within a ticket, the hour between two answers replaces the limit for one subject.
    if private.can_acknowledge(mail.from_address, case when mail.via is null then mail.subject end, budget) then
      insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject,
        actor_name, in_reply_to, next_attempt_at)
      select 'refused_files', lower(mail.from_address), left(mail.from_name, 100), t.id, t.subject, '', mail.message_id,
        greatest(
        now() + interval '2 minutes', (select max(coalesce(e.sent_at, e.next_attempt_at)) + interval '1 hour'
          from unnest(earlier) e))
      from public.tickets t where t.id = mail.ticket_id
      returning case when dropped_at is null then id end into mail.answer_id;
      mail.reply_budget := coalesce(mail.reply_budget, budget);
    end if;
  end if;
  mail.files_answer := case when mail.answer_id is null then 'limit' else 'waiting' end;
  mail.reply := coalesce(mail.reply, case when mail.answer_id is not null then 'files' end);
  return mail;
end
$$;
comment on function private.queue_files_answer(private.mail_messages) is
  'Adds a mail to the answer that waits to be sent to its sender, or queues one within the limits: five a day for a '
  'ticket, one an hour, and those of private.can_acknowledge.';

create function private.answer_refused_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_note constant boolean := exists (select from public.comments c where c.id = new.comment_id and c.is_internal);
begin
  if private.chosen_files(new.rejected_files) = '[]' then
    return new;
  elsif not new.can_be_answered then
    new.files_answer := 'automatic';
  elsif is_note and (new.via = 'staff' or coalesce((private.sender_of(new.from_address)).role, 'customer') = 'customer')
    then
    -- Staff have added the mail of somebody else, who knows nothing of the ticket.
    new.files_answer := 'note';
  elsif tg_op = 'INSERT' and new.reply = 'acknowledgement' then
    new.answer_id := gen_random_uuid();
    new.files_answer := 'waiting';
  else
    new := private.queue_files_answer(new);
  end if;
  return new;
end
$$;
comment on function private.answer_refused_files() is
  'Has the sender told which files of an accepted mail were left out, or says why not.';

create trigger mail_messages_answer_files before insert or update of state, rejected_files on private.mail_messages
  for each row when (new.state = 'accepted' and new.rejected_files <> '[]' and new.can_be_answered is not null
    and new.files_answer is null)
  execute function private.answer_refused_files();

create function private.follow_files_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set files_answer = case when new.sent_at is not null then 'sent' else 'failed' end
  where m.answer_id = new.id and m.files_answer = 'waiting';
  return null;
end
$$;
comment on function private.follow_files_answer() is
  'Writes to the mails of an answer about files whether it was sent.';

create trigger notification_outbox_files_answer after insert or update of sent_at,
  dropped_at on public.notification_outbox
  for each row when (new.kind in ('received', 'refused_files')
    and (new.sent_at is not null or new.dropped_at is not null))
  execute function private.follow_files_answer();

-- What the answer to refused files says, and what staff see of it.
create function private.refused_files_of(mail public.notification_outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when mail.kind in ('received', 'refused_files') and exists (select from private.mail_messages m
    where m.answer_id = mail.id)
    then jsonb_build_object(
      -- Names are the sender's words: nobody else gets them from the desk.
      'refused_files', coalesce((
        select jsonb_agg(f.said order by f.received_at, f.n) from (
          select m.received_at, l.n, jsonb_strip_nulls(jsonb_build_object('reason', e -> 'reason', 'more', e -> 'more',
            'name', case when m.authentication = 'pass' then e -> 'name' end)) as said
          from private.mail_messages m, jsonb_array_elements(private.chosen_files(m.rejected_files))
            with ordinality as l (e, n)
          where m.answer_id = mail.id order by m.received_at, l.n limit 1000) f), '[]'),
      'file_limits', (select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes,
        'extensions', private.accepted_extensions()) from public.workspace_settings w))
      || coalesce((
        select jsonb_build_object('has_ticket_page', true, 'needs_password', private.is_invited_requester(p.id)
          and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null))
        from public.tickets t, private.sender_of(mail.recipient_email) p
        where t.id = mail.ticket_id and (p.id = t.customer_id or p.role in ('agent', 'admin'))), '{}')
    else '{}' end
$$;
comment on function private.refused_files_of(public.notification_outbox) is
  'Of an automatic answer that names refused files: {refused_files: [{reason, name, more}], file_limits, '
  'has_ticket_page, needs_password}. Names only of mails whose sender is authenticated.';

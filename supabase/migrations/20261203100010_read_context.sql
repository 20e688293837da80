-- Mails and undo use the context of a change.
create or replace function private.limit_ticket_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent integer;
  allowed constant integer := 200;
  missing integer;
begin
  select count(*) into sent from (
    select from public.notification_outbox o
    where o.ticket_id = new.ticket_id and o.created_at > now() - interval '1 hour' limit allowed + 100) k;
  if sent >= allowed + 100 then
    return null;
  elsif sent >= allowed then
    new.dropped_at := now();
    new.error := 'Too many mails about this ticket within an hour';
  end if;
  -- Staff's mails about a message have no files.
  if new.comment_id is not null and new.kind in ('reply', 'copy') then
    missing := cardinality(private.missing_files(new.ticket_id, new.comment_id));
    -- Older pages say only how many there are.
    new.files := greatest(missing, coalesce(private.context('files')::smallint, 0));
    if new.files > 0 then
      new.next_attempt_at := greatest(new.next_attempt_at,
        now() + case when missing > 0 then interval '15 minutes' else interval '2 minutes' end);
    end if;
  end if;
  return new;
end
$$;

create or replace function private.reason_to_keep(ticket public.tickets, said public.comments) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := said.author_role <> 'customer';
  is_proven constant boolean := coalesce(private.context('mail_is_proven') = 'yes', false);
  answered_at timestamptz;
  in_hour integer;
  in_day integer;
begin
  if said.source <> 'mail' then
    return null;
  elsif private.is_repeated_mail(ticket, said, case when is_staff then 1 else 0 end) then
    return 'repeated';
  elsif is_staff then
    return null;
  end if;
  -- Staff in the portal are people; a mail of theirs may be an automatic answer.
  select c.created_at into answered_at from public.comments c
  where c.ticket_id = said.ticket_id and c.created_at > now() - interval '1 day' and c.author_role <> 'customer'
    and c.source = 'portal' and not c.is_internal
  order by c.created_at desc limit 1;
  -- Forged mails are counted on their own: they cannot use up what the real ones may send. This one is not recorded
  -- yet.
  select count(*) filter (where k.created_at > now() - interval '1 hour'), count(*) into in_hour, in_day from (
    select c.created_at from public.comments c join private.mail_messages m on m.comment_id = c.id
    where (m.authentication = 'pass') = is_proven and c.ticket_id = said.ticket_id
      and c.created_at > coalesce(answered_at, now() - interval '1 day')
      and c.author_role = 'customer' and c.source = 'mail' and not c.is_internal
    order by c.created_at desc limit 30) k;
  if in_hour >= 10 or in_day >= 30 then
    return 'many';
  end if;
  -- Who is in copy by a mail that proves nothing reaches the requester once staff have answered both.
  if exists (
    select from public.profiles k join public.ticket_participants p on p.address = k.email
    where k.id = said.user_id and p.ticket_id = said.ticket_id and p.source = 'unverified_mail' and not exists (
      select from public.comments c
      where c.ticket_id = p.ticket_id and c.created_at > p.created_at and c.author_role <> 'customer'
        and not c.is_internal)) then
    return 'unverified';
  end if;
  return null;
end
$$;

create or replace function private.undo_batch(batch uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  results jsonb := '[]';
  done private.undoable_changes;
  ticket public.tickets;
  was public.tickets;
  code text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not exists (select from private.undoable_changes c where c.batch_id = batch and c.actor_id = me) then
    raise sqlstate 'PT404' using message = 'There is nothing to undo', detail = 'undo_not_found';
  end if;
  perform private.exclude_from_undo();
  for done in
    select c.* from private.undoable_changes c where c.batch_id = batch and c.actor_id = me
    order by c.ticket_id for update
  loop
    if done.created_at < clock_timestamp() - interval '30 seconds' then
      raise sqlstate 'PT409' using message = 'It is too late to undo this change', detail = 'undo_expired';
    end if;
    was := jsonb_populate_record(null::public.tickets, done.before);
    -- Waits for a concurrent change of the ticket, which the version then shows.
    select t.* into ticket from public.tickets t where t.id = done.ticket_id for no key update;
    code := case when ticket.version is distinct from done.version then 'ticket_changed'
      when was.assigned_to is not null and not private.is_active_staff(was.assigned_to) then 'assignee_invalid' end;
    if code is null then
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.change_batch = batch and o.attempts = 0 and o.sent_at is null;
      perform private.withdraw_notifications(ticket.id, batch);
      -- A mail that was sent already is followed by one about the undo.
      perform private.set_context('notify', case when exists (
        select from public.notification_outbox o where o.ticket_id = ticket.id and o.change_batch = batch
      ) then 'mails' else 'none' end);
      update public.tickets t set status = was.status, priority = was.priority, assigned_to = was.assigned_to,
        tags = was.tags, closed_at = was.closed_at, resolved_at = was.resolved_at, close_reason = was.close_reason
      where t.id = ticket.id;
      -- The caller's change before this one can be undone next.
      update private.undoable_changes c set version = t.version from public.tickets t
      where t.id = ticket.id and c.ticket_id = t.id and c.actor_id = me and c.version = was.version;
    end if;
    results := results || jsonb_build_object('id', ticket.id, 'number', ticket.number, 'subject', ticket.subject,
      'ok', code is null, 'code', code, 'message', case code
        when 'ticket_changed' then 'The ticket has changed since'
        when 'assignee_invalid' then 'A ticket can only be assigned to an agent or admin' end);
  end loop;
  delete from private.undoable_changes c where c.batch_id = batch and c.actor_id = me;
  return jsonb_build_object('results', results);
end
$$;

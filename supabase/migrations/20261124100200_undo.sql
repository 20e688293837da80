-- Undo restores the time stamps too; the history keeps both the change and its undo. Mails about the change wait until it
-- can no longer be undone from the screen, and are deleted with it.
alter table public.notification_outbox add column change_batch uuid;
comment on column public.notification_outbox.change_batch is 'The undoable change that the mail is about. Undoing it deletes the mail.';

create function private.undo_batch(batch uuid) returns jsonb
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
    select c.* from private.undoable_changes c where c.batch_id = batch and c.actor_id = me order by c.ticket_id for update
  loop
    if done.created_at < clock_timestamp() - interval '30 seconds' then
      raise sqlstate 'PT409' using message = 'It is too late to undo this change', detail = 'undo_expired';
    end if;
    was := jsonb_populate_record(null::public.tickets, done.before);
    -- Waits for a concurrent change of the ticket, which the version then shows.
    select t.* into ticket from public.tickets t where t.id = done.ticket_id for update;
    code := case when ticket.version is distinct from done.version then 'ticket_changed'
      when was.assigned_to is not null and not private.is_active_staff(was.assigned_to) then 'assignee_invalid' end;
    if code is null then
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.change_batch = batch and o.attempts = 0 and o.sent_at is null;
      -- A mail that was sent already is followed by one about the undo.
      perform set_config('helpdesk.mails', case when exists (
        select from public.notification_outbox o where o.ticket_id = ticket.id and o.change_batch = batch
      ) then '' else 'off' end, true);
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
comment on function private.undo_batch(uuid) is
  'Restores the tickets of the caller''s batch that nobody has changed since: {results: [{id, number, subject, ok, code, message}]}.';

create or replace function public.undo_bulk_update(batch_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch(undo_bulk_update.batch_id)
$$;
comment on function public.undo_bulk_update(uuid) is
  'The actor of a bulk update, within 30 seconds: restore the tickets that nobody has changed since. {results: [{id, number, subject, ok, code, message}]}.';

create function public.undo_last_change() returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch((
    select c.batch_id from private.undoable_changes c where c.actor_id = auth.uid() order by c.created_at desc limit 1))
$$;
comment on function public.undo_last_change() is
  'Staff, within 30 seconds: undo their newest change of status, priority, tags or assignee. {results: [{id, number, subject, ok, code, message}]}. HTTP 404 when there is none, 409 when it is too late.';

grant execute on function public.undo_last_change() to authenticated, service_role;

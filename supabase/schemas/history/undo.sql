-- Changes of tickets by staff can be undone for 75 seconds, however they were made: one by one, in bulk, by a function
-- or by an update through the API. The changes of one transaction are one batch.
create table private.undoable_changes (
  batch_id uuid not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  actor_id uuid not null references public.profiles (id) on delete cascade,
  before jsonb not null constraint undoable_changes_before check (private.json_is_bounded(before, 65536, 6)),
  version integer,
  created_at timestamptz not null default clock_timestamp(),
  made_at timestamptz not null default now(),
  primary key (batch_id, ticket_id)
);
comment on table private.undoable_changes is
  'Tickets before recent changes by staff, written by triggers on tickets; version is the one after the change.';
comment on column private.undoable_changes.made_at is 'Start of the transaction: the time of its events.';

create index undoable_changes_ticket_idx on private.undoable_changes (ticket_id);
create index undoable_changes_actor_idx on private.undoable_changes (actor_id, created_at);

create function private.current_batch() returns uuid
language sql stable as $$
  select nullif(private.context('batch'), 'off')::uuid
$$;
comment on function private.current_batch() is
  'Batch of the changes of this transaction; null when they cannot be undone.';
grant execute on function private.current_batch() to authenticated, service_role;

create function private.start_batch() returns uuid
language plpgsql set search_path = '' as $$
begin
  if private.context('batch') is null then
    perform private.set_context('batch', gen_random_uuid()::text);
  end if;
  return private.current_batch();
end
$$;
comment on function private.start_batch() is
  'Makes the following changes of this transaction undoable, unless exclude_from_undo was called.';
grant execute on function private.start_batch() to authenticated, service_role;

create function private.save_for_undo(old public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch constant uuid := private.current_batch();
begin
  if batch is null or not private.can_work_on_tickets() then
    return;
  end if;
  delete from private.undoable_changes c where c.actor_id = auth.uid() and c.created_at < now() - interval '2 minutes';
  insert into private.undoable_changes (batch_id, ticket_id, actor_id, before, version)
  values (batch, old.id, auth.uid(),
    (select jsonb_object_agg(f.name, to_jsonb(old) -> f.name) from private.tracked_fields() f where f.undo is not null)
    || jsonb_build_object('version', old.version,
      'tags', (select g.tags from public.ticket_tags g where g.ticket_id = old.id)), old.version + 1)
  on conflict (batch_id, ticket_id) do update set version = excluded.version, created_at = clock_timestamp();
end
$$;
comment on function private.save_for_undo(public.tickets) is
  'Saves a ticket before a change by staff that belongs to a batch.';

create function private.exclude_from_undo() returns void
language sql set search_path = '' as $$
  select private.set_context('batch', 'off')
$$;
comment on function private.exclude_from_undo() is 'The following changes of this transaction cannot be undone.';
grant execute on function private.exclude_from_undo() to authenticated, service_role;

create function private.note_undone(ticket public.tickets, merges uuid[], made timestamptz) returns void
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.ticket_events e
    where e.ticket_id = any (merges || ($1).id) and e.actor_id = auth.uid() and e.created_at in ($3, now())
      and not e.undone
      and case when e.kind = 'merge' then coalesce(e.to_value, e.from_value) = '#' || ($1).number
        else e.ticket_id = ($1).id and (e.kind in ('tags', 'taken_over', 'merged_into')
          or e.kind in (select f.name from private.tracked_fields() f)) end
    returning e.*)
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal, undone)
  select g.ticket_id, g.actor_id, g.kind, g.from_value, g.to_value, true, true from gone g where g.created_at = $3
$$;
comment on function private.note_undone(public.tickets, uuid[], timestamptz) is
  'Puts one line for staff in the place of the caller''s change that was made at a time and that this transaction has '
  'taken back. merges: what the ticket was merged into before and after.';

-- Restores the time stamps too. Mails about the change are deleted with it.
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
  -- In one order, with the tickets that a merge changes when it is taken back or made again.
  perform from public.tickets t
  where t.id in (
    select p from private.undoable_changes c
    cross join lateral (
      select private.merge_path(c.ticket_id) union select private.merge_path((c.before ->> 'merged_into')::uuid)) k (p)
    where c.batch_id = batch and c.actor_id = me)
  order by t.id for no key update;
  for done in
    select c.* from private.undoable_changes c where c.batch_id = batch and c.actor_id = me
    order by c.ticket_id for update
  loop
    if done.created_at < clock_timestamp() - interval '75 seconds' then
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
      perform private.set_fields(ticket.id, done.before - 'version');
      perform private.note_undone(ticket, array[ticket.merged_into, was.merged_into], done.made_at);
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
  'Restores the tickets of the caller''s batch that nobody has changed since: {results: [{id, number, subject, ok, '
  'code, message}]}.';

create function public.undo_bulk_update(batch_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch(undo_bulk_update.batch_id)
$$;
comment on function public.undo_bulk_update(uuid) is
  'The actor of a bulk update, within 75 seconds: restore the tickets that nobody has changed since. {results: [{id, '
  'number, subject, ok, code, message}]}.';
grant execute on function public.undo_bulk_update(uuid) to authenticated, service_role;

-- Undo of the change that a message is about, also when its author has changed something else since, here or in another
-- tab.
create function public.undo_last_change(of_ticket uuid default null, made_version integer default null) returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch((
    select c.batch_id from private.undoable_changes c
    where c.actor_id = auth.uid()
      and (of_ticket is null or c.ticket_id = of_ticket)
      and (made_version is null or c.version = made_version)
    order by c.created_at desc limit 1))
$$;
comment on function public.undo_last_change(uuid, integer) is
  'Staff, within 75 seconds: undo their newest change of status, priority, tags or assignee, of one ticket when it is '
  'named, and the change that made this version of it. {results: [{id, number, subject, ok, code, message}]}. HTTP '
  '404 when there is none, 409 when it is too late.';
grant execute on function public.undo_last_change(uuid, integer) to authenticated, service_role;

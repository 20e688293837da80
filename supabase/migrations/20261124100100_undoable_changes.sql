-- Changes of tickets by staff can be undone for 30 seconds, however they were made: one by one, in bulk, by a function or
-- by an update through the API. The changes of one transaction are one batch.
alter table private.bulk_changes rename to undoable_changes;
alter table private.undoable_changes rename constraint bulk_changes_before to undoable_changes_before;
alter table private.undoable_changes rename constraint bulk_changes_pkey to undoable_changes_pkey;
alter table private.undoable_changes rename constraint bulk_changes_ticket_id_fkey to undoable_changes_ticket_id_fkey;
alter table private.undoable_changes rename constraint bulk_changes_actor_id_fkey to undoable_changes_actor_id_fkey;
alter index private.bulk_changes_ticket_idx rename to undoable_changes_ticket_idx;
alter index private.bulk_changes_actor_idx rename to undoable_changes_actor_idx;
comment on table private.undoable_changes is
  'Tickets before recent changes by staff, written by triggers on tickets; version is the one after the change.';

create function private.current_batch() returns uuid
language sql stable set search_path = '' as $$
  select nullif(nullif(current_setting('helpdesk.batch', true), ''), 'off')::uuid
$$;
comment on function private.current_batch() is 'Batch of the changes of this transaction; null when they cannot be undone.';

create function private.start_batch() returns uuid
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('helpdesk.batch', true), '') = '' then
    perform set_config('helpdesk.batch', gen_random_uuid()::text, true);
  end if;
  return private.current_batch();
end
$$;
comment on function private.start_batch() is 'Makes the following changes of this transaction undoable, unless exclude_from_undo was called.';

create function private.exclude_from_undo() returns void
language sql set search_path = '' as $$
  select set_config('helpdesk.batch', 'off', true)
$$;
comment on function private.exclude_from_undo() is 'The following changes of this transaction cannot be undone.';

create function private.save_for_undo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  desk_tags text[] := (select g.tags from public.ticket_tags g where g.ticket_id = old.id);
  batch uuid;
begin
  -- Set_ticket_tags turns the new value into ticket_tags afterwards.
  if tg_argv[0] = 'tags' and new.tags is not distinct from desk_tags or not private.can_work_on_tickets() then
    return new;
  end if;
  batch := case when tg_argv[0] = 'function' then private.current_batch() else private.start_batch() end;
  if batch is not null then
    delete from private.undoable_changes c where c.actor_id = auth.uid() and c.created_at < now() - interval '1 minute';
    insert into private.undoable_changes (batch_id, ticket_id, actor_id, before, version)
    values (batch, old.id, auth.uid(), jsonb_build_object('version', old.version, 'status', old.status,
      'priority', old.priority, 'assigned_to', old.assigned_to, 'tags', desk_tags, 'closed_at', old.closed_at,
      'resolved_at', old.resolved_at, 'close_reason', old.close_reason), old.version + 1)
    on conflict (batch_id, ticket_id) do update set version = excluded.version, created_at = clock_timestamp();
  end if;
  return new;
end
$$;
comment on function private.save_for_undo() is
  'Saves a ticket before a change by staff. Changes by functions are saved only after start_batch.';

-- These sort between tickets_guard, which refuses changes, and tickets_tags_move, which moves tags to ticket_tags.
create trigger tickets_save before update of status, priority, assigned_to on public.tickets
  for each row when (current_user = 'authenticated'
    and (old.status, old.priority, old.assigned_to) is distinct from (new.status, new.priority, new.assigned_to))
  execute function private.save_for_undo('fields');
create trigger tickets_save_in_function before update of status, priority, assigned_to on public.tickets
  for each row when (current_user <> 'authenticated'
    and (old.status, old.priority, old.assigned_to) is distinct from (new.status, new.priority, new.assigned_to))
  execute function private.save_for_undo('function');
create trigger tickets_save_tags before update of tags on public.tickets
  for each row when (current_user = 'authenticated') execute function private.save_for_undo('tags');

grant execute on function private.current_batch(), private.start_batch(), private.exclude_from_undo()
  to authenticated, service_role;

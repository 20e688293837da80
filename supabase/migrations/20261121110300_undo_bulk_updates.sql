-- Taking a bulk update back: its actor alone, within 30 seconds, and only rows that nobody has touched since.
-- The history says both, the change and its undoing; the stamps become what they were.

create function public.undo_bulk_update(batch_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  results jsonb := '[]';
  done private.bulk_changes;
  now_version integer;
  was public.tickets;
  code text;
  complaint text;
begin
  if not private.is_staff() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  perform from private.bulk_changes b where b.batch_id = undo_bulk_update.batch_id and b.actor_id = me;
  if not found then
    raise sqlstate 'PT404' using message = 'There is nothing to undo', detail = 'undo_not_found';
  end if;
  for done in
    select b.* from private.bulk_changes b
    where b.batch_id = undo_bulk_update.batch_id and b.actor_id = me
    order by b.ticket_id
  loop
    if done.created_at < clock_timestamp() - interval '30 seconds' then
      raise sqlstate 'PT409' using message = 'It is too late to undo this change', detail = 'undo_expired';
    end if;
    code := null;
    complaint := null;
    was := jsonb_populate_record(null::public.tickets, done.before);
    -- Waits for whoever is changing the ticket; the version tells afterwards whether somebody did.
    select t.version into now_version from public.tickets t where t.id = done.ticket_id for update;
    if now_version is distinct from done.version then
      code := 'ticket_changed';
      complaint := 'The ticket has changed since';
    elsif was.assigned_to is not null and not private.is_active_staff(was.assigned_to) then
      code := 'assignee_invalid';
      complaint := 'A ticket can only be assigned to an agent or admin';
    else
      update public.tickets t set status = was.status, priority = was.priority, assigned_to = was.assigned_to,
        tags = was.tags, closed_at = was.closed_at, resolved_at = was.resolved_at, close_reason = was.close_reason
      where t.id = done.ticket_id;
      delete from private.bulk_changes b where b.batch_id = done.batch_id and b.ticket_id = done.ticket_id;
    end if;
    results := results || jsonb_build_object('id', done.ticket_id, 'ok', code is null, 'code', code, 'message', complaint);
  end loop;
  return jsonb_build_object('results', results);
end
$$;
comment on function public.undo_bulk_update(uuid) is
  'The actor of a bulk update, within 30 seconds: put back what nobody has changed since. {results: [{id, ok, code, message}]}.';

revoke execute on function public.undo_bulk_update(uuid) from public, anon, authenticated;
grant execute on function public.undo_bulk_update(uuid) to authenticated, service_role;

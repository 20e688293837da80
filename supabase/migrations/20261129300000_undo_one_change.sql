-- Undo of the change that a message is about, also when its author has changed something else since, here or in another
-- tab.
drop function public.undo_last_change();
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
  'Staff, within 30 seconds: undo their newest change of status, priority, tags or assignee, of one ticket when it is named, and the change that made this version of it. {results: [{id, number, subject, ok, code, message}]}. HTTP 404 when there is none, 409 when it is too late.';
revoke execute on function public.undo_last_change(uuid, integer) from public, anon;
grant execute on function public.undo_last_change(uuid, integer) to authenticated, service_role;

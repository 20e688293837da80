-- Tags are how staff sort their work. What they put on a ticket and take off is not part of the history that its
-- customer may read.

create or replace function private.log_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
begin
  if tg_op = 'INSERT' then
    insert into public.ticket_events (ticket_id, actor_id, kind) values (new.id, coalesce(me, new.created_by), 'created');
    return null;
  end if;
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select new.id, me, change.kind, change.before, change.after, change.kind = 'tags'
  from (values
    ('subject', old.subject, new.subject),
    ('status', old.status, new.status),
    ('priority', old.priority, new.priority),
    ('assigned_to', old.assigned_to::text, new.assigned_to::text),
    ('customer_id', old.customer_id::text, new.customer_id::text),
    ('tags', array_to_string(old.tags, ', '), array_to_string(new.tags, ', '))
  ) as change (kind, before, after)
  where change.before is distinct from change.after;
  if new.description is distinct from old.description then
    insert into public.ticket_events (ticket_id, actor_id, kind) values (new.id, me, 'description');
  end if;
  return null;
end
$$;

update public.ticket_events set is_internal = true where kind = 'tags' and not is_internal;

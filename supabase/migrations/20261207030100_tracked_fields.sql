-- History, undo and the live feed read one list of the fields of a ticket.
create function private.tracked_fields() returns table (name text, history text, undo text)
language sql immutable set search_path = '' as $$
  values
    ('subject', 'public', null),
    ('description', 'no values', null),
    ('status', 'public', 'change'),
    ('priority', 'public', 'change'),
    ('assigned_to', 'public', 'change'),
    ('customer_id', 'public', null),
    -- Both are written by set_ticket_tags: in a ticket, the column has the tags given at creation.
    ('tags', 'staff', 'restored'),
    ('closed_at', null, 'restored'),
    ('resolved_at', null, 'restored'),
    ('close_reason', null, 'restored')
$$;
comment on function private.tracked_fields() is
  'history: null, or who sees the events of the field, which has its name as kind: public, staff, or no values for all '
  'without its values. undo: change when a change of the field can be undone, restored when only an undo of others '
  'restores it.';
grant execute on function private.tracked_fields() to authenticated, service_role;

create function private.event_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select array['created', 'taken_over', 'comment_added', 'comment_edited', 'comment_deleted', 'note_added',
    'note_edited', 'note_deleted', 'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed',
    'file_refused', 'copies_left_out', 'copies_removed', 'not_sent_on', 'auto_reply', 'unverified_auto_reply']
    || array(select f.name from private.tracked_fields() f where f.history is not null)
$$;
comment on function private.event_kinds() is 'The kinds of ticket_events: fields, and what else happens to a ticket.';
grant execute on function private.event_kinds() to authenticated, service_role;

-- In plpgsql, which keeps its plan: each change of a ticket asks.
create function private.changed_fields(old public.tickets, new public.tickets)
returns table (name text, history text, undo text, before text, after text)
language plpgsql immutable set search_path = '' as $$
begin
  return query
    select f.name, f.history, f.undo, o.ticket ->> f.name, n.ticket ->> f.name
    from private.tracked_fields() f, to_jsonb(old) o (ticket), to_jsonb(new) n (ticket)
    where o.ticket -> f.name is distinct from n.ticket -> f.name;
end
$$;
comment on function private.changed_fields(public.tickets, public.tickets) is
  'The tracked fields that a change of a ticket gave another value, with their values as text.';

create function private.set_fields(target uuid, fields jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(fields) name);
begin
  execute 'update public.tickets t set (' || columns || ') = (select ' || columns
    || ' from jsonb_populate_record(null::public.tickets, $2)) where t.id = $1' using target, fields;
end
$$;
comment on function private.set_fields(uuid, jsonb) is 'Sets columns of a ticket, under the rights of the caller.';

alter table public.ticket_events drop constraint ticket_events_kind,
  add constraint ticket_events_kind check (kind = any (private.event_kinds()));

create or replace function private.log_ticket(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select new.id, me, f.name, case when f.history <> 'no values' then f.before end,
    case when f.history <> 'no values' then f.after end, f.history = 'staff'
  from private.changed_fields(old, new) f where f.history is not null;
end
$$;
comment on function private.log_ticket(public.tickets, public.tickets) is
  'Logs one event per changed field of a ticket, see private.tracked_fields. Changes of tags: set_ticket_tags.';

create or replace function private.save_for_undo(old public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch constant uuid := private.current_batch();
begin
  if batch is null or not private.can_work_on_tickets() then
    return;
  end if;
  delete from private.undoable_changes c where c.actor_id = auth.uid() and c.created_at < now() - interval '1 minute';
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

create or replace function private.note_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select e.ticket_id, t.customer_id, e.kind, case when e.is_internal then 'staff' else 'public' end
  from added e join public.tickets t on t.id = e.ticket_id
  union all
  select e.ticket_id, t.customer_id, 'updated', 'public'
  from added e join public.tickets t on t.id = e.ticket_id
  where e.is_internal and e.kind in (select f.name from private.tracked_fields() f)
  union all
  -- Told to the customer who can no longer see it, too.
  select e.ticket_id, e.from_value::uuid, e.kind, 'public' from added e where e.kind = 'customer_id'
    and e.from_value is not null;
  if random() < 0.005 then
    perform private.prune_ticket_changes();
  end if;
  return null;
end
$$;
comment on function private.note_changes() is 'Adds the events of a statement to the change feed.';

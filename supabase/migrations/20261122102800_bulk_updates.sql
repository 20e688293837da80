-- Updates many tickets in one call, each with the rights of a single update; refused tickets are reported one by one.
-- Previous values are kept while the change can be undone.
create table private.bulk_changes (
  batch_id uuid not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  actor_id uuid not null references public.profiles (id) on delete cascade,
  before jsonb not null constraint bulk_changes_before check (private.json_is_bounded(before, 65536, 6)),
  version integer,
  created_at timestamptz not null default clock_timestamp(),
  primary key (batch_id, ticket_id)
);
comment on table private.bulk_changes is 'Tickets before recent bulk updates; version is the one after the update.';

create index bulk_changes_ticket_idx on private.bulk_changes (ticket_id);
create index bulk_changes_actor_idx on private.bulk_changes (actor_id, created_at);

create function private.delete_expired_changes() returns void
language sql security definer set search_path = '' as $$
  delete from private.bulk_changes b where b.actor_id = auth.uid() and b.created_at < now() - interval '1 minute'
$$;
comment on function private.delete_expired_changes() is 'Deletes changes that the caller can no longer undo.';

create function private.check_change(change jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  field text;
  value jsonb;
begin
  if change is null or jsonb_typeof(change) <> 'object' or change = '{}' then
    raise exception 'Nothing to change' using detail = 'bulk_change_invalid';
  end if;
  -- Applied to each of up to 200 tickets.
  if not private.json_is_bounded(change, 8192, 2) then
    raise exception 'This change is too large' using detail = 'bulk_change_invalid';
  end if;
  for field, value in select * from jsonb_each(change) loop
    if not coalesce(case
      when field = 'status' then value #>> '{}' = any (private.ticket_statuses())
      when field = 'priority' then value #>> '{}' = any (private.ticket_priorities())
      when field = 'assigned_to' then value = 'null' or pg_input_is_valid(value #>> '{}', 'uuid')
      when field in ('add_tags', 'remove_tags') then jsonb_typeof(value) = 'array'
        and not jsonb_path_exists(value, '$[*] ? (@.type() != "string" || @ like_regex "^\\s*$")')
      else false end, false) then
      raise exception 'This change is not possible: %', left(field, 40) using detail = 'bulk_change_invalid';
    end if;
  end loop;
end
$$;
comment on function private.check_change(jsonb) is 'Raises unless the change is {status?, priority?, assigned_to?, add_tags?, remove_tags?}.';

create function private.change_tags(tags text[], change jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case when change ?| array['add_tags', 'remove_tags'] then array(
    select tag from (
      select btrim(tag) as tag, min(n) as n
      from unnest(coalesce(tags, '{}') || array(select jsonb_array_elements_text(coalesce(change -> 'add_tags', '[]'))))
        with ordinality as list (tag, n)
      where not coalesce(change -> 'remove_tags', '[]') ? btrim(tag)
      group by btrim(tag)
    ) kept order by n) else tags end
$$;
comment on function private.change_tags(text[], jsonb) is 'Tags after add_tags and remove_tags of a change, without repetition, in order.';

create function private.save_for_undo(batch_id uuid, ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  insert into private.bulk_changes (batch_id, ticket_id, actor_id, before, created_at)
  select save_for_undo.batch_id, t.id, auth.uid(), private.ticket_for_staff(t), now()
  from public.tickets t where t.id = save_for_undo.ticket_id;
end
$$;
comment on function private.save_for_undo(uuid, uuid) is 'Staff: saves a ticket before a bulk update.';

create function private.save_undo_version(batch_id uuid, ticket_id uuid) returns void
language sql security definer set search_path = '' as $$
  update private.bulk_changes b set version = t.version, created_at = clock_timestamp()
  from public.tickets t
  where b.batch_id = save_undo_version.batch_id and b.ticket_id = save_undo_version.ticket_id and t.id = b.ticket_id
    -- Only of this transaction: the caller cannot undo later changes of others.
    and b.actor_id = auth.uid() and b.version is null and b.created_at = now()
$$;
comment on function private.save_undo_version(uuid, uuid) is 'Saves the ticket''s version after the bulk update in progress.';

create function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid := gen_random_uuid();
  results jsonb := '[]';
  target uuid;
  before public.tickets;
  code text;
  complaint text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  perform private.check_change(change);
  perform private.delete_expired_changes();
  -- In one order, so that two batches over the same tickets do not deadlock.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    begin
      select t.* into before from public.tickets t where t.id = target for update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      perform private.save_for_undo(batch, target);
      -- Assigning an unassigned ticket to oneself is a claim; so is taking a ticket that the caller cannot reassign.
      if change ->> 'assigned_to' = me::text and before.assigned_to is distinct from me
        and (before.assigned_to is null or private.current_role() = 'agent') then
        perform public.claim_ticket(target);
      end if;
      if before.assigned_to is not null or change - 'assigned_to' <> '{}' or change ->> 'assigned_to' is distinct from me::text then
        update public.tickets t set
          status = coalesce(change ->> 'status', t.status),
          priority = coalesce(change ->> 'priority', t.priority),
          assigned_to = case when change ? 'assigned_to' then (change ->> 'assigned_to')::uuid else t.assigned_to end,
          tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), change)
        where t.id = target;
      end if;
      perform private.save_undo_version(batch, target);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text;
        -- Only codes of own rules are returned; others would name rows and constraints.
        if sqlstate <> 'P0001' and sqlstate not like 'PT%' then
          code := 'change_refused';
          complaint := 'The change was refused';
        end if;
    end;
    results := results || jsonb_build_object('id', target, 'ok', code is null, 'code', code, 'message', complaint);
  end loop;
  return jsonb_build_object('batch_id', batch, 'results', results);
end
$$;
comment on function public.bulk_update_tickets(uuid[], jsonb) is
  'Staff: change up to 200 tickets at once: {batch_id, results: [{id, ok, code, message}]}. A refused ticket does not stop the others.';

-- Undo restores the time stamps too; the history keeps both the change and its undo.
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
  if not private.can_work_on_tickets() then
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
    -- Waits for a concurrent change of the ticket, which the version then shows.
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
  'The actor of a bulk update, within 30 seconds: restore the tickets that nobody has changed since. {results: [{id, ok, code, message}]}.';

grant execute on function private.delete_expired_changes(), private.check_change(jsonb), private.change_tags(text[], jsonb),
  private.save_for_undo(uuid, uuid), private.save_undo_version(uuid, uuid), public.bulk_update_tickets(uuid[], jsonb),
  public.undo_bulk_update(uuid)
  to authenticated, service_role;

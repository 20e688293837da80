-- One call for many tickets: each row by the rights of a single update, refused rows named one by one.
-- What the rows were before is kept for as long as the change may be taken back.

create table private.bulk_changes (
  batch_id uuid not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  actor_id uuid not null references public.profiles (id) on delete cascade,
  before jsonb not null,
  version integer not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (batch_id, ticket_id)
);
comment on table private.bulk_changes is 'Rows of the last bulk updates as they were before; version is the one after.';
create index bulk_changes_ticket_idx on private.bulk_changes (ticket_id);
create index bulk_changes_actor_idx on private.bulk_changes (actor_id, created_at);
revoke all on table private.bulk_changes from public, anon, authenticated;

create function private.remember_change(batch_id uuid, before jsonb, version integer) returns void
language sql security definer set search_path = '' as $$
  insert into private.bulk_changes (batch_id, ticket_id, actor_id, before, version)
  values (batch_id, (before ->> 'id')::uuid, auth.uid(), before, version)
$$;
comment on function private.remember_change(uuid, jsonb, integer) is 'Keeps what the caller changed, for undo_bulk_update.';

create function private.forget_changes() returns void
language sql security definer set search_path = '' as $$
  delete from private.bulk_changes b where b.actor_id = auth.uid() and b.created_at < now() - interval '1 minute'
$$;
comment on function private.forget_changes() is 'Drops what the caller can no longer take back.';

create function private.check_change(change jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  field text;
  value jsonb;
begin
  if change is null or jsonb_typeof(change) <> 'object' or change = '{}' then
    raise exception 'Nothing to change' using detail = 'bulk_change_invalid';
  end if;
  for field, value in select * from jsonb_each(change) loop
    if not coalesce(case
      when field = 'status' then value #>> '{}' in ('open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed')
      when field = 'priority' then value #>> '{}' in ('low', 'normal', 'medium', 'high', 'urgent')
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
comment on function private.change_tags(text[], jsonb) is 'Tags after add_tags and remove_tags of a change, each once, in their order.';

revoke execute on function private.remember_change(uuid, jsonb, integer), private.forget_changes(),
  private.check_change(jsonb), private.change_tags(text[], jsonb) from public, anon, authenticated;
grant execute on function private.remember_change(uuid, jsonb, integer), private.forget_changes(),
  private.check_change(jsonb), private.change_tags(text[], jsonb) to authenticated, service_role;

create function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid := gen_random_uuid();
  results jsonb := '[]';
  target uuid;
  before public.tickets;
  changed integer;
  code text;
  complaint text;
begin
  if not private.is_staff() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  perform private.check_change(change);
  perform private.forget_changes();
  -- In one order: two batches over the same tickets wait for each other instead of locking each other out.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    begin
      select t.* into before from public.tickets t where t.id = target for update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      -- Taking what nobody has is a claim; so is the attempt to take what an agent has no right to move.
      if change ->> 'assigned_to' = me::text and before.assigned_to is distinct from me
        and (before.assigned_to is null or private.current_role() = 'agent') then
        perform public.claim_ticket(target);
      end if;
      if before.assigned_to is not null or change - 'assigned_to' <> '{}' or change ->> 'assigned_to' is distinct from me::text then
        update public.tickets t set
          status = coalesce(change ->> 'status', t.status),
          priority = coalesce(change ->> 'priority', t.priority),
          assigned_to = case when change ? 'assigned_to' then (change ->> 'assigned_to')::uuid else t.assigned_to end,
          tags = private.change_tags(t.tags, change)
        where t.id = target;
      end if;
      select t.version into changed from public.tickets t where t.id = target;
      perform private.remember_change(batch, to_jsonb(before), changed);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text;
        -- Only codes of this schema's own rules are told; others name rows and constraints.
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
  'Staff: change up to 200 tickets at once: {batch_id, results: [{id, ok, code, message}]}. A refused row does not stop the others.';

revoke execute on function public.bulk_update_tickets(uuid[], jsonb) from public, anon, authenticated;
grant execute on function public.bulk_update_tickets(uuid[], jsonb) to authenticated, service_role;

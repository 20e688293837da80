-- Bulk updates also take tickets over and assign unassigned ones to anyone. The trigger on tickets saves them for undo.
create or replace function private.check_change(change jsonb) returns void
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
      when field = 'take_over' then value = 'true' and not change ? 'assigned_to'
      when field = 'reason' then jsonb_typeof(value) = 'string' and change ? 'take_over'
      when field in ('add_tags', 'remove_tags') then jsonb_typeof(value) = 'array'
        and not jsonb_path_exists(value, '$[*] ? (@.type() != "string" || @ like_regex "^\\s*$")')
      else false end, false) then
      raise exception 'This change is not possible: %', left(field, 40) using detail = 'bulk_change_invalid';
    end if;
  end loop;
end
$$;
comment on function private.check_change(jsonb) is
  'Raises unless the change is {status?, priority?, assigned_to? | take_over?: true, reason?, add_tags?, remove_tags?}.';

create or replace function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid;
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
  batch := private.start_batch();
  -- In one order, so that two batches over the same tickets do not deadlock.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    begin
      select t.* into before from public.tickets t where t.id = target for update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      if change ? 'take_over' and before.assigned_to is distinct from me then
        perform public.take_over_ticket(target, change ->> 'reason');
      -- Assigning an unassigned ticket to oneself is a claim; so is taking a ticket that the caller cannot reassign.
      elsif change ->> 'assigned_to' = me::text and before.assigned_to is distinct from me
        and (before.assigned_to is null or not private.can_update_ticket(before.assigned_to)) then
        perform public.claim_ticket(target);
      end if;
      update public.tickets t set
        status = coalesce(change ->> 'status', case when t.status = 'open' and t.assigned_to::text is distinct from
          change ->> 'assigned_to' and change ->> 'assigned_to' is not null then 'in_progress' end, t.status),
        priority = coalesce(change ->> 'priority', t.priority),
        assigned_to = case when change ? 'assigned_to' then (change ->> 'assigned_to')::uuid else t.assigned_to end,
        tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), change)
      where t.id = target
        and (change - 'reason' - 'take_over' - 'assigned_to' <> '{}'
          or change ? 'assigned_to' and (change ->> 'assigned_to')::uuid is distinct from t.assigned_to);
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

drop function private.save_for_undo(uuid, uuid);
drop function private.save_undo_version(uuid, uuid);
drop function private.delete_expired_changes();

-- Updates many tickets in one call, each with the rights of a single update; refused tickets are reported one by one.
-- The trigger on tickets saves them for undo.
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
comment on function private.change_tags(text[], jsonb) is
  'Tags after add_tags and remove_tags of a change, without repetition, in order.';
grant execute on function private.change_tags(text[], jsonb) to authenticated, service_role;

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
      when field = 'take_over' then value = 'true' and not change ? 'assigned_to'
      when field = 'reason' then jsonb_typeof(value) = 'string' and change ? 'take_over'
      when field = 'snoozed_until' then value = 'null' or value = '"infinity"'
        or value #>> '{}' ~ '^\d{4}-\d\d-\d\dT' and pg_input_is_valid(value #>> '{}', 'timestamptz')
      when field = 'note' then jsonb_typeof(value) = 'string' and change ? 'assigned_to'
        and char_length(value #>> '{}') <= 1000
      when field in ('add_tags', 'remove_tags') then jsonb_typeof(value) = 'array'
        and not jsonb_path_exists(value, '$[*] ? (@.type() != "string" || @ like_regex "^\\s*$")')
      else false end, false) then
      raise exception 'This change is not possible: %', left(field, 40) using detail = 'bulk_change_invalid';
    end if;
  end loop;
end
$$;
comment on function private.check_change(jsonb) is
  'Raises unless the change is {status?, priority?, assigned_to? and note? | take_over?: true, reason?, '
  'snoozed_until?: time, infinity or null, add_tags?, remove_tags?}.';
grant execute on function private.check_change(jsonb) to authenticated, service_role;

-- Of calls about many tickets: what is reported about one that was refused, in place of what its error said.
create function private.own_refusal(state text, inout code text, inout complaint text, inout name text)
language sql immutable set search_path = '' as $$
  -- Only codes of own rules are returned; others would name rows and constraints.
  select case when own then code else 'change_refused' end,
    case when own then complaint else 'The change was refused' end, case when own then name end
  from (select state = 'P0001' or state like 'PT%' as own) k
$$;
comment on function private.own_refusal(text, text, text, text) is
  'Code, message and hint of an error by a rule of this schema; of any other error, that the change was refused.';
grant execute on function private.own_refusal(text, text, text, text) to authenticated, service_role;

create function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid;
  results jsonb := '[]';
  target uuid;
  before public.tickets;
  code text;
  complaint text;
  name text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  perform private.check_change(change);
  perform private.check_snooze((change ->> 'snoozed_until')::timestamptz);
  batch := private.start_batch();
  perform private.set_context('bulk', cardinality(ticket_ids) || ':'
    || coalesce(btrim(coalesce(change ->> 'note', change ->> 'reason'), E' \t\r\n'), ''));
  -- In one order, so that two batches over the same tickets do not deadlock.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    name := null;
    before := null;
    begin
      select t.* into before from public.tickets t where t.id = target for no key update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      if change ->> 'snoozed_until' is not null and coalesce(change ->> 'status', before.status) in ('solved', 'closed')
      then
        raise exception 'A solved or closed ticket cannot be snoozed' using detail = 'snooze_resolved';
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
        snoozed_until = case when change ? 'snoozed_until' then (change ->> 'snoozed_until')::timestamptz
          else t.snoozed_until end,
        tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), change)
      where t.id = target and (change <> '{"snoozed_until": null}' or t.snoozed_until is not null)
        and (change - 'reason' - 'note' - 'take_over' - 'assigned_to' <> '{}'
          or change ? 'assigned_to' and (change ->> 'assigned_to')::uuid is distinct from t.assigned_to);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text, name = pg_exception_hint;
        if code = 'ticket_forbidden' and before.assigned_to is not null then
          name := (select p.name from public.profiles p where p.id = before.assigned_to);
          complaint := 'Assigned to ' || coalesce(name, 'a colleague') || '. Take over to change.';
        end if;
        select r.* into code, complaint, name from private.own_refusal(sqlstate, code, complaint, name) r;
    end;
    results := results || jsonb_build_object('id', target, 'number', before.number, 'subject', before.subject,
      'ok', code is null, 'code', code, 'hint', nullif(name, ''), 'message', complaint);
  end loop;
  return jsonb_build_object('batch_id', batch, 'results', results);
end
$$;
comment on function public.bulk_update_tickets(uuid[], jsonb) is
  'Staff: change up to 200 tickets at once: {batch_id, results: [{id, number, subject, ok, code, hint, message}]}; '
  'hint is the value of the code, such as the assignee''s name. A refused ticket does not stop the others.';
grant execute on function public.bulk_update_tickets(uuid[], jsonb) to authenticated, service_role;

-- Screens ask before they change tickets whose rows they have not loaded: from whom they would take tickets over.
create function public.list_held_tickets(ticket_ids uuid[])
returns table (id uuid, number bigint, subject text, assigned_to uuid, assignee_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) > 1000 then
    raise exception 'At most 1000 tickets can be selected at once' using detail = 'bulk_limit';
  end if;
  return query
    -- The rule is checked once for each assignee.
    with holders as materialized (
      select distinct t.assigned_to from public.tickets t
      where t.id = any (ticket_ids) and t.assigned_to is not null
    )
    select t.id, t.number, t.subject, t.assigned_to, p.name
    from holders h
    join public.tickets t on t.assigned_to = h.assigned_to and t.id = any (ticket_ids)
    left join public.profiles p on p.id = h.assigned_to
    where not private.can_triage_ticket(h.assigned_to)
    order by t.number;
end
$$;
comment on function public.list_held_tickets(uuid[]) is
  'Staff: which of up to 1,000 tickets the caller can change only after taking them over from a colleague.';
grant execute on function public.list_held_tickets(uuid[]) to authenticated, service_role;

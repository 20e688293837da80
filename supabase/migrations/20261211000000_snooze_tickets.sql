-- Staff snooze tickets for a year at most, or until the customer answers; a customer's answer and solving wake them.
alter table public.tickets
  drop constraint tickets_snoozed_until,
  add constraint tickets_snoozed_until check (snoozed_until = 'infinity'
    or snoozed_until between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z');
comment on column public.tickets.snoozed_until is
  'Until then staff do not want to see the ticket, infinity: until the customer answers; null when it is not snoozed. '
  'A passed time counts as null, which wake_tickets writes. Screens show it to staff only.';

create or replace function private.stamp_ticket(old public.tickets, new public.tickets) returns public.tickets
language plpgsql set search_path = '' as $$
begin
  if old.id is not null then
    new.version := old.version + 1;
    new.updated_at := now();
    -- A time that differs is one that undo restores.
    if new.closed_at is not distinct from old.closed_at then new.closed_at := null; end if;
    if new.resolved_at is not distinct from old.resolved_at then new.resolved_at := null; end if;
  end if;
  if new.status = 'closed' then
    new.closed_at := coalesce(new.closed_at, old.closed_at, now());
    new.close_reason := nullif(btrim(new.close_reason, E' \t\r\n'), '');
  else
    new.closed_at := null;
    new.close_reason := null;
  end if;
  if new.status in ('solved', 'closed') then
    new.snoozed_until := null;
    new.resolved_at := coalesce(new.resolved_at, old.resolved_at, new.closed_at, now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket(public.tickets, public.tickets) is
  'version, updated_at, closed_at, close_reason and resolved_at follow a new (old is null) or changed ticket itself. A '
  'solved or closed one is not snoozed.';

create or replace function private.touch_commented_ticket(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.tickets t
  set first_response_at = case when private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.first_response_at, new.created_at) else t.first_response_at end,
    waiting_since = case when not private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.waiting_since, new.created_at) end,
    last_message_at = new.created_at, last_message_by = new.user_id, last_message_preview = private.preview(new.content)
  where t.id = new.ticket_id;
  -- Seeds and imports write for others and change no status.
  if new.user_id = auth.uid() then
    update public.tickets t set status = 'open'
    where t.id = new.ticket_id and t.customer_id = new.user_id and t.status in ('pending', 'solved', 'closed');
    update public.tickets t set snoozed_until = null
    where t.id = new.ticket_id and t.snoozed_until is not null
      and not private.is_answer(new.user_id, new.author_role, t.customer_id);
    -- The mail with the reply says enough.
    perform private.set_context('notify', 'none');
    update public.tickets t
    set assigned_to = new.user_id, status = case when t.status = 'open' then 'in_progress' else t.status end
    where t.id = new.ticket_id and t.assigned_to is null
      and private.is_answer(new.user_id, new.author_role, t.customer_id);
  end if;
  -- An import may add older messages after newer ones.
  if exists (select from public.comments c
      where c.ticket_id = new.ticket_id and not c.is_internal and c.created_at > new.created_at) then
    perform private.refresh_messages(array[new.ticket_id]);
  end if;
end
$$;
comment on function private.touch_commented_ticket(public.comments) is
  'A public comment touches its ticket: the first one by staff sets first_response_at, and the message columns follow. '
  'The requester''s reopens it; one by staff takes it when it is unassigned, any other one ends its snooze.';

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
      when field = 'snoozed_until' then value = 'null' or value = '"infinity"'
        or value #>> '{}' ~ '^\d{4}-\d\d-\d\dT' and pg_input_is_valid(value #>> '{}', 'timestamptz')
      when field in ('add_tags', 'remove_tags') then jsonb_typeof(value) = 'array'
        and not jsonb_path_exists(value, '$[*] ? (@.type() != "string" || @ like_regex "^\\s*$")')
      else false end, false) then
      raise exception 'This change is not possible: %', left(field, 40) using detail = 'bulk_change_invalid';
    end if;
  end loop;
end
$$;
comment on function private.check_change(jsonb) is
  'Raises unless the change is {status?, priority?, assigned_to? | take_over?: true, reason?, snoozed_until?: time, '
  'infinity or null, add_tags?, remove_tags?}.';

create function private.check_snooze(until timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if until <= now() then
    raise exception 'A ticket can only be snoozed until a time to come' using detail = 'snooze_past';
  elsif until > now() + interval '1 year' and until <> 'infinity' then
    raise exception 'A ticket can be snoozed for a year at most' using detail = 'snooze_too_long';
  end if;
end
$$;
comment on function private.check_snooze(timestamptz) is
  'Raises for a time that has passed or is more than a year ahead. infinity is until the customer answers.';
grant execute on function private.check_snooze(timestamptz) to authenticated, service_role;

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
        and (change - 'reason' - 'take_over' - 'assigned_to' <> '{}'
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
        -- Only codes of own rules are returned; others would name rows and constraints.
        if sqlstate <> 'P0001' and sqlstate not like 'PT%' then
          code := 'change_refused';
          complaint := 'The change was refused';
          name := null;
        end if;
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

create function public.snooze_tickets(ticket_ids uuid[], until timestamptz default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select public.bulk_update_tickets(ticket_ids, jsonb_build_object('snoozed_until', until))
$$;
comment on function public.snooze_tickets(uuid[], timestamptz) is
  'Staff: snooze up to 200 tickets until a time within a year or until their customers answer (infinity); without a '
  'time, wake them. Returns what bulk_update_tickets does.';
grant execute on function public.snooze_tickets(uuid[], timestamptz) to authenticated, service_role;

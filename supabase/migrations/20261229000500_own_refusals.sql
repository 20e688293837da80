-- Calls about many tickets report a refused one in one way.

create or replace function private.own_refusal(state text, inout code text, inout complaint text, inout name text)
language sql immutable set search_path = '' as $$
  -- Only codes of own rules are returned; others would name rows and constraints.
  select case when own then code else 'change_refused' end,
    case when own then complaint else 'The change was refused' end, case when own then name end
  from (select state = 'P0001' or state like 'PT%' as own) k
$$;
comment on function private.own_refusal(text, text, text, text) is
  'Code, message and hint of an error by a rule of this schema; of any other error, that the change was refused.';
grant execute on function private.own_refusal(text, text, text, text) to authenticated, service_role;

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

create or replace function public.bulk_merge_tickets(ticket_ids uuid[], target uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  batch uuid;
  results jsonb := '[]';
  one uuid;
  before public.tickets;
  shown public.tickets;
  code text;
  complaint text;
  name text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to merge tickets' using detail = 'agent_required';
  elsif coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  batch := private.start_batch();
  perform from public.tickets t
  where t.id = any (ticket_ids || target || private.merge_root(target)) order by t.id for update;
  for one in select distinct id from unnest(ticket_ids) id where id <> target order by id loop
    code := null;
    complaint := null;
    name := null;
    select t.* into before from public.tickets t where t.id = one;
    begin
      shown := private.merge_ticket(one, target);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text, name = pg_exception_hint;
        select r.* into code, complaint, name from private.own_refusal(sqlstate, code, complaint, name) r;
    end;
    results := results || jsonb_build_object('id', one, 'number', before.number, 'subject', before.subject,
      'ok', code is null, 'code', code, 'hint', nullif(name, ''), 'message', complaint);
  end loop;
  return jsonb_build_object('batch_id', batch, 'results', results);
end
$$;
comment on function public.bulk_merge_tickets(uuid[], uuid) is
  'Staff: merge up to 200 tickets into one, each as merge_tickets does: {batch_id, results: [{id, number, subject, ok, '
  'code, hint, message}]}. The target itself may be among them and is left out. A refused ticket does not stop the '
  'others.';
grant execute on function public.bulk_merge_tickets(uuid[], uuid) to authenticated, service_role;

create or replace function public.reply_to_incidents(problem uuid, ticket_ids uuid[], seen integer[], contents text[],
  request_id uuid, new_status text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant uuid[] := array(select k.id from private.answered_with(private.merge_root(problem)) k);
  many constant integer := coalesce(cardinality(ticket_ids), 0);
  results jsonb := '[]';
  one record;
  reply public.comments;
  ticket public.tickets;
  code text;
  name text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  elsif many not between 1 and 100 or cardinality(seen) is distinct from many or array_ndims(ticket_ids) <> 1
    or coalesce(cardinality(contents), 0) not in (1, many) or request_id is null
    or new_status is not null and new_status <> all (private.ticket_statuses()) then
    raise exception 'A reply goes to 1 to 100 tickets, with one text for all or for each'
      using detail = 'incident_reply_invalid';
  end if;
  -- In one order, so that two replies to the same tickets do not deadlock; each ticket once.
  for one in
    select distinct on (id) id, seen[n] as seen, contents[least(n, cardinality(contents))] as content
    from unnest(ticket_ids) with ordinality as u (id, n) where id is not null order by id, n
  loop
    code := null;
    name := null;
    reply := null;
    select t.* into ticket from public.tickets t where t.id = one.id;
    begin
      if one.id <> all (allowed) and ticket.merged_into is null then
        raise exception 'This ticket is no incident of the problem' using detail = 'not_an_incident';
      end if;
      -- The same for each attempt.
      reply := private.reply_to_incident(one.id, one.seen, one.content, md5(request_id::text || one.id)::uuid,
        new_status);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, name = pg_exception_hint;
        select r.code, r.name into code, name from private.own_refusal(sqlstate, code, null, name) r;
    end;
    results := results || jsonb_build_object('id', one.id, 'number', ticket.number, 'subject', ticket.subject,
      'ok', code is null, 'code', code, 'hint', nullif(name, ''), 'comment_id', reply.id, 'send_at', reply.send_at);
  end loop;
  return jsonb_build_object('results', results);
end
$$;
comment on function public.reply_to_incidents(uuid, uuid[], integer[], text[], uuid, text) is
  'Staff: reply to up to 100 tickets of a problem at once, as queue_reply does, with one text for all or for each, and '
  'with a status: {results: [{id, number, subject, ok, code, hint, comment_id, send_at}]}. seen is for each how many '
  'messages preview_incident_reply counted; a ticket on which somebody wrote since is left out (customer_wrote, '
  'colleague_wrote). A repeated request_id returns the first replies.';
grant execute on function public.reply_to_incidents(uuid, uuid[], integer[], text[], uuid, text)
  to authenticated, service_role;

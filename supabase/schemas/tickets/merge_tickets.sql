-- Merging and unmerging. What follows from it is in follow_merge, so that an undo does the same.
create function private.require_triage(ticket public.tickets) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  if not private.can_triage_ticket(ticket.assigned_to) then
    name := (select p.name from public.profiles p where p.id = ticket.assigned_to);
    raise exception 'Assigned to %. Take over to change.', coalesce(name, 'a colleague')
      using detail = 'ticket_forbidden', hint = coalesce(name, '');
  end if;
end
$$;
comment on function private.require_triage(public.tickets) is
  'Raises unless the caller can change the ticket without taking it over from its assignee.';

create function private.merge_ticket(source uuid, target uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  root uuid;
  made public.tickets;
  shown public.tickets;
begin
  loop
    root := private.merge_root(target);
    begin
      -- In one order, and for update: comments are added with a lock on the key, and wait.
      perform from public.tickets t where t.id in (merge_ticket.source, target, root) order by t.id for update;
      exit when private.merge_root(target) is not distinct from root;
      -- Somebody merged the target meanwhile. Leaving the block gives the locks back.
      raise sqlstate 'HD000';
    exception when sqlstate 'HD000' then
      null;
    end;
  end loop;
  select t.* into made from public.tickets t where t.id = merge_ticket.source;
  select t.* into shown from public.tickets t where t.id = root;
  if made.id is null or shown.id is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  elsif root = source then
    raise sqlstate 'PT409' using message = 'A ticket cannot be merged into itself', detail = 'merge_circle';
  end if;
  -- Two people merged at once.
  if private.merge_root(source) = root then
    return shown;
  elsif made.merged_into is not null then
    perform private.refuse_merged(made);
  end if;
  perform private.require_triage(made);
  perform private.require_triage(shown);
  -- Whoever opens the ticket, or writes to it, reads all that is merged into it.
  if (select count(*) from private.merged_below(root)) + (select count(*) from private.merged_below(source)) > 501 then
    raise exception 'At most 500 tickets can be merged into one' using detail = 'merge_limit', hint = '500';
  end if;
  perform private.start_batch();
  update public.tickets t set merged_into = root, merged_at = clock_timestamp() where t.id = merge_ticket.source;
  return shown;
end
$$;
comment on function private.merge_ticket(uuid, uuid) is
  'Merges a ticket into another, or into the one that shows it. Returns that one. Raises unless the caller can change '
  'both, and when it would show more than 500.';

create function private.refuse_merged(ticket public.tickets) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  number bigint := (select t.number from public.tickets t where t.id = private.merge_root(ticket.id));
begin
  raise sqlstate 'PT409' using message = format('This ticket was merged into #%s', number), detail = 'ticket_merged',
    hint = number::text;
end
$$;
comment on function private.refuse_merged(public.tickets) is
  'Raises HTTP 409 with the number of the ticket that shows a merged one, as hint.';

create function public.merge_tickets(source uuid, target uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  shown public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to merge tickets' using detail = 'agent_required';
  end if;
  shown := private.merge_ticket(source, target);
  return jsonb_build_object('id', shown.id, 'number', shown.number, 'subject', shown.subject,
    'batch_id', private.current_batch());
end
$$;
comment on function public.merge_tickets(uuid, uuid) is
  'Staff who can change both: merge a ticket into another, or into the one that shows it: {id, number, subject, '
  'batch_id} of the ticket that shows both from now on; batch_id is null when it was merged there already. '
  'unmerge_ticket and, for 75 seconds, undo_bulk_update take it back.';
grant execute on function public.merge_tickets(uuid, uuid) to authenticated, service_role;

create function public.unmerge_ticket(source uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  shown public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to merge tickets' using detail = 'agent_required';
  end if;
  perform from public.tickets t where t.id in (select private.merge_path(unmerge_ticket.source)) order by t.id
  for update;
  select t.* into ticket from public.tickets t where t.id = unmerge_ticket.source;
  if ticket.id is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  perform private.require_triage(ticket);
  -- Two people unmerged at once.
  if ticket.merged_into is not null then
    select t.* into shown from public.tickets t where t.id = private.merge_root(unmerge_ticket.source);
    perform private.require_triage(shown);
    perform private.start_batch();
    update public.tickets t set merged_into = null where t.id = unmerge_ticket.source;
  end if;
  return jsonb_build_object('id', ticket.id, 'number', ticket.number, 'subject', ticket.subject,
    'batch_id', private.current_batch());
end
$$;
comment on function public.unmerge_ticket(uuid) is
  'Staff who can change both: take a merge back. Every message is again where it was written, and what was merged into '
  'the ticket before stays with it: {id, number, subject, batch_id} of the ticket; batch_id is null when it is not '
  'merged.';
grant execute on function public.unmerge_ticket(uuid) to authenticated, service_role;

create function public.bulk_merge_tickets(ticket_ids uuid[], target uuid) returns jsonb
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

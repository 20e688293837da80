-- Linking as staff do it, one ticket or several at once.
create function private.change_links(ticket_ids uuid[], target uuid, kind text, adds boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  results jsonb := '[]';
  one uuid;
  other public.tickets;
  ticket public.tickets;
  changed boolean;
  code text;
  complaint text;
  name text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  elsif coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  elsif kind is null or kind not in ('related', 'incident', 'follow_up') and (adds or kind <> 'split') then
    raise exception 'There is no such link' using detail = 'link_kind_invalid';
  end if;
  select t.* into other from public.tickets t where t.id = private.merge_root($2);
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  -- All of them in one order, before the first is linked.
  perform from public.tickets t
  where t.id = other.id or t.id in (select private.merge_root(i) from unnest(ticket_ids) i) order by t.id
  for no key update;
  for one in select distinct i from unnest(ticket_ids) i where i is not null order by i loop
    changed := false;
    code := null;
    complaint := null;
    name := null;
    select t.* into ticket from public.tickets t where t.id = one;
    begin
      changed := case when adds then private.add_ticket_link(one, target, kind)
        else private.remove_ticket_link(one, target, kind) end;
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text, name = pg_exception_hint;
        select r.* into code, complaint, name from private.own_refusal(sqlstate, code, complaint, name) r;
    end;
    results := results || jsonb_build_object('id', one, 'number', ticket.number, 'subject', ticket.subject,
      'ok', code is null, 'changed', changed, 'code', code, 'hint', nullif(name, ''), 'message', complaint);
  end loop;
  return jsonb_build_object('id', other.id, 'number', other.number, 'subject', other.subject, 'results', results);
end
$$;
comment on function private.change_links(uuid[], uuid, text, boolean) is
  'Links up to 200 tickets with one, or ends these links, under the rights of the caller, see public.link_tickets.';

create function public.link_tickets(ticket_ids uuid[], target uuid, kind text) returns jsonb
language sql security definer set search_path = '' as $$
  select private.change_links(ticket_ids, target, kind, true)
$$;
comment on function public.link_tickets(uuid[], uuid, text) is
  'Staff: link up to 200 tickets with the target, as related, as an incident of it, which then is a problem, or as a '
  'follow_up that continues it: {id, number, subject, results: [{id, number, subject, ok, changed, code, hint, '
  'message}]} with the ticket that shows the target. changed is false for one that was linked so already. A refused '
  'ticket does not stop the others. unlink_tickets takes it back.';
grant execute on function public.link_tickets(uuid[], uuid, text) to authenticated, service_role;

create function public.unlink_tickets(ticket_ids uuid[], target uuid, kind text) returns jsonb
language sql security definer set search_path = '' as $$
  select private.change_links(ticket_ids, target, kind, false)
$$;
comment on function public.unlink_tickets(uuid[], uuid, text) is
  'Staff: end the links of a kind (related, incident, split, follow_up) of up to 200 tickets with the target; answers '
  'as link_tickets. One that is not linked is ok and not changed.';
grant execute on function public.unlink_tickets(uuid[], uuid, text) to authenticated, service_role;

create function public.linked_tickets(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  root constant uuid := private.merge_root(ticket_id);
begin
  if not private.can_see_all_tickets() then
    raise exception 'You do not have permission to see this ticket' using detail = 'agent_required';
  elsif root is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  return private.linked_tickets_json(root, 500);
end
$$;
comment on function public.linked_tickets(uuid) is
  'Staff: the tickets linked with a ticket: {tickets: [{relation, id, number, subject, status, requester_name, '
  'assignee_name, linked_at}], incidents, open_incidents}. relation is what the other one is to this: problem, '
  'incident, related, split_from, split_into, follow_up_of, followed_by.';
grant execute on function public.linked_tickets(uuid) to authenticated, service_role;

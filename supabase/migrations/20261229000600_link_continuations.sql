-- Staff link a ticket with the one that it continues, and both list the other.

create or replace function private.add_ticket_link(source uuid, target uuid, kind text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  a constant uuid := private.merge_root($1);
  b constant uuid := private.merge_root($2);
  sources uuid[];
  targets uuid[];
begin
  -- In one order, so that two who link the same tickets wait for each other and then see each other's rows.
  perform from public.tickets t where t.id in (a, b) order by t.id for no key update;
  if a is null or b is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  elsif a = b then
    raise sqlstate 'PT409' using message = 'A ticket cannot be linked with itself', detail = 'link_self';
  end if;
  sources := array(select k.id from private.merged_below(a) k);
  targets := array(select k.id from private.merged_below(b) k);
  if exists (
    select from private.ticket_links l
    where l.kind = $3 and (l.from_id = any (sources) and l.to_id = any (targets)
      or $3 = 'related' and l.from_id = any (targets) and l.to_id = any (sources))) then
    return false;
  end if;
  if $3 = 'incident' then
    perform private.refuse_incident(sources, targets);
  elsif $3 = 'related' and (
    select max(side.count) from (values (sources), (targets)) s (ids) cross join lateral (
      select count(*) from private.ticket_links l
      where (l.from_id = any (s.ids) or l.to_id = any (s.ids)) and l.kind = 'related') side) >= 50 then
    raise exception 'A ticket has at most 50 related ones' using detail = 'link_limit', hint = '50';
  elsif $3 = 'follow_up' and exists (
    select from private.ticket_links l where l.from_id = any (sources) and l.kind = 'follow_up') then
    raise exception 'A ticket continues at most one other' using detail = 'link_limit', hint = '1';
  end if;
  insert into private.ticket_links (from_id, to_id, kind, created_by)
  values (case when $3 = 'related' then least(a, b) else a end, case when $3 = 'related' then greatest(a, b) else b end,
    $3, (select p.id from public.profiles p where p.id = auth.uid()));
  perform private.log_link('linked', a, b, $3);
  return true;
end
$$;
comment on function private.add_ticket_link(uuid, uuid, text) is
  'Links two tickets, or those that show them: source is the related, incident, split or follow_up of target. False '
  'when they are linked so already. The caller has checked rights. Locks both tickets. Raises for a ticket and itself, '
  'a second problem, a problem as incident, more than 500 incidents or 50 related, and a follow-up of a second ticket; '
  'never for one that is new.';

create or replace function private.change_links(ticket_ids uuid[], target uuid, kind text, adds boolean) returns jsonb
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

create or replace function public.link_tickets(ticket_ids uuid[], target uuid, kind text) returns jsonb
language sql security definer set search_path = '' as $$
  select private.change_links(ticket_ids, target, kind, true)
$$;
comment on function public.link_tickets(uuid[], uuid, text) is
  'Staff: link up to 200 tickets with the target, as related, as an incident of it, which then is a problem, or as a '
  'follow_up that continues it: {id, number, subject, results: [{id, number, subject, ok, changed, code, hint, '
  'message}]} with the ticket that shows the target. changed is false for one that was linked so already. A refused '
  'ticket does not stop the others. unlink_tickets takes it back.';
grant execute on function public.link_tickets(uuid[], uuid, text) to authenticated, service_role;

create or replace function public.ticket_continuation(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_all_tickets() then
    raise exception 'Must be logged in as an agent to compare tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject)
    from public.tickets t
    where t.id = private.continued_ticket(ticket_continuation.ticket_id)
      and not exists (select from private.dismissed_continuations d where d.ticket_id = ticket_continuation.ticket_id)
      and not exists (
        select from private.merged_below(ticket_continuation.ticket_id) b
        join private.ticket_links l on l.from_id = b.id and l.kind = 'follow_up')
      -- Of two suggestions, the one that can be followed with one key.
      and private.same_ticket(ticket_continuation.ticket_id) is null);
end
$$;
comment on function public.ticket_continuation(uuid) is
  'Staff: the ticket that one opened by mail seems to continue: {id, number, subject}; null without one, after '
  'dismiss_continuation, for a follow-up, and when same_ticket suggests one.';
grant execute on function public.ticket_continuation(uuid) to authenticated, service_role;

-- Links between two tickets, for staff alone: customers see neither a link nor its trace. A link is written to the
-- tickets that show both at that time, and read from all that were merged since, so that a merge moves no rows.
create table private.ticket_links (
  from_id uuid not null references public.tickets (id) on delete cascade,
  to_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint ticket_links_kind check (kind in ('related', 'incident', 'split', 'follow_up')),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (from_id, to_id, kind),
  constraint ticket_links_two_tickets check (from_id <> to_id),
  -- Has no direction: one row, whoever linked first.
  constraint ticket_links_related_once check (kind <> 'related' or from_id < to_id)
);
comment on table private.ticket_links is
  'related: both are about the same. incident: from_id is an incident of the problem to_id. split: from_id was made '
  'from messages of to_id. follow_up: from_id continues to_id, which was closed.';

create unique index ticket_links_one_problem_idx on private.ticket_links (from_id) where kind = 'incident';
create index ticket_links_to_idx on private.ticket_links (to_id, created_at);
create index ticket_links_created_by_idx on private.ticket_links (created_by);

alter table private.ticket_links enable row level security;

-- In plpgsql, which keeps its plans: nearly every ticket has nothing merged into it and no link.
create function private.links_of(root uuid) returns table (relation text, id uuid, linked_at timestamptz)
language plpgsql stable rows 5 security definer set search_path = '' as $$
begin
  return query
    with near as (
      select case l.kind when 'incident' then 'problem' when 'split' then 'split_from'
          when 'follow_up' then 'follow_up_of' else l.kind end as relation, l.to_id as other, l.created_at
      from private.merged_below(root) b join private.ticket_links l on l.from_id = b.id
      union all
      select case l.kind when 'split' then 'split_into' when 'follow_up' then 'followed_by' else l.kind end,
        l.from_id, l.created_at
      from private.merged_below(root) b cross join lateral (
        select k.* from private.ticket_links k where k.to_id = b.id order by k.created_at desc limit 600) l
    )
    select n.relation, o.id, min(n.created_at)
    from near n join public.tickets t on t.id = n.other
    cross join lateral (
      select case when t.merged_into is null then t.id else private.merge_root(t.id) end as id) o
    where o.id <> root group by n.relation, o.id;
end
$$;
comment on function private.links_of(uuid) is
  'The tickets linked with a ticket or with one merged into it, each as the ticket that shows it, without itself. '
  'relation is what the other one is to this: related, problem, incident, split_from, split_into, follow_up_of, '
  'followed_by.';

create function private.linked_tickets_json(root uuid, max_incidents integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with linked as materialized (
    select l.relation, l.linked_at, t.id, t.number, t.subject, t.status, t.customer_id, t.assigned_to,
      t.status in ('solved', 'closed') as is_done
    from private.links_of(root) l join public.tickets t on t.id = l.id
  ), shown as (
    (select * from linked k where k.relation <> 'incident' order by k.linked_at desc, k.id limit 150)
    union all
    (select * from linked k where k.relation = 'incident' order by k.is_done, k.number desc
      limit least(greatest(max_incidents, 0), 500))
  )
  select jsonb_build_object(
    'tickets', coalesce((
      select jsonb_agg(jsonb_build_object('relation', s.relation, 'id', s.id, 'number', s.number,
        'subject', s.subject, 'status', s.status, 'requester_name', c.name, 'assignee_name', a.name,
        'linked_at', s.linked_at)
        order by array_position('{problem,follow_up_of,followed_by,split_from,split_into,related,incident}'::text[],
          s.relation), s.is_done, s.number desc)
      from shown s left join public.profiles c on c.id = s.customer_id
      left join public.profiles a on a.id = s.assigned_to), '[]'),
    'incidents', (select count(*) from linked k where k.relation = 'incident'),
    'open_incidents', (select count(*) from linked k where k.relation = 'incident' and not k.is_done))
$$;
comment on function private.linked_tickets_json(uuid, integer) is
  'The tickets linked with a ticket, open ones first: {tickets: [{relation, id, number, subject, status, '
  'requester_name, assignee_name, linked_at}], incidents, open_incidents}. The two counts are of all incidents, of '
  'which at most max_incidents are listed; see private.links_of.';

create function private.log_link(event text, source uuid, target uuid, kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select line.ticket_id, (select p.id from public.profiles p where p.id = auth.uid()), event,
    case when event = 'unlinked' then line.value end, case when event = 'linked' then line.value end, true
  from public.tickets s join public.tickets t on t.id = $3
  cross join lateral (values
    (s.id, case log_link.kind when 'incident' then 'problem' when 'split' then 'split_from'
      when 'follow_up' then 'follow_up_of' else log_link.kind end || ' #' || t.number),
    (t.id, case log_link.kind when 'split' then 'split_into' when 'follow_up' then 'followed_by'
      else log_link.kind end || ' #' || s.number)) line (ticket_id, value)
  where s.id = $2;
end
$$;
comment on function private.log_link(text, uuid, uuid, text) is
  'Logs a link, or its end, in both histories, for staff: the relation of the other ticket and its number.';

create function private.refuse_incident(sources uuid[], targets uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  problem constant uuid := (
    select l.to_id from private.ticket_links l where l.from_id = any (sources) and l.kind = 'incident' limit 1);
  incident constant uuid := (
    select l.from_id from private.ticket_links l where l.to_id = any (sources) and l.kind = 'incident' limit 1);
  other constant uuid := (
    select l.to_id from private.ticket_links l where l.from_id = any (targets) and l.kind = 'incident' limit 1);
begin
  if coalesce(problem, incident, other) is not null then
    raise sqlstate 'PT409' using message = 'An incident has one problem, and a problem is no incident',
      detail = case when problem is not null then 'incident_has_problem'
        when incident is not null then 'incident_is_problem' else 'problem_is_incident' end,
      hint = (select t.number::text from public.tickets t
        where t.id = private.merge_root(coalesce(problem, incident, other)));
  elsif (select count(*) from private.ticket_links l where l.to_id = any (targets) and l.kind = 'incident') >= 500 then
    raise exception 'A problem has at most 500 incidents' using detail = 'link_limit', hint = '500';
  end if;
end
$$;
comment on function private.refuse_incident(uuid[], uuid[]) is
  'Raises unless a ticket (with those merged into it) can become an incident of another: it has no problem and no '
  'incidents, and the other is no incident and has room. The hint is the number of the ticket in the way.';

create function private.add_ticket_link(source uuid, target uuid, kind text) returns boolean
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

create function private.remove_ticket_link(source uuid, target uuid, kind text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  a constant uuid := private.merge_root($1);
  b constant uuid := private.merge_root($2);
  sources uuid[];
  targets uuid[];
begin
  perform from public.tickets t where t.id in (a, b) order by t.id for no key update;
  sources := array(select k.id from private.merged_below(a) k);
  targets := array(select k.id from private.merged_below(b) k);
  delete from private.ticket_links l
  where l.kind = $3 and (l.from_id = any (sources) and l.to_id = any (targets)
    or $3 = 'related' and l.from_id = any (targets) and l.to_id = any (sources));
  if found then
    perform private.log_link('unlinked', a, b, $3);
  end if;
  return found;
end
$$;
comment on function private.remove_ticket_link(uuid, uuid, text) is
  'Ends the links of a kind between two tickets, also those of tickets merged into them; false when there are none.';

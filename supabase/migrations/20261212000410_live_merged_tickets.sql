-- The feed, dashboards and reports, as lists.
create or replace function private.note_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select e.ticket_id, t.customer_id, e.kind, case when e.is_internal then 'staff' else 'public' end
  from added e join public.tickets t on t.id = e.ticket_id
  union all
  select e.ticket_id, t.customer_id, 'updated', 'public'
  from added e join public.tickets t on t.id = e.ticket_id
  where e.is_internal and e.kind in (select f.name from private.tracked_fields() f)
  union all
  select e.ticket_id, merged, e.kind, 'public' from added e
    cross join lateral private.merged_requesters(e.ticket_id) merged
  where not e.is_internal
  union all
  -- Told to the customer who can no longer see it, too.
  select e.ticket_id, e.from_value::uuid, e.kind, 'public' from added e where e.kind = 'customer_id'
    and e.from_value is not null;
  if random() < 0.005 then
    perform private.prune_ticket_changes();
  end if;
  return null;
end
$$;
comment on function private.note_changes() is 'Adds the events of a statement to the change feed.';

create or replace function public.changes_since(since text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  notes constant boolean := private.can_see_notes();
  -- A stable function sees the snapshot of its caller, so that these are exactly the changes that this call can read.
  seen constant pg_snapshot := pg_current_snapshot();
  -- Transaction numbers mean nothing in a restored copy.
  server constant text := (select c.system_identifier::text from pg_control_system() c);
  cursor_parts constant text[] := string_to_array(since, '/');
  before pg_snapshot;
  window_start timestamptz := now() - interval '1 minute';
  recent xid8[] := '{}';
  tickets jsonb;
  reset boolean := false;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if since is not null and since !~ '^\d{1,2}(\.\d{1,3})?$' then
    if octet_length(since) > 20000 or cardinality(cursor_parts) <> 3
      or not pg_input_is_valid(cursor_parts[2], 'bigint') or not pg_input_is_valid(cursor_parts[3], 'pg_snapshot') then
      raise exception 'The cursor is not valid' using detail = 'cursor_invalid';
    end if;
    before := cursor_parts[3];
    reset := cursor_parts[1] <> server or pg_snapshot_xmax(before) > pg_snapshot_xmax(seen)
      or to_timestamp(cursor_parts[2]::bigint) < now() - interval '2 days';
  else
    window_start := greatest(window_start, now() - make_interval(secs => since::double precision));
    recent := array(select c.xid from private.change_commits c where c.committed_at > window_start limit 1001);
    reset := cardinality(recent) > 1000;
  end if;
  if not reset then
    with changed as materialized (
      select k.ticket_id, array_agg(distinct k.kind order by k.kind) as kinds
      from (
        select n.* from private.ticket_changes n
        where before is not null and n.xid >= pg_snapshot_xmin(before) and not pg_visible_in_snapshot(n.xid, before)
        union all
        select n.* from private.ticket_changes n where before is null and n.xid = any (recent)
      ) k
      where (staff or k.customer_id = me) and (notes or k.audience = 'public')
      group by k.ticket_id limit 101
    ), seen_rows as (
      select r.id, to_jsonb(r) as shown
      from private.ticket_rows(array(select t from changed c join public.tickets t on t.id = c.ticket_id
        -- One that was merged leaves the lists.
        where t.merged_into is null and (staff or t.customer_id = me or private.reads_since(t.id, me) is not null)),
          staff) r
    )
    select jsonb_agg(jsonb_build_object('id', c.ticket_id, 'kinds', c.kinds)
        || case when r.id is null then '{}' else jsonb_build_object('row', r.shown) end), count(*) > 100
      into tickets, reset
    from changed c left join seen_rows r on r.id = c.ticket_id;
  end if;
  return jsonb_build_object('reset', reset, 'tickets', case when reset then '[]' else coalesce(tickets, '[]') end,
    'cursor', format('%s/%s/%s', server, floor(extract(epoch from now())), seen),
    'topics', private.topics_of(me, staff));
end
$$;
comment on function public.changes_since(text) is
  'The tickets that changed since a cursor, as far as the caller can see them: { cursor, reset, tickets: [{ id, '
  'kinds, row }], topics }, each row as list_tickets returns it, without the long texts. Without a row: the caller '
  'can no longer see the ticket. With a number of seconds instead of a cursor, or with neither: the changes that '
  'committed in that time, at most in the last minute. topics: the realtime topics that tell of more. reset: more '
  'than 100 tickets, more than 1,000 transactions or too old a cursor, read everything again.';
grant execute on function public.changes_since(text) to authenticated, service_role;

create or replace function public.get_agent_performance_stats()
returns table (
  assigned_tickets integer, resolved_today integer, average_response_time double precision,
  satisfaction_rate double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.today();
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view dashboard' using detail = 'agent_required';
  end if;
  return query
    with sums as (
      select f.figure, sum(f.amount)::double precision as amount, sum(f.amount)
        filter (where f.day >= today) as since_today
      from private.figures f where f.agent_id = auth.uid() and f.day > today - 30 group by 1
    )
    -- Snoozed tickets, which are few, come from their index.
    select greatest(coalesce(max(s.amount) filter (where s.figure = 'active'), 0) - (
        select count(*) from public.tickets t where t.snoozed_until > now() and t.assigned_to = auth.uid()
          and t.priority_rank >= 0
          and t.status = any (private.active_statuses())), 0)::integer,
      coalesce(max(s.since_today) filter (where s.figure = 'resolved'), 0)::integer,
      max(s.amount) filter (where s.figure = 'response_time') / 60000000
        / nullif(max(s.amount) filter (where s.figure = 'responses'), 0),
      coalesce(max(s.amount) filter (where s.figure = 'good_ratings'), 0)
        / nullif(max(s.amount) filter (where s.figure = 'ratings'), 0)
    from sums s;
end
$$;
comment on function public.get_agent_performance_stats() is
  'Staff: the caller''s active tickets that are not snoozed, those resolved today, minutes to the first public reply '
  'and share of good ratings, both over 30 days and null without data. Days are UTC; 30 days are today and the 29 before.';
grant execute on function public.get_agent_performance_stats() to authenticated, service_role;

create or replace function public.get_customer_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  -- Of others, into which theirs were merged.
  shared constant uuid[] := array(select private.shared_tickets(me));
begin
  if private.current_role() is null then
    raise exception 'Not authenticated' using detail = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'open_tickets', (select count(*) from public.tickets t
      where (t.customer_id = me or t.id = any (shared)) and t.status = 'open' and t.priority_rank >= 0),
    'recent_activity', (select count(*) from public.tickets t
      where (t.customer_id = me or t.id = any (shared)) and t.updated_at >= now() - interval '24 hours'
        and t.priority_rank >= 0),
    'average_response_minutes', (
      select round(avg(extract(epoch from t.first_response_at - t.created_at)) / 60)
      from public.tickets t where t.customer_id = me and t.first_response_at is not null and t.priority_rank >= 0),
    'recent_tickets', coalesce((
      select jsonb_agg(to_jsonb(recent) order by recent.updated_at desc, recent.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from public.tickets t
        where (t.customer_id = me or t.id = any (shared)) and t.priority_rank >= 0
        order by t.updated_at desc, t.id desc limit 5
      ) recent), '[]'::jsonb));
end
$$;
comment on function public.get_customer_dashboard() is
  'The caller as a customer: {open_tickets, recent_activity, average_response_minutes|null, recent_tickets[5]}.';
grant execute on function public.get_customer_dashboard() to authenticated, service_role;

create or replace function public.get_queue_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  active constant text[] := private.active_statuses();
  figures jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view the queue figures' using detail = 'admin_required';
  end if;
  with counted as (
    select t.status, t.priority_rank, count(*)::integer as n
    from public.tickets t where t.status = any (active) and t.priority_rank >= 0 group by 1, 2
  )
  select jsonb_build_object(
    'active', (select coalesce(sum(n), 0) from counted),
    'by_status', (select coalesce(jsonb_object_agg(s.status, s.n), '{}')
      from (select c.status, sum(c.n) as n from counted c group by 1) s),
    'active_by_priority', (select coalesce(jsonb_object_agg(r.name, r.n), '{}')
      from (select (private.ticket_priorities())[c.priority_rank + 1] as name, sum(c.n) as n
        from counted c group by 1) r),
    'unassigned', (select count(*) from public.tickets t where t.assigned_to is null and t.status = any (active)
      and t.priority_rank >= 0),
    'solved', (select count(*) from (select from public.tickets t where t.status = 'solved'
      and t.priority_rank >= 0 limit 1001) d),
    'closed', (select count(*) from (select from public.tickets t where t.status = 'closed'
      and t.priority_rank >= 0 limit 1001) d)
  ) into figures;
  return figures;
end
$$;
comment on function public.get_queue_figures() is
  'Admins: {active, by_status and active_by_priority (of active tickets), unassigned (active), solved, closed (1001 '
  'means more than 1000)}.';
grant execute on function public.get_queue_figures() to authenticated, service_role;

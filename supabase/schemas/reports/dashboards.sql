-- Dashboards read sums of days. Figures without data are null, not 0: an agent without replies did not answer within 0
-- minutes.
create function public.get_agent_performance_stats()
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
  'and share of good ratings, both over 30 days and null without data. Days are UTC; 30 days are today and the 29 '
  'before.';
grant execute on function public.get_agent_performance_stats() to authenticated, service_role;

create function public.get_customer_dashboard() returns jsonb
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
    'open_tickets', (select count(*) from public.tickets t where t.customer_id = me and t.status = 'open'
        and t.priority_rank >= 0)
      + (select count(*) from public.tickets t where t.id = any (shared) and t.status = 'open'),
    'recent_activity', (select count(*) from public.tickets t
        where t.customer_id = me and t.updated_at >= now() - interval '24 hours' and t.priority_rank >= 0)
      + (select count(*) from public.tickets t
        where t.id = any (shared) and t.updated_at >= now() - interval '24 hours'),
    'average_response_minutes', (
      select round(avg(extract(epoch from t.first_response_at - t.created_at)) / 60)
      from public.tickets t where t.customer_id = me and t.first_response_at is not null and t.priority_rank >= 0),
    'recent_tickets', coalesce((
      select jsonb_agg(to_jsonb(recent) order by recent.updated_at desc, recent.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from (
          (select k.* from public.tickets k where k.customer_id = me and k.priority_rank >= 0
            order by k.updated_at desc, k.id desc limit 5)
          union all
          (select k.* from public.tickets k where k.id = any (shared))
        ) t
        order by t.updated_at desc, t.id desc limit 5
      ) recent), '[]'::jsonb));
end
$$;
comment on function public.get_customer_dashboard() is
  'The caller as a customer: {open_tickets, recent_activity, average_response_minutes|null, recent_tickets[5]}.';
grant execute on function public.get_customer_dashboard() to authenticated, service_role;

-- Snoozed tickets, which are few, come from their index: the sums of days have no time at which one ends.
create function private.snoozed_by_assignee() returns table (agent_id uuid, active bigint, unassigned bigint)
language sql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select t.assigned_to, count(*), count(*) filter (where t.status = 'open' and t.assigned_to is null)
  from public.tickets t
  where t.snoozed_until > now() and t.priority_rank >= 0 and t.status = any (private.active_statuses()) group by 1
$$;
comment on function private.snoozed_by_assignee() is
  'Number of snoozed active tickets of each assignee, null for none, and of those the open ones without an assignee.';

-- For the assistant. Exact for active tickets, capped for solved and closed ones.
create function public.get_queue_figures() returns jsonb
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
  ), snoozed as materialized (
    select t.status, t.priority_rank, t.assigned_to from public.tickets t
    where t.snoozed_until > now() and t.status = any (active) and t.priority_rank >= 0
  ), awake as (
    select c.status, c.priority_rank, c.n - (select count(*) from snoozed z
      where z.status = c.status and z.priority_rank = c.priority_rank)::integer as n
    from counted c
  )
  select jsonb_build_object(
    'active', (select coalesce(sum(n), 0) from awake),
    'by_status', (select coalesce(jsonb_object_agg(s.status, s.n), '{}')
      from (select c.status, sum(c.n) as n from awake c group by 1 having sum(c.n) > 0) s),
    'active_by_priority', (select coalesce(jsonb_object_agg(r.name, r.n), '{}')
      from (select (private.ticket_priorities())[c.priority_rank + 1] as name, sum(c.n) as n
        from awake c group by 1 having sum(c.n) > 0) r),
    'snoozed', (select count(*) from snoozed),
    'unassigned', (select count(*) from public.tickets t where t.assigned_to is null and t.status = any (active)
      and t.priority_rank >= 0) - (select count(*) from snoozed z where z.assigned_to is null),
    'solved', (select count(*) from (select from public.tickets t where t.status = 'solved'
      and t.priority_rank >= 0 limit 1001) d),
    'closed', (select count(*) from (select from public.tickets t where t.status = 'closed'
      and t.priority_rank >= 0 limit 1001) d)
  ) into figures;
  return figures;
end
$$;
comment on function public.get_queue_figures() is
  'Admins: {active, by_status and active_by_priority (of active tickets), snoozed, unassigned (active), solved, closed '
  '(1001 means more than 1000)}. Snoozed tickets are counted as snoozed and nowhere else.';
grant execute on function public.get_queue_figures() to authenticated, service_role;

create function public.get_admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  dashboard jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view this dashboard' using detail = 'admin_required';
  end if;
  with sums as materialized (
    select f.agent_id, f.figure, sum(f.amount)::double precision as amount
    from private.figures f where f.day > (select private.today()) - 30 group by 1, 2
  ), totals as (
    select jsonb_object_agg(s.figure, s.amount) as of from (
      select each.figure, sum(each.amount) as amount from sums each group by 1) s
  ), snoozed as materialized (
    select * from private.snoozed_by_assignee()
  ), agents as (
    select s.agent_id, jsonb_object_agg(s.figure, s.amount) as of from sums s group by 1
  )
  select jsonb_build_object(
    'has_tickets', exists (select from public.tickets),
    'total_users', coalesce((t.of -> 'users')::bigint, 0),
    'active_tickets', greatest(coalesce((t.of -> 'active')::bigint, 0) - z.active, 0),
    'unassigned_tickets', greatest(coalesce((t.of -> 'unassigned')::bigint, 0) - z.unassigned, 0),
    'snoozed_tickets', z.active,
    'response_minutes', (t.of -> 'response_time')::double precision / 60000000 /
      nullif((t.of -> 'responses')::double precision, 0),
    'resolution_rate', coalesce((t.of -> 'created_resolved')::double precision,
      0) / nullif((t.of -> 'created')::double precision, 0),
    'agents', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.resolved desc, a.assigned desc, a.name)
      from (
        select p.id, p.name, p.email, p.role,
          greatest(coalesce((g.of -> 'active')::bigint, 0) - coalesce(z.active, 0), 0) as assigned,
          coalesce((g.of -> 'resolved')::bigint, 0) as resolved,
          (g.of -> 'response_time')::double precision / 60000000 / nullif((g.of -> 'responses')::double precision, 0)
            as response_minutes,
          coalesce((g.of -> 'good_ratings')::double precision, 0) / nullif((g.of -> 'ratings')::double precision, 0)
            as satisfaction_rate
        from public.profiles p left join agents g on g.agent_id = p.id left join snoozed z on z.agent_id = p.id
        where p.role in ('agent', 'admin') and p.deactivated_at is null
        order by p.created_at limit 100
      ) a), '[]'))
  into dashboard from totals t,
    (select coalesce(sum(s.active), 0) as active, coalesce(sum(s.unassigned), 0) as unassigned from snoozed s) z;
  return dashboard;
end
$$;
comment on function public.get_admin_dashboard() is
  'Admins: {has_tickets, total_users, active_tickets, unassigned_tickets, snoozed_tickets, response_minutes|null, '
  'resolution_rate|null (share of the tickets of 30 days), agents[]}. Active, unassigned and assigned ones are without '
  'snoozed ones, as in the lists. 30 days are today and the 29 before, in UTC.';
grant execute on function public.get_admin_dashboard() to authenticated, service_role;

-- Dashboards read sums of days. Figures without data are null, not 0.

create or replace function public.get_agent_performance_stats()
returns table (
  assigned_tickets integer, resolved_today integer, average_response_time double precision,
  satisfaction_rate double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view dashboard' using detail = 'agent_required';
  end if;
  return query
    with sums as (
      select f.figure, sum(f.amount)::double precision as amount, sum(f.amount) filter (where f.day >= today) as since_today
      from private.figures f where f.agent_id = auth.uid() and f.day > today - 30 group by 1
    )
    select coalesce(max(s.amount) filter (where s.figure = 'active'), 0)::integer,
      coalesce(max(s.since_today) filter (where s.figure = 'resolved'), 0)::integer,
      max(s.amount) filter (where s.figure = 'response_time') / 60000000
        / nullif(max(s.amount) filter (where s.figure = 'responses'), 0),
      coalesce(max(s.amount) filter (where s.figure = 'good_ratings'), 0)
        / nullif(max(s.amount) filter (where s.figure = 'ratings'), 0)
    from sums s;
end
$$;
comment on function public.get_agent_performance_stats() is
  'Staff: the caller''s active tickets, those resolved today, minutes to the first public reply and share of good ratings, both over 30 days and null without data. Days are UTC; 30 days are today and the 29 before.';

create or replace function public.get_admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  dashboard jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view this dashboard' using detail = 'admin_required';
  end if;
  with sums as materialized (
    select f.agent_id, f.figure, sum(f.amount)::double precision as amount
    from private.figures f where f.day > (now() at time zone 'UTC')::date - 30 group by 1, 2
  ), totals as (
    select jsonb_object_agg(s.figure, s.amount) as of from (
      select each.figure, sum(each.amount) as amount from sums each group by 1) s
  ), agents as (
    select s.agent_id, jsonb_object_agg(s.figure, s.amount) as of from sums s group by 1
  )
  select jsonb_build_object(
    'has_tickets', exists (select from public.tickets),
    'total_users', coalesce((t.of -> 'users')::bigint, 0),
    'active_tickets', coalesce((t.of -> 'active')::bigint, 0),
    'unassigned_tickets', coalesce((t.of -> 'unassigned')::bigint, 0),
    'response_minutes', (t.of -> 'response_time')::double precision / 60000000 / nullif((t.of -> 'responses')::double precision, 0),
    'resolution_rate', coalesce((t.of -> 'created_resolved')::double precision, 0) / nullif((t.of -> 'created')::double precision, 0),
    'agents', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.resolved desc, a.assigned desc, a.name)
      from (
        select p.id, p.name, p.email, p.role,
          coalesce((g.of -> 'active')::bigint, 0) as assigned,
          coalesce((g.of -> 'resolved')::bigint, 0) as resolved,
          (g.of -> 'response_time')::double precision / 60000000 / nullif((g.of -> 'responses')::double precision, 0) as response_minutes,
          coalesce((g.of -> 'good_ratings')::double precision, 0) / nullif((g.of -> 'ratings')::double precision, 0) as satisfaction_rate
        from public.profiles p left join agents g on g.agent_id = p.id
        where p.role in ('agent', 'admin') and p.deactivated_at is null
        order by p.created_at limit 100
      ) a), '[]'))
  into dashboard from totals t;
  return dashboard;
end
$$;
comment on function public.get_admin_dashboard() is
  'Admins: {has_tickets, total_users, active_tickets, unassigned_tickets, response_minutes|null, resolution_rate|null (share of the tickets of 30 days), agents[]}. 30 days are today and the 29 before, in UTC.';

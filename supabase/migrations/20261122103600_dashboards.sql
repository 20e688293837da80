-- Figures of the dashboards, each read from a small index.

-- Figures without data are null, not 0: an agent without replies did not answer within 0 minutes.
create function public.get_agent_performance_stats()
returns table (
  assigned_tickets integer, resolved_today integer, average_response_time double precision,
  satisfaction_rate double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  since timestamptz := now() - interval '30 days';
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view dashboard' using detail = 'agent_required';
  end if;
  return query select
    (select count(*)::integer from public.tickets t
      where t.assigned_to = me and t.status = any (private.active_statuses())),
    (select count(*)::integer from public.tickets t
      where t.assigned_to = me and t.resolved_at >= date_trunc('day', now(), 'UTC')),
    (select (avg(extract(epoch from t.first_response_at - t.created_at)) / 60)::double precision
      from public.tickets t where t.assigned_to = me and t.first_response_at >= since),
    (select avg((r.score >= 4)::integer)::double precision
      from public.ticket_ratings r where r.agent_id = me and r.created_at >= since);
end
$$;
comment on function public.get_agent_performance_stats() is
  'Staff: the caller''s active tickets, those resolved today (UTC), minutes to the first public reply and share of good ratings, both over 30 days and null without data.';

create function public.get_customer_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if private.current_role() is null then
    raise exception 'Not authenticated' using detail = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'open_tickets', (select count(*) from public.tickets t where t.customer_id = me and t.status = 'open'),
    'recent_activity', (select count(*) from public.tickets t
      where t.customer_id = me and t.updated_at >= now() - interval '24 hours'),
    'average_response_minutes', (
      select round(avg(extract(epoch from t.first_response_at - t.created_at)) / 60)
      from public.tickets t where t.customer_id = me and t.first_response_at is not null),
    'recent_tickets', coalesce((
      select jsonb_agg(to_jsonb(recent) order by recent.updated_at desc, recent.id desc)
      from (
        select t.id, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from public.tickets t where t.customer_id = me
        order by t.updated_at desc, t.id desc limit 5
      ) recent), '[]'::jsonb));
end
$$;
comment on function public.get_customer_dashboard() is
  'The caller as a customer: {open_tickets, recent_activity, average_response_minutes|null, recent_tickets[5]}.';

create function public.get_admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := now() - interval '30 days';
  created integer;
  resolved integer;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view this dashboard' using detail = 'admin_required';
  end if;
  select count(*) into created from public.tickets t where t.created_at >= since;
  select count(*) into resolved from public.tickets t
  where t.created_at >= since and t.resolved_at is not null;
  return jsonb_build_object(
    'has_tickets', exists (select from public.tickets),
    'total_users', (select count(*) from public.profiles p where p.deactivated_at is null),
    'active_tickets', (select count(*) from public.tickets t where t.status = any (private.active_statuses())),
    'unassigned_tickets', (select count(*) from public.tickets t where t.assigned_to is null and t.status = 'open'),
    'response_minutes', (
      select avg(extract(epoch from t.first_response_at - t.created_at)) / 60
      from public.tickets t where t.first_response_at >= since),
    'resolution_rate', case when created > 0 then resolved::double precision / created end,
    'agents', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.resolved desc, a.assigned desc, a.name)
      from (
        select p.id, p.name, p.email, p.role,
          (select count(*) from public.tickets t where t.assigned_to = p.id
            and t.status = any (private.active_statuses())) as assigned,
          (select count(*) from public.tickets t where t.assigned_to = p.id and t.resolved_at >= since) as resolved,
          (select avg(extract(epoch from t.first_response_at - t.created_at)) / 60 from public.tickets t
            where t.assigned_to = p.id and t.first_response_at >= since) as response_minutes,
          (select avg((r.score >= 4)::integer) from public.ticket_ratings r
            where r.agent_id = p.id and r.created_at >= since) as satisfaction_rate
        from public.profiles p
        where p.role in ('agent', 'admin') and p.deactivated_at is null
        order by p.created_at limit 100
      ) a), '[]'));
end
$$;
comment on function public.get_admin_dashboard() is
  'Admins: {has_tickets, total_users, active_tickets, unassigned_tickets, response_minutes|null, resolution_rate|null (share of the tickets of 30 days), agents[]}.';

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
    from public.tickets t where t.status = any (active) group by 1, 2
  )
  select jsonb_build_object(
    'active', (select coalesce(sum(n), 0) from counted),
    'by_status', (select coalesce(jsonb_object_agg(s.status, s.n), '{}')
      from (select c.status, sum(c.n) as n from counted c group by 1) s),
    'active_by_priority', (select coalesce(jsonb_object_agg(r.name, r.n), '{}')
      from (select (private.ticket_priorities())[c.priority_rank + 1] as name, sum(c.n) as n
        from counted c group by 1) r),
    'unassigned', (select count(*) from public.tickets t where t.assigned_to is null and t.status = any (active)),
    'solved', (select count(*) from (select from public.tickets t where t.status = 'solved' limit 1001) d),
    'closed', (select count(*) from (select from public.tickets t where t.status = 'closed' limit 1001) d)
  ) into figures;
  return figures;
end
$$;
comment on function public.get_queue_figures() is
  'Admins: {active, by_status and active_by_priority (of active tickets), unassigned (active), solved, closed (1001 means more than 1000)}.';

grant execute on function public.get_agent_performance_stats(), public.get_customer_dashboard(),
  public.get_admin_dashboard(), public.get_queue_figures()
  to authenticated, service_role;

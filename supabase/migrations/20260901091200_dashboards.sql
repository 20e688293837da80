-- The figures of the dashboards, each read from an index that is as small as the caller's own share.

create function public.get_agent_performance_stats()
returns table (
  assigned_tickets integer, resolved_today integer, average_response_time double precision,
  satisfaction_rate double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  since timestamptz := now() - interval '30 days';
begin
  if not private.is_staff() then
    raise exception 'Must be logged in as an agent to view dashboard' using detail = 'agent_required';
  end if;
  return query select
    (select count(*)::integer from public.tickets t
      where t.assigned_to = me and t.status in ('open', 'in_progress', 'pending', 'on_hold')),
    (select count(*)::integer from public.tickets t
      where t.assigned_to = me and t.resolved_at >= date_trunc('day', now(), 'UTC')),
    (select coalesce(avg(extract(epoch from t.first_response_at - t.created_at)) / 60, 0)::double precision
      from public.tickets t where t.assigned_to = me and t.first_response_at >= since),
    (select coalesce(avg((r.score >= 4)::integer), 0)::double precision
      from public.ticket_ratings r where r.agent_id = me and r.created_at >= since);
end
$$;
comment on function public.get_agent_performance_stats() is
  'Staff: the caller''s active tickets, those resolved today (UTC), minutes to the first public reply and share of good ratings, both over 30 days.';

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

revoke execute on function public.get_agent_performance_stats(), public.get_customer_dashboard()
  from public, anon, authenticated;
grant execute on function public.get_agent_performance_stats(), public.get_customer_dashboard()
  to authenticated, service_role;

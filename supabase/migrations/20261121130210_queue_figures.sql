-- How much waits, for the assistant: exact for what is being worked on, capped for what is done.

create function public.get_queue_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  active constant text[] := array['open', 'in_progress', 'pending', 'on_hold'];
  figures jsonb;
begin
  if not private.is_admin() then
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
      from (select (array['low', 'normal', 'medium', 'high', 'urgent'])[c.priority_rank + 1] as name, sum(c.n) as n
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
revoke execute on function public.get_queue_figures() from public, anon, authenticated;
grant execute on function public.get_queue_figures() to authenticated, service_role;

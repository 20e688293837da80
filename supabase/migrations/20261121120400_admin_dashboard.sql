-- The admin's dashboard in one call. Everything is read from indexes that hold active tickets or a window of
-- 30 days; nothing walks the whole table.

create index tickets_resolved_at_idx on public.tickets (resolved_at) where resolved_at is not null;
create index tickets_first_response_idx on public.tickets (first_response_at) include (created_at, assigned_to)
  where first_response_at is not null;
create index tickets_active_idx on public.tickets (status, assigned_to)
  where status in ('open', 'in_progress', 'pending', 'on_hold');

create function public.get_admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := now() - interval '30 days';
  created integer;
  resolved integer;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to view this dashboard' using detail = 'admin_required';
  end if;
  select count(*) into created from public.tickets t where t.created_at >= since;
  select count(*) into resolved from public.tickets t
  where t.created_at >= since and t.resolved_at is not null;
  return jsonb_build_object(
    'has_tickets', exists (select from public.tickets),
    'total_users', (select count(*) from public.profiles p where p.deactivated_at is null),
    'active_tickets', (select count(*) from public.tickets t where t.status in ('open', 'in_progress', 'pending', 'on_hold')),
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
            and t.status in ('open', 'in_progress', 'pending', 'on_hold')) as assigned,
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
revoke execute on function public.get_admin_dashboard() from public, anon, authenticated;
grant execute on function public.get_admin_dashboard() to authenticated, service_role;

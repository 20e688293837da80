-- Nothing measured is no figure: an agent without replies did not answer within 0 minutes, and one without ratings did
-- not disappoint everybody.
create or replace function public.get_agent_performance_stats()
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
    (select (avg(extract(epoch from t.first_response_at - t.created_at)) / 60)::double precision
      from public.tickets t where t.assigned_to = me and t.first_response_at >= since),
    (select avg((r.score >= 4)::integer)::double precision
      from public.ticket_ratings r where r.agent_id = me and r.created_at >= since);
end
$$;
comment on function public.get_agent_performance_stats() is
  'Staff: the caller''s active tickets, those resolved today (UTC), minutes to the first public reply and share of good ratings, both over 30 days and null where nothing was measured.';

-- The report counts reopened tickets.
create index ticket_events_reopened_idx on public.ticket_events (created_at)
  where kind = 'status' and from_value in ('solved', 'closed');

create function private.count_reopened(since timestamptz, until timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.ticket_events e
  where e.kind = 'status' and e.from_value in ('solved', 'closed') and e.to_value not in ('solved', 'closed')
    and e.created_at >= since and e.created_at < until
    -- Undoing one's own change is not reopening.
    and not exists (
      select from public.ticket_events b
      where b.ticket_id = e.ticket_id and b.kind = 'status' and b.to_value = e.from_value and b.actor_id = e.actor_id
        and b.created_at < e.created_at and b.created_at >= e.created_at - interval '30 seconds')
$$;
comment on function private.count_reopened(timestamptz, timestamptz) is
  'How often solved or closed tickets were reopened, without changes that were undone.';

alter function public.get_report(date, date, text) set schema private;
revoke execute on function private.get_report(date, date, text) from authenticated;

create function public.get_report(from_day date, to_day date, time_zone text default 'UTC') returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The first part checks the caller and the range.
  select report || jsonb_build_object('reopened', private.count_reopened(
    from_day::timestamp at time zone time_zone, (to_day + 1)::timestamp at time zone time_zone))
  from private.get_report(from_day, to_day, time_zone) report
$$;
comment on function public.get_report(date, date, text) is
  'Admins: created, resolved and backlog by day, reopened, first response and resolution (minutes: median, p90), by status, priority, tag and agent, satisfaction; for the days from_day to to_day in the time zone.';
grant execute on function public.get_report(date, date, text) to authenticated, service_role;

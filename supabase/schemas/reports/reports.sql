-- Reports and exports of a range of days, in the time zone of their reader.
-- Checks the caller, the range and the filter. Tickets are grouped once: counting again for each day took 50 seconds
-- instead of one for a year of 100,000 tickets.
create function public.get_report(
  from_day date, to_day date, time_zone text default 'UTC', filter jsonb default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz;
  until timestamptz;
  -- On t, a ticket; and on r, a row about a ticket, which is looked up for a filter only.
  of_tickets text;
  of_rows text := '';
  report jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view reports' using detail = 'admin_required';
  end if;
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = time_zone) then
    raise exception 'Unknown time zone' using detail = 'time_zone';
  end if;
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 366 then
    raise exception 'Choose a range of 1 to 367 days' using detail = 'report_range';
  end if;
  since := from_day::timestamp at time zone time_zone;
  until := (to_day + 1)::timestamp at time zone time_zone;
  of_tickets := private.filter_condition(private.list_filter(filter));
  if of_tickets <> '' then
    of_rows := format(' and exists (select from public.tickets t where t.id = r.ticket_id%s)', of_tickets);
  end if;
  -- A merged ticket and the one that shows it are one.
  of_tickets := of_tickets || ' and t.merged_into is null';

  execute format($report$
  with made as materialized (
    select t.id, t.status, t.priority, g.tags, t.created_at from public.tickets t
      left join public.ticket_tags g on g.ticket_id = t.id
    where t.created_at >= $1 and t.created_at < $2%1$s
  ), done as materialized (
    select t.id, t.assigned_to, t.resolved_at, extract(epoch from t.resolved_at - t.created_at) / 60 as minutes
    from public.tickets t where t.resolved_at >= $1 and t.resolved_at < $2%1$s
  ), answered as materialized (
    select t.assigned_to, extract(epoch from t.first_response_at - t.created_at) / 60 as minutes
    from public.tickets t where t.first_response_at >= $1 and t.first_response_at < $2%1$s
  ), rated as materialized (
    select r.agent_id, r.score from public.ticket_ratings r where r.created_at >= $1 and r.created_at < $2%2$s
  ), reopened as (
    select count(*) as n from public.ticket_events r
    where r.kind = 'status' and r.from_value in ('solved', 'closed') and r.to_value not in ('solved', 'closed')
      and not r.undone and r.created_at >= $1 and r.created_at < $2%2$s
      -- Undoing one's own change is not reopening.
      and not exists (
        select from public.ticket_events b
        where b.ticket_id = r.ticket_id and b.kind = 'status' and b.to_value = r.from_value and b.actor_id = r.actor_id
          and b.created_at < r.created_at and b.created_at >= r.created_at - interval '75 seconds')
  ), before as (
    -- Backlog at the start of the range.
    select count(*) as backlog from public.tickets t
    where t.created_at < $1 and (t.resolved_at is null or t.resolved_at >= $1)%1$s
  ), days as (
    select each::date as day, coalesce(m.n, 0) as created, coalesce(d.n, 0) as resolved
    from generate_series($3::timestamp, $4::timestamp, interval '1 day') each
    left join (select (created_at at time zone $5)::date as day, count(*) as n from made group by 1) m
      on m.day = each::date
    left join (select (resolved_at at time zone $5)::date as day, count(*) as n from done group by 1) d
      on d.day = each::date
  )
  select jsonb_build_object(
    'from', $3, 'to', $4, 'time_zone', $5,
    'created', (select count(*) from made),
    'resolved', (select count(*) from done),
    'reopened', (select n from reopened),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'created', d.created, 'resolved', d.resolved,
        'backlog', d.backlog) order by d.day)
      from (
        select day, created, resolved,
          (select b.backlog from before b) + sum(created - resolved) over (order by day) as backlog
        from days
      ) d),
    'first_response', (select jsonb_build_object('count', count(*),
      'median', percentile_cont(0.5) within group (order by minutes),
      'p90', percentile_cont(0.9) within group (order by minutes)) from answered),
    'resolution', (select jsonb_build_object('count', count(*),
      'median', percentile_cont(0.5) within group (order by minutes),
      'p90', percentile_cont(0.9) within group (order by minutes)) from done),
    'by_status', (select coalesce(jsonb_object_agg(status, n), '{}')
      from (select status, count(*) n from made group by 1) s),
    'by_priority', (select coalesce(jsonb_object_agg(priority, n), '{}')
      from (select priority, count(*) n from made group by 1) p),
    'by_tag', (select coalesce(jsonb_agg(jsonb_build_object('tag', tag, 'count', n) order by n desc, tag), '[]')
      from (select tag, count(*) n from made, unnest(made.tags) tag group by 1 order by 2 desc, 1 limit 20) t),
    'by_agent', (select coalesce(jsonb_agg(to_jsonb(a) order by a.resolved desc, a.name), '[]') from (
        select p.id, p.name, coalesce(d.n, 0) as resolved, coalesce(w.n, 0) as answered, w.median as response_median,
          coalesce(s.n, 0) as ratings, s.good as satisfaction_rate
        from public.profiles p
        left join (select assigned_to, count(*) n from done group by 1) d on d.assigned_to = p.id
        left join (select assigned_to, count(*) n, percentile_cont(0.5) within group (order by minutes) median
          from answered group by 1) w on w.assigned_to = p.id
        left join (select agent_id, count(*) n, avg((score >= 4)::integer) good from rated group by 1) s
          on s.agent_id = p.id
        where d.n is not null or w.n is not null or s.n is not null
      ) a),
    'satisfaction', (select jsonb_build_object('count', count(*), 'rate', avg((score >= 4)::integer),
      'scores', jsonb_build_array(count(*) filter (where score = 1), count(*) filter (where score = 2),
        count(*) filter (where score = 3), count(*) filter (where score = 4), count(*) filter (where score = 5)))
      from rated))
  $report$, of_tickets, of_rows) into report using since, until, from_day, to_day, time_zone;
  return report;
end
$$;
comment on function public.get_report(date, date, text, jsonb) is
  'Admins: created, resolved and backlog by day, reopened, first response and resolution (minutes: median, p90), by '
  'status, priority, tag and agent, satisfaction; for the days from_day to to_day in the time zone, of the tickets '
  'of a filter of lists.';
grant execute on function public.get_report(date, date, text, jsonb) to authenticated, service_role;

create function public.export_tickets(
  from_day date, to_day date, time_zone text default 'UTC', filter jsonb default '{}', after jsonb default null,
  max_rows integer default 5000
) returns table (ticket jsonb, first_response_at timestamptz, resolved_at timestamptz, rating smallint)
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant public.ticket_row := private.read_place(after);
  asked private.ticket_filter;
  page public.tickets[];
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  asked := private.list_filter(filter);
  asked.created_from := from_day::timestamp at time zone time_zone;
  asked.created_until := (to_day + 1)::timestamp at time zone time_zone - interval '1 microsecond';
  execute 'select array(select t from public.tickets t where t.merged_into is null' || private.filter_condition(asked)
    || case when place.created_at is not null then format(' and (t.created_at, t.id) < (%L, %L)', place.created_at,
        coalesce(place.id, '00000000-0000-0000-0000-000000000000')) else '' end
    || format(' order by t.created_at desc, t.id desc limit %s)', least(greatest(coalesce(max_rows, 5000), 1), 5000))
    into page;
  return query
    select to_jsonb(t), k.first_response_at, k.resolved_at, r.score
    from private.ticket_rows(page, true) t join unnest(page) k on k.id = t.id
    left join public.ticket_ratings r on r.ticket_id = t.id
    order by t.created_at desc, t.id desc;
end
$$;
comment on function public.export_tickets(date, date, text, jsonb, jsonb, integer) is
  'Admins: the tickets of a filter that were created in a range of days, newest first, up to 5000 per page. '
  'after: the last ticket of the previous page.';
grant execute on function public.export_tickets(date, date, text, jsonb, jsonb, integer) to authenticated,
  service_role;

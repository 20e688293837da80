-- Days of figures and reports are days of the workspace's time zone.
alter table public.workspace_settings add column time_zone text not null default 'UTC';
comment on column public.workspace_settings.time_zone is 'Name of the IANA database. Days of dashboards and reports are its days.';
grant select (time_zone), update (time_zone) on table public.workspace_settings to authenticated;

create function private.check_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Abbreviations and POSIX rules, which PostgreSQL takes too, know no summer time or are unknown to browsers.
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = new.time_zone and z.name !~ '^(posix|posixrules|localtime)') then
    raise exception 'Unknown time zone' using detail = 'time_zone';
  end if;
  return new;
end
$$;
comment on function private.check_time_zone() is 'Raises time_zone for a name that is not one of the IANA database.';

create trigger workspace_settings_time_zone before insert or update of time_zone on public.workspace_settings
  for each row execute function private.check_time_zone();

create function private.time_zone() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select w.time_zone from public.workspace_settings w), 'UTC')
$$;
comment on function private.time_zone() is 'Time zone of the workspace.';

create function private.today() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone private.time_zone())::date
$$;
comment on function private.today() is 'The day of the workspace.';

comment on table private.daily_figures is
  'Sums by day of the workspace and agent (the nil uuid for nobody), without figure_changes. created and created_resolved: tickets by their day of creation, and those of them that are resolved now. resolved, responses, response_time (microseconds): by day and present assignee. ratings, good_ratings: by the rated agent. On the day infinity what is so now: active tickets by assignee, unassigned (open) tickets and active users. Days before a change of the time zone can be off by one, except those of the last 40 days.';

create or replace function private.figures_of(r public.tickets)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql stable set search_path = '' as $$
  select f.day, coalesce(f.agent_id, '00000000-0000-0000-0000-000000000000'), f.figure, f.amount
  from (values
    ((r.created_at at time zone (select private.time_zone()))::date, null::uuid, 'created', 1::bigint),
    (case when r.resolved_at is not null then (r.created_at at time zone (select private.time_zone()))::date end, null, 'created_resolved', 1),
    ((r.resolved_at at time zone (select private.time_zone()))::date, r.assigned_to, 'resolved', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'responses', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'response_time',
      (extract(epoch from r.first_response_at - r.created_at) * 1000000)::bigint),
    (case when r.status = any (private.active_statuses()) then 'infinity'::date end, r.assigned_to, 'active', 1),
    (case when r.status = 'open' and r.assigned_to is null then 'infinity'::date end, null, 'unassigned', 1)
  ) f (day, agent_id, figure, amount) where f.day is not null
$$;

create or replace function private.figures_of(r public.ticket_ratings)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql stable set search_path = '' as $$
  select (r.created_at at time zone (select private.time_zone()))::date, coalesce(r.agent_id, '00000000-0000-0000-0000-000000000000'), f.figure, 1::bigint
  from (values ('ratings', r.score is not null), ('good_ratings', r.score >= 4)) f (figure, counts) where f.counts
$$;

create function private.recount_recent_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Dashboards read 30 days.
  since constant date := private.today() - 40;
  source text;
  recent text;
begin
  -- In this order: a transaction that folds already writes one of the tables, and is waited for here.
  perform pg_advisory_xact_lock(hashtextextended('helpdesk.figures', 0));
  lock table public.tickets, public.ticket_ratings in share mode;
  delete from private.figure_changes c where c.day >= since and c.day < 'infinity';
  delete from private.daily_figures f where f.day >= since and f.day < 'infinity';
  for source, recent in values
    ('public.tickets', 'r.created_at >= $2 or r.resolved_at >= $2 or r.first_response_at >= $2'),
    ('public.ticket_ratings', 'r.created_at >= $2')
  loop
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount) from %s r cross join lateral (%s) c (day, agent_id, figure, amount)
      where (%s) and c.day >= $1 and c.day < ''infinity'' group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p where p.oid = format('private.figures_of(%s)', source)::regprocedure), recent)
      -- A day begins up to 14 hours before that of UTC.
      using since, (since - 1)::timestamptz;
  end loop;
  return null;
end
$$;
comment on function private.recount_recent_days() is 'Computes the figures of the last 40 days for another time zone.';

create trigger workspace_settings_recount after update on public.workspace_settings
  for each row when (new.time_zone <> old.time_zone) execute function private.recount_recent_days();

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
    from private.figures f where f.day > (select private.today()) - 30 group by 1, 2
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

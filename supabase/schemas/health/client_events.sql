-- Errors, load failures and web vitals that browsers report. Only counts are stored: no user, no address, no text but
-- the name of an error and a place in our own code.
create table private.client_events (
  hour timestamptz not null,
  kind text not null,
  name text not null,
  remote text not null,
  version text not null,
  browser text not null,
  -- Upper bound of a vital's bucket; 0 for errors and load failures.
  bucket real not null,
  events bigint not null,
  last_at timestamptz not null,
  primary key (hour, kind, name, remote, version, browser, bucket)
);
comment on table private.client_events is 'Reports of browsers of the last 30 days, counted by hour.';

-- Unlogged: after a crash somebody may report a little more.
create unlogged table private.client_reports (
  user_id uuid primary key,
  since timestamptz not null,
  reports integer not null
);
comment on table private.client_reports is
  'Reports per person in the minute that began with the first of them, for the limit.';

-- Buckets are a fifth apart, so that a percentile is at most that much too high. CLS is a score, the others
-- milliseconds.
create function private.vital_bucket(name text, value double precision) returns real
language sql immutable set search_path = '' as $$
  select case when value <= floor_of then floor_of
    else (floor_of * 1.2 ^ ceil(round((ln(least(value, floor_of * 10000) / floor_of) / ln(1.2))::numeric, 6)))::real end
  from (select (case name when 'CLS' then 0.01 else 8 end)::real as floor_of) f
$$;
comment on function private.vital_bucket(text, double precision) is
  'Upper bound of the bucket that counts a value of a vital.';

-- What one browser may send at once is bounded here, what all of them may store by the groups of an hour: beyond, a new
-- group counts under the version "other".
create function public.report_client_events(events jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  this_hour timestamptz := date_trunc('hour', now());
  used integer;
  groups integer;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if events is null or jsonb_typeof(events) <> 'array' or pg_column_size(events) > 16384
    or jsonb_array_length(events) > 50 then
    raise exception 'Send a list of at most 50 events' using detail = 'events_invalid';
  end if;
  if exists (
    select from jsonb_array_elements(events) e
    where jsonb_typeof(e) <> 'object'
      or coalesce(e ->> 'kind', '') not in ('error', 'load', 'vital')
      or coalesce(e ->> 'name', '') !~ '^[A-Za-z][\w.:/ -]{0,79}$'
      or e ->> 'kind' = 'vital' and coalesce(e ->> 'name', '') not in ('LCP', 'INP', 'CLS')
      or e ->> 'kind' = 'vital' and coalesce(jsonb_typeof(e -> 'value'), '') <> 'number'
      or coalesce(e ->> 'remote', '') !~ '^[a-z][a-z0-9-]{0,39}$'
      or coalesce(e ->> 'version', '') !~ '^[\w.+-]{1,40}$'
      or coalesce(e ->> 'browser', '') not in ('chromium', 'firefox', 'safari', 'other')
  ) then
    raise exception 'An event is not valid' using detail = 'events_invalid';
  end if;
  delete from private.client_reports r where r.since <= now() - interval '1 minute';
  insert into private.client_reports as r (user_id, since, reports) values (me, now(), 1)
  on conflict (user_id) do update set reports = r.reports + 1
  returning r.reports into used;
  if used > 6 then
    raise sqlstate 'PT429' using message = 'Too many reports', detail = 'client_events_limit', hint = '60';
  end if;
  delete from private.client_events c where c.hour < now() - interval '30 days';
  select count(*) into groups from private.client_events c where c.hour = this_hour;
  insert into private.client_events as c (hour, kind, name, remote, version, browser, bucket, events, last_at)
  select this_hour, e ->> 'kind',
    case when groups < 2000 or e ->> 'kind' = 'vital' then e ->> 'name' else 'other' end,
    case when groups < 2000 then e ->> 'remote' else 'other' end,
    case when groups < 2000 then e ->> 'version' else 'other' end,
    e ->> 'browser',
    case e ->> 'kind' when 'vital' then private.vital_bucket(e ->> 'name', greatest((e ->> 'value')::double precision,
      0)) else 0 end,
    count(*), now()
  from jsonb_array_elements(events) e
  group by 1, 2, 3, 4, 5, 6, 7
  -- one order for all, so that reports at the same time do not wait for each other in a circle
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (hour, kind, name, remote, version, browser, bucket)
    do update set events = c.events + excluded.events, last_at = excluded.last_at;
end
$$;
comment on function public.report_client_events(jsonb) is
  'Signed-in users: counts up to 50 events [{kind: error|load|vital, name, value (of a vital), remote, version, '
  'browser}], at most 6 times a minute.';
grant execute on function public.report_client_events(jsonb) to authenticated, service_role;

create function public.get_client_health(days integer default 7) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := now() - make_interval(days => least(greatest(coalesce(days, 7), 1), 30));
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view the health of the portal' using detail = 'admin_required';
  end if;
  return jsonb_build_object(
    'releases', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.last_seen desc, r.remote, r.version), '[]') from (
        select c.remote, c.version,
          coalesce(sum(c.events) filter (where c.kind = 'error'), 0) as errors,
          coalesce(sum(c.events) filter (where c.kind = 'load'), 0) as load_failures,
          max(c.last_at) as last_seen,
          (select p.p75 from private.vital_p75(c.remote, c.version, 'LCP', since) p) as lcp,
          (select p.p75 from private.vital_p75(c.remote, c.version, 'INP', since) p) as inp,
          (select p.p75 from private.vital_p75(c.remote, c.version, 'CLS', since) p) as cls
        from private.client_events c where c.hour >= since
        group by c.remote, c.version order by max(c.last_at) desc limit 100
      ) r),
    'failures', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.events desc, f.name), '[]') from (
        select c.kind, c.name, c.remote, c.version, sum(c.events) as events, max(c.last_at) as last_seen
        from private.client_events c where c.hour >= since and c.kind <> 'vital'
        group by c.kind, c.name, c.remote, c.version order by sum(c.events) desc, c.name limit 20
      ) f));
end
$$;
comment on function public.get_client_health(integer) is
  'Admins: {releases: [{remote, version, errors, load_failures, last_seen, lcp, inp, cls (75th percentile or null)}], '
  'failures: [{kind, name, remote, version, events, last_seen}]} of up to 30 days.';
grant execute on function public.get_client_health(integer) to authenticated, service_role;

create function private.vital_p75(of_remote text, of_version text, vital text, since timestamptz)
returns table (p75 real)
language sql stable set search_path = '' as $$
  select b.bucket from (
    select c.bucket, sum(sum(c.events)) over (order by c.bucket) as below, sum(sum(c.events)) over () as total
    from private.client_events c
    where c.hour >= since and c.kind = 'vital' and c.name = vital and c.remote = of_remote and c.version = of_version
    group by c.bucket) b
  where b.below >= b.total * 0.75 order by b.bucket limit 1
$$;
comment on function private.vital_p75(text, text, text, timestamptz) is
  '75th percentile of a vital of a release: the upper bound of its bucket.';

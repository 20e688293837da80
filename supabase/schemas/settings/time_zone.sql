-- Days of figures and reports are days of the workspace's time zone.

create function private.check_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Abbreviations and POSIX rules, which PostgreSQL takes too, know no summer time or are unknown to browsers.
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = new.time_zone
    and z.name !~ '^(posix|posixrules|localtime)') then
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
      select c.day, c.agent_id, c.figure, sum(c.amount)
      from %s r cross join lateral (%s) c (day, agent_id, figure, amount)
      where (%s) and c.day >= $1 and c.day < ''infinity'' group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p
        where p.oid = format('private.figures_of(%s)', source)::regprocedure), recent)
      -- A day begins up to 14 hours before that of UTC.
      using since, (since - 1)::timestamptz;
  end loop;
  return null;
end
$$;
comment on function private.recount_recent_days() is 'Computes the figures of the last 40 days for another time zone.';

create trigger workspace_settings_recount after update on public.workspace_settings
  for each row when (new.time_zone <> old.time_zone) execute function private.recount_recent_days();

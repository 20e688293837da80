-- Figures for the dashboards, kept by day, so that their cost does not grow with the tickets.

-- Writers only add to figure_changes: a row for each day and agent that all of them update would be a lock they wait
-- for.
create table private.daily_figures (
  day date not null,
  agent_id uuid not null,
  figure text not null,
  amount bigint not null,
  primary key (day, agent_id, figure)
);
comment on table private.daily_figures is
  'Sums by day of the workspace and agent (the nil uuid for nobody), without figure_changes. created and '
  'created_resolved: tickets by their day of creation, and those of them that are resolved now. resolved, responses, '
  'response_time (microseconds): by day and present assignee. ratings, good_ratings: by the rated agent. On the day '
  'infinity what is so now: active tickets by assignee, unassigned (open) tickets and active users. Days before a '
  'change of the time zone can be off by one, except those of the last 40 days.';

create index daily_figures_agent_idx on private.daily_figures (agent_id, day);

alter table private.daily_figures enable row level security;

create table private.figure_changes (like private.daily_figures including comments);
comment on table private.figure_changes is 'Changes that are not yet added to daily_figures.';

alter table private.figure_changes enable row level security;

create view private.figures as
  select day, agent_id, figure, amount from private.daily_figures
  union all select day, agent_id, figure, amount from private.figure_changes;
comment on view private.figures is 'Amounts to sum up: daily_figures with their changes.';

create function private.figures_of(r public.profiles)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql immutable set search_path = '' as $$
  select 'infinity'::date, '00000000-0000-0000-0000-000000000000'::uuid, 'users', 1::bigint
  where r.id is not null and r.deactivated_at is null
$$;
comment on function private.figures_of(public.profiles) is 'What a user adds to the figures.';

create function private.figures_of(r public.ticket_ratings)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql stable set search_path = '' as $$
  select (r.created_at at time zone (select private.time_zone()))::date,
    coalesce(r.agent_id, '00000000-0000-0000-0000-000000000000'), f.figure, 1::bigint
  from (values ('ratings', r.score is not null), ('good_ratings', r.score >= 4)) f (figure, counts) where f.counts
$$;
comment on function private.figures_of(public.ticket_ratings) is 'What a rating adds to the figures.';

-- What one row adds to the figures. Without a row (before an insert, after a delete) every day is null.
create function private.figures_of(r public.tickets)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql stable set search_path = '' as $$
  select f.day, coalesce(f.agent_id, '00000000-0000-0000-0000-000000000000'), f.figure, f.amount
  from (values
    ((r.created_at at time zone (select private.time_zone()))::date, null::uuid, 'created', 1::bigint),
    (case when r.resolved_at is not null then (r.created_at at time zone (select private.time_zone()))::date end, null,
      'created_resolved', 1),
    ((r.resolved_at at time zone (select private.time_zone()))::date, r.assigned_to, 'resolved', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'responses', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'response_time',
      (extract(epoch from r.first_response_at - r.created_at) * 1000000)::bigint),
    (case when r.status = any (private.active_statuses()) then 'infinity'::date end, r.assigned_to, 'active', 1),
    (case when r.status = 'open' and r.assigned_to is null then 'infinity'::date end, null, 'unassigned', 1)
  ) f (day, agent_id, figure, amount) where f.day is not null and r.merged_into is null
$$;
comment on function private.figures_of(public.tickets) is 'What a ticket adds to the figures; a merged one nothing.';

-- WHERE true: sessions of the Data API on hosted projects load the extension safeupdate, which refuses UPDATE and
-- DELETE without WHERE with 21000, also inside functions. tests/function-statements.test.ts reads every function.
create function private.fold_figures() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One folds at a time and nobody waits: the changes that are left belong to the next one.
  if not pg_try_advisory_xact_lock(hashtextextended('helpdesk.figures', 0)) then
    return;
  end if;
  with taken as (
    delete from private.figure_changes where true returning *
  )
  insert into private.daily_figures as f (day, agent_id, figure, amount)
  select c.day, c.agent_id, c.figure, sum(c.amount) from taken c group by 1, 2, 3
  on conflict (day, agent_id, figure) do update set amount = f.amount + excluded.amount;
end
$$;
comment on function private.fold_figures() is 'Adds the changes to daily_figures.';

-- Compiled for each type of row, so that figures_of is the one of its table.
create function private.count_change(old anyelement, new anyelement) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.figure_changes (day, agent_id, figure, amount)
  select c.day, c.agent_id, c.figure, sum(c.amount)
  from (
    select f.day, f.agent_id, f.figure, f.amount from private.figures_of(new) f
    union all select f.day, f.agent_id, f.figure, -f.amount from private.figures_of(old) f
  ) c group by 1, 2, 3 having sum(c.amount) <> 0;
  -- A snapshot that is older than the last fold could not delete what that one has deleted.
  if random() < 1.0 / 50 and current_setting('transaction_isolation') = 'read committed' then
    perform private.fold_figures();
  end if;
end
$$;
comment on function private.count_change(anyelement, anyelement) is
  'Records how a created, changed or deleted row changes the figures, and folds once in a while.';

create function private.count_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_change(old, new);
  return null;
end
$$;
comment on function private.count_figures() is
  'Records how a changed row changes the figures, and folds once in a while.';

create function private.clear_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.figure_changes c where c.figure = any (tg_argv);
  delete from private.daily_figures f where f.figure = any (tg_argv);
  return null;
end
$$;
comment on function private.clear_figures() is 'Deletes the figures of a truncated table.';

create function private.refresh_figures() returns void
language plpgsql security definer set search_path = '' as $$
declare
  source text;
begin
  -- In this order: a transaction that folds already writes one of the tables, and is waited for here.
  perform pg_advisory_xact_lock(hashtextextended('helpdesk.figures', 0));
  lock table public.tickets, public.ticket_ratings, public.profiles in share mode;
  delete from private.figure_changes where true;
  delete from private.daily_figures where true;
  foreach source in array array['public.tickets', 'public.ticket_ratings', 'public.profiles'] loop
    -- The body in place of a call for each row, which would take 20 times as long: a function with a search path is not
    -- inlined.
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount)
      from %s r cross join lateral (%s) c (day, agent_id, figure, amount)
      group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p
        where p.oid = format('private.figures_of(%s)', source)::regprocedure));
  end loop;
end
$$;
comment on function private.refresh_figures() is
  'Computes all figures again from the tables, after changes that fired no trigger.';

create trigger tickets_figures_none after truncate on public.tickets for each statement
  execute function private.clear_figures('created', 'created_resolved', 'resolved', 'responses', 'response_time',
    'active', 'unassigned');
create trigger ticket_ratings_figures_new after insert or delete on public.ticket_ratings
  for each row execute function private.count_figures();
create trigger ticket_ratings_figures after update on public.ticket_ratings
  for each row when ((old.created_at, old.agent_id, old.score) is distinct from (new.created_at, new.agent_id,
    new.score))
  execute function private.count_figures();
create trigger ticket_ratings_figures_none after truncate on public.ticket_ratings for each statement
  execute function private.clear_figures('ratings', 'good_ratings');
create trigger profiles_figures_new after insert or delete on public.profiles
  for each row execute function private.count_figures();
create trigger profiles_figures after update on public.profiles
  for each row when (old.deactivated_at is distinct from new.deactivated_at) execute function private.count_figures();
create trigger profiles_figures_none after truncate on public.profiles for each statement
  execute function private.clear_figures('users');

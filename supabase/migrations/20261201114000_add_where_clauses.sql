-- Sessions of the Data API on hosted projects load the extension safeupdate, which refuses UPDATE and DELETE without WHERE
-- with 21000, also inside functions. tests/function-statements.test.ts reads every function.
create or replace function private.fold_figures() returns void
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

create or replace function private.refresh_figures() returns void
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
    -- The body in place of a call for each row, which would take 20 times as long: a function with a search path is not inlined.
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount) from %s r cross join lateral (%s) c (day, agent_id, figure, amount) group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p where p.oid = format('private.figures_of(%s)', source)::regprocedure));
  end loop;
end
$$;

create or replace function public.report_mail_server(error text default null, sender text default null) returns void
language sql security definer set search_path = '' as $$
  update private.mail_channel c set
    failing_since = case when $1 is not null then coalesce(c.failing_since, now()) end,
    last_error = left($1, 500), sender = coalesce(left($2, 320), c.sender)
  where true
$$;

create or replace function public.finish_notification(
  id uuid, error text default null, response text default null, failure text default 'temporary'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_attempts constant integer := 14;
begin
  -- A deletion of the mail locks it before its attempts, too.
  perform from public.notification_outbox o where o.id = $1 for update;
  update private.mail_attempts a set ended_at = clock_timestamp(), error = left($2, 500), response = left($3, 300)
  where a.id = (select max(l.id) from private.mail_attempts l where l.mail_id = $1) and a.ended_at is null;
  update public.notification_outbox o set
    sent_at = case when $2 is null then now() end,
    error = left($2, 500),
    attempts = case when $4 = 'unreachable' then greatest(o.attempts - 1, 0) else o.attempts end,
    dropped_at = case when $2 is not null and $4 <> 'unreachable' and ($4 = 'permanent' or o.attempts >= max_attempts) then now() end,
    -- After 1, 2, 4, … 128 minutes, then every 4 hours: the last attempt is made after a day.
    next_attempt_at = case when $2 is null then o.next_attempt_at when $4 = 'unreachable' then now() + interval '1 minute'
      else now() + interval '1 minute' * least(power(2, greatest(o.attempts, 1) - 1), 240) end
  where o.id = $1 and o.sent_at is null;
  if found and $2 is null then
    update private.mail_channel c set last_sent_at = now(), failing_since = null, last_error = null where true;
  end if;
end
$$;

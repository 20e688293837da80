-- Triggers that keep the figures, and the figures of the rows that are there.

create function private.refresh_figures() returns void
language plpgsql security definer set search_path = '' as $$
declare
  source text;
begin
  -- In this order: a transaction that folds already writes one of the tables, and is waited for here.
  perform pg_advisory_xact_lock(hashtextextended('helpdesk.figures', 0));
  lock table public.tickets, public.ticket_ratings, public.profiles in share mode;
  delete from private.figure_changes;
  delete from private.daily_figures;
  foreach source in array array['public.tickets', 'public.ticket_ratings', 'public.profiles'] loop
    -- The body in place of a call for each row, which would take 20 times as long: a function with a search path is not inlined.
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount) from %s r cross join lateral (%s) c (day, agent_id, figure, amount) group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p where p.oid = format('private.figures_of(%s)', source)::regprocedure));
  end loop;
end
$$;
comment on function private.refresh_figures() is 'Computes all figures again from the tables, after changes that fired no trigger.';

-- Updates of other columns cost nothing.
create trigger tickets_figures_new after insert or delete on public.tickets
  for each row execute function private.count_figures();
create trigger tickets_figures after update on public.tickets
  for each row when (
    (old.created_at, old.resolved_at, old.first_response_at, old.status, old.assigned_to)
    is distinct from (new.created_at, new.resolved_at, new.first_response_at, new.status, new.assigned_to))
  execute function private.count_figures();
create trigger tickets_figures_none after truncate on public.tickets for each statement
  execute function private.clear_figures('created', 'created_resolved', 'resolved', 'responses', 'response_time', 'active', 'unassigned');

create trigger ticket_ratings_figures_new after insert or delete on public.ticket_ratings
  for each row execute function private.count_figures();
create trigger ticket_ratings_figures after update on public.ticket_ratings
  for each row when ((old.created_at, old.agent_id, old.score) is distinct from (new.created_at, new.agent_id, new.score))
  execute function private.count_figures();
create trigger ticket_ratings_figures_none after truncate on public.ticket_ratings for each statement
  execute function private.clear_figures('ratings', 'good_ratings');

create trigger profiles_figures_new after insert or delete on public.profiles
  for each row execute function private.count_figures();
create trigger profiles_figures after update on public.profiles
  for each row when (old.deactivated_at is distinct from new.deactivated_at) execute function private.count_figures();
create trigger profiles_figures_none after truncate on public.profiles for each statement
  execute function private.clear_figures('users');

select private.refresh_figures();

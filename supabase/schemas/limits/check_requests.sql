-- Checks every request before the data API runs it.
create schema gate;
comment on schema gate is 'Called by the data API before each request. Never exposed by the API.';
revoke all on schema gate from public;
grant usage on schema gate to anon, authenticated, service_role;

-- The data API calls this function before each request, in the same transaction, also on hosted Supabase.
-- * `Prefer: count=planned` and `count=estimated` would return the planner's estimate over all rows, including those
-- that   row level security hides.
-- * Row level security would answer an ended session with empty lists, as if all tickets were gone. An error lets the
--   client ask to sign in and keep unsent text.
-- * Hosted projects have one timeout for all signed-in users. Customers' statements take milliseconds, so a lower one
--   keeps a slow pattern from holding connections that staff wait for.
create function gate.check_request() returns void
language plpgsql volatile set search_path = '' as $$
declare
  caller text;
begin
  -- A setting of an earlier transaction leaves an empty text behind.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)' then
    raise sqlstate 'PT400' using message = 'Counts are exact here', detail = 'count_guessed';
  end if;
  -- Nested: anonymous callers cannot even look up a name in `private`.
  if current_user = 'authenticated' then
    caller := private.current_role();
    if caller is null then
      raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
    end if;
    if caller = 'customer' then
      perform set_config('statement_timeout', '3s', true);
    end if;
  end if;
end
$$;
comment on function gate.check_request() is
  'Refuses estimated counts, ended sessions and deactivated users. Limits customers'' statements to 3 seconds.';
grant execute on function gate.check_request() to anon, authenticated, service_role;

alter role authenticator set pgrst.db_pre_request = 'gate.check_request';
notify pgrst, 'reload config';

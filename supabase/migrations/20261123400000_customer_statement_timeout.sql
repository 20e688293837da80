-- Hosted projects know one timeout for everybody who is signed in (`alter role authenticated`). A customer's statements
-- take milliseconds; a slow pattern that keeps a connection busy for 8 seconds is one that staff wait for. The data API
-- calls this function before each request in the same transaction, so a setting for the transaction applies to what
-- follows, also on hosted Supabase.

create or replace function gate.check_request() returns void
language plpgsql volatile set search_path = '' as $$
declare
  caller text;
begin
  -- An empty text is what a setting of an earlier transaction leaves behind.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)' then
    raise sqlstate 'PT400' using message = 'Counts are exact here', detail = 'count_guessed';
  end if;
  -- Two steps: anonymous callers may not even look up a name in `private`.
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
  'Refuses counts that are guessed from statistics, sessions that were ended and deactivated people. Limits the statements of customers to 3 seconds.';

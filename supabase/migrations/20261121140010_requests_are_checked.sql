-- `Prefer: count=planned` and `count=estimated` answer with the planner's guess over all rows, also those that row
-- level security hides: how many notes there are, and on which ticket. The data API asks this function before every
-- request. It lies in a schema of its own that the API does not expose.
--
-- Row level security answers a session that was ended, and somebody who was switched off, with empty lists: as if all
-- tickets were gone. Said before anything else, the client knows: it asks to sign in and keeps what was typed.

create schema gate;
comment on schema gate is 'What the data API asks before a request. Never exposed by the API.';
revoke all on schema gate from public;
grant usage on schema gate to anon, authenticated, service_role;

create function gate.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  -- An empty text is what a setting of an earlier transaction leaves behind.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)' then
    raise sqlstate 'PT400' using message = 'Counts are exact here', detail = 'count_guessed';
  end if;
  -- Two steps: anonymous callers may not even look up a name in `private`.
  if current_user = 'authenticated' then
    if private.current_role() is null then
      raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
    end if;
  end if;
end
$$;
comment on function gate.check_request() is
  'Refuses counts that are guessed from statistics, sessions that were ended and people who were switched off.';
revoke execute on function gate.check_request() from public;
grant execute on function gate.check_request() to anon, authenticated, service_role;

alter role authenticator set pgrst.db_pre_request = 'gate.check_request';
notify pgrst, 'reload config';

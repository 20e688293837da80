-- Row level security answers a session that was ended, and somebody who was switched off, with empty lists: as if all
-- tickets were gone. Said before anything else, the client knows: it asks to sign in and keeps what was typed.

create or replace function gate.check_request() returns void
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

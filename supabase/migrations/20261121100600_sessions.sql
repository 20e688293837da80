-- Where somebody is signed in, and signing out from afar. An access token outlives its session by up to an
-- hour; so that ending a session is felt at once, the role of a caller is looked up together with the session.

-- In plpgsql, because its plan is kept by the connection: an SQL function that another one calls for each
-- row is planned for each row.
create or replace function private.current_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A token that names no session was not made by a sign-in and counts for as long as it says.
  session_id uuid := nullif(auth.jwt() ->> 'session_id', '');
begin
  return (
    select p.role from public.profiles p
    where p.id = auth.uid() and p.deactivated_at is null
      and (session_id is null or exists (
        select from auth.sessions s where s.id = session_id and s.user_id = p.id)));
end
$$;
comment on function private.current_role() is
  'Role of the caller from profiles; null for anonymous and deactivated callers and for a session that was ended.';

create function public.list_my_sessions()
returns table (
  id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, ip text, is_current boolean)
language sql stable rows 5 security definer set search_path = '' as $$
  select s.id, s.created_at,
    -- Auth keeps this one without a zone, in UTC.
    greatest(s.refreshed_at at time zone 'UTC', s.created_at),
    s.user_agent, host(s.ip), s.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (select private.current_role()) is not null
    and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc, s.id
  limit 100
$$;
comment on function public.list_my_sessions() is
  'The caller''s sessions: the current one first, then by last activity, at most 100.';

create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- Its refresh tokens go with it.
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = auth.uid();
  return found;
end
$$;
comment on function public.end_my_session(uuid) is
  'Signs the caller out elsewhere: its token has no rights from the next request on. False when it is not the caller''s.';

revoke execute on function public.list_my_sessions(), public.end_my_session(uuid)
  from public, anon, authenticated;
grant execute on function public.list_my_sessions(), public.end_my_session(uuid) to authenticated, service_role;

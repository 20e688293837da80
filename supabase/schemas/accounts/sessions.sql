-- Sessions of users: list them, end them, ban deactivated users.
create function public.list_my_sessions()
returns table (
  id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, ip text, is_current boolean)
language sql stable rows 5 security definer set search_path = '' as $$
  select s.id, s.created_at,
    -- Auth stores refreshed_at without a zone, in UTC.
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
grant execute on function public.list_my_sessions() to authenticated, service_role;

create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- Deletes its refresh tokens too.
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = auth.uid();
  if not found then
    return false;
  end if;
  perform private.move_topics_of(auth.uid(), private.is_active_staff(auth.uid()));
  return true;
end
$$;
comment on function public.end_my_session(uuid) is
  'Ends a session of the caller: its token has no rights from the next request on. False when it is not the caller''s.';
grant execute on function public.end_my_session(uuid) to authenticated, service_role;

-- A session that is ended by its owner on another device, or by an admin, stops receiving at once.
create function public.end_user_sessions(target uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to change accounts' using detail = 'admin_required';
  end if;
  delete from auth.sessions s where s.user_id = target;
  get diagnostics ended = row_count;
  perform private.audit('sessions_ended', target,
    (select coalesce(p.email, p.name) from public.profiles p where p.id = target), null, to_jsonb(ended));
  if ended > 0 then
    perform private.move_topics_of(target, private.is_active_staff(target));
  end if;
  return ended;
end
$$;
comment on function public.end_user_sessions(uuid) is 'Admins: end all sessions of a user. Returns their number.';
grant execute on function public.end_user_sessions(uuid) to authenticated, service_role;

create function private.ban_deactivated_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Keeps the sessions, so that the auth server can say why it refuses to refresh them. It cannot parse infinity.
  update auth.users u
  set banned_until = case when new.deactivated_at is not null then now() + interval '100 years' end
  where u.id = new.id;
  return null;
end
$$;
comment on function private.ban_deactivated_user() is
  'Bans a deactivated user, who can then neither refresh nor start a session; unbans a reactivated one.';

create trigger profiles_follow_activation after update of deactivated_at on public.profiles
  for each row when ((old.deactivated_at is null) is distinct from (new.deactivated_at is null))
  execute function private.ban_deactivated_user();

-- A sign-out without a network ends its session later: from a page that has no token any more.
create function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  -- Deletes its refresh tokens too.
  delete from auth.sessions s where s.id = end_session.session_id returning s.user_id into person;
  if person is not null then
    perform private.move_topics_of(person, private.is_active_staff(person));
  end if;
end
$$;
comment on function public.end_session(uuid) is
  'Ends a session by its id, which only its token names. Lets a browser that has already forgotten the token end it; '
  'gives no other right, and says nothing about unknown ids.';
revoke all on function public.end_session(uuid) from public, anon, authenticated;
grant execute on function public.end_session(uuid) to anon, authenticated, service_role;

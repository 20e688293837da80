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
  'Ends a session by its id, which only its token names. Lets a browser that has already forgotten the token end it; gives no other right, and says nothing about unknown ids.';

revoke all on function public.end_session(uuid) from public, anon, authenticated;
grant execute on function public.end_session(uuid) to anon, authenticated, service_role;

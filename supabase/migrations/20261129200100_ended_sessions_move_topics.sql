-- A session that is ended by its owner on another device, or by an admin, stops receiving at once.

create or replace function public.end_my_session(session_id uuid) returns boolean
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

create or replace function public.end_user_sessions(target uuid) returns integer
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

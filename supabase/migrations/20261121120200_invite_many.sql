-- Up to a hundred addresses at once, each with its own answer: one that another admin invites in the same moment is
-- told so, and the others of the list are invited all the same.

create function public.create_invites(emails text[], role text)
returns table (email text, id uuid, token uuid, expires_at timestamptz, code text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  seen text[] := '{}';
  problem text;
  reason text;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  if cardinality(emails) is null or cardinality(emails) not between 1 and 100 then
    raise exception 'Between 1 and 100 addresses can be invited at once' using detail = 'invite_count';
  end if;
  foreach address in array emails loop
    email := lower(btrim(coalesce(address, '')));
    id := null; token := null; expires_at := null; code := null; message := null;
    if email = any (seen) then
      code := 'invite_repeated'; message := 'This address is in the list twice';
    else
      seen := seen || email;
      begin
        select made.id, made.token, made.expires_at into id, token, expires_at
        from public.create_invite(email, create_invites.role) made;
      exception
        when raise_exception then
          get stacked diagnostics reason = message_text, problem = pg_exception_detail;
          code := problem; message := reason;
        when unique_violation then
          code := 'invite_exists'; message := 'Somebody else invited this address just now';
        when check_violation then
          code := 'invite_email'; message := 'Please enter a valid email address';
      end;
    end if;
    return next;
  end loop;
end
$$;
comment on function public.create_invites(text[], text) is
  'Admins: invite 1 to 100 addresses; a row for each with its token, or with code and message where it was refused.';
revoke execute on function public.create_invites(text[], text) from public, anon, authenticated;
grant execute on function public.create_invites(text[], text) to authenticated, service_role;

-- Admins create, revoke and list invites, one or many at once.
create function public.create_invite(email text, role text)
returns table (id uuid, token uuid, invite_email text, invite_role text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  secret uuid := gen_random_uuid();
  address text := lower(btrim(create_invite.email));
  known public.profiles;
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  if create_invite.role is null or create_invite.role not in ('agent', 'admin') then
    raise exception 'An invite can only grant the role agent or admin' using detail = 'invite_role';
  end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(address) > 254 then
    raise exception 'Please enter a valid email address' using detail = 'invite_email';
  end if;
  select p.* into known from public.profiles p
  where p.email = address and private.is_confirmed(p.id) order by p.created_at limit 1;
  if known.deactivated_at is not null then
    raise exception 'The account with this email is deactivated. Reactivate it on the users page first.'
      using detail = 'account_deactivated';
  end if;
  if private.role_rank(known.role) >= private.role_rank(create_invite.role) then
    raise exception 'This person is already an %', known.role using detail = 'email_exists';
  end if;
  -- A new invite replaces the pending one.
  update public.invites i set revoked_at = now()
  where i.email = address and i.used_at is null and i.revoked_at is null;
  return query
    insert into public.invites as i (email, role, token_hash, created_by)
    values (address, create_invite.role, private.hash_token(secret::text), auth.uid())
    returning i.id, secret, i.email, i.role, i.expires_at;
end
$$;
comment on function public.create_invite(text, text) is
  'Admins: invite an address as agent or admin. Returns the token, only here. The owner of a confirmed account '
  'accepts it with accept_invite. Raises for staff who already have the role.';
grant execute on function public.create_invite(text, text) to authenticated, service_role;

-- Each address succeeds or fails alone: a race with another admin for one address does not stop the others.
create function public.create_invites(emails text[], role text)
returns table (email text, id uuid, token uuid, expires_at timestamptz, code text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  seen text[] := '{}';
  problem text;
  reason text;
begin
  if not private.can_manage_people() then
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
  'Admins: invite 1 to 100 addresses. One row each, with its token, or with code and message when refused.';
grant execute on function public.create_invites(text[], text) to authenticated, service_role;

create function public.revoke_invite(invite_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  update public.invites i set revoked_at = now()
  where i.id = invite_id and i.used_at is null and i.revoked_at is null;
  return found;
end
$$;
comment on function public.revoke_invite(uuid) is 'Admins: revoke a pending invite. False when it was not pending.';
grant execute on function public.revoke_invite(uuid) to authenticated, service_role;

create function public.list_invites(
  filter_state text default null, max_rows integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, email text, role text, state text, created_by_name text,
  created_at timestamptz, expires_at timestamptz, used_at timestamptz, revoked_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  return query
    select listed.id, listed.email, listed.role, listed.state, p.name, listed.created_at, listed.expires_at,
      listed.used_at, listed.revoked_at
    from (
      select i.*, case when i.used_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
        when i.expires_at <= now() then 'expired' else 'pending' end as state
      from public.invites i
    ) listed left join public.profiles p on p.id = listed.created_by
    where (filter_state is null or listed.state = filter_state)
      and (after_created_at is null or (listed.created_at, listed.id)
        < (after_created_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid)))
    order by listed.created_at desc, listed.id desc
    limit least(greatest(coalesce(max_rows, 50), 1), 100);
end
$$;
comment on function public.list_invites(text, integer, timestamptz, uuid) is
  'Admins: invites as pending, accepted, expired or revoked, newest first, paged by (created_at, id).';
grant execute on function public.list_invites(text, integer, timestamptz, uuid) to authenticated, service_role;

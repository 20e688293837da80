-- Anyone can register anyone's address; until it is confirmed the account proves nothing. It does not keep an address
-- from being invited, it gets no staff role from an admin, and a valid invite replaces it.

create function private.is_confirmed(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = target and u.email_confirmed_at is not null)
$$;
comment on function private.is_confirmed(uuid) is 'True when the person has confirmed their e-mail address.';

create function private.role_rank(role text) returns integer
language sql immutable set search_path = '' as $$
  select case role when 'admin' then 2 when 'agent' then 1 else 0 end
$$;
comment on function private.role_rank(text) is 'customer 0, agent 1, admin 2.';
revoke execute on function private.is_confirmed(uuid), private.role_rank(text) from public, anon, authenticated;

-- People are looked up by their address.
create index profiles_email_idx on public.profiles (email);

create or replace function private.keep_one_admin(target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks every admin in one order: two admins who demote each other at once must wait for each other.
  perform from public.profiles p where p.role = 'admin' order by p.id for update;
  -- An admin who never confirmed their address cannot sign in: they do not count.
  if not exists (
    select from public.profiles p
    where p.role = 'admin' and p.deactivated_at is null and p.id <> target and private.is_confirmed(p.id)
  ) and exists (
    select from public.profiles p where p.id = target and p.role = 'admin' and p.deactivated_at is null
  ) then
    raise exception 'The last admin cannot be removed' using detail = 'last_admin';
  end if;
end
$$;
comment on function private.keep_one_admin(uuid) is
  'Raises when without the given user there would be no active admin with a confirmed address.';

create or replace function public.set_user_role(target uuid, new_role text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if private.is_admin() then
    perform private.lock_people(target);
  end if;
  -- Checked after waiting: another admin may have been faster.
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change roles' using detail = 'admin_required';
  end if;
  if new_role is null or new_role not in ('customer', 'agent', 'admin') then
    raise exception 'Role must be customer, agent or admin' using detail = 'role_invalid';
  end if;
  if not private.is_confirmed(target) and exists (
    select from public.profiles p
    where p.id = target and private.role_rank(new_role) > private.role_rank(p.role)
  ) then
    raise exception 'This person has not confirmed their email address yet. Send them an invite instead.'
      using detail = 'email_unconfirmed';
  end if;
  if new_role <> 'admin' then
    perform private.keep_one_admin(target);
  end if;
  -- The tickets and invites of former staff follow by triggers.
  update public.profiles p set role = new_role where p.id = target returning p.* into changed;
  if not found then
    raise sqlstate 'PT404' using message = 'User not found', detail = 'user_not_found';
  end if;
  return changed;
end
$$;

create or replace function public.create_invite(email text, role text)
returns table (id uuid, token uuid, invite_email text, invite_role text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  secret uuid := gen_random_uuid();
  address text := lower(btrim(create_invite.email));
  known public.profiles;
begin
  if not private.is_admin() then
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
  -- A newer invite replaces the pending one, so that one address never has two open doors.
  update public.invites i set revoked_at = now()
  where i.email = address and i.used_at is null and i.revoked_at is null;
  return query
    insert into public.invites as i (email, role, token_hash, created_by)
    values (address, create_invite.role, private.hash_token(secret::text), auth.uid())
    returning i.id, secret, i.email, i.role, i.expires_at;
end
$$;
comment on function public.create_invite(text, text) is
  'Admins: invite an address as agent or admin. Returns the token, this once. The owner of a confirmed account accepts it with accept_invite; staff who have that role already are refused.';

-- Invites for staff. Only an invite makes a new user an agent or admin. Only a hash of the token is stored.
create table public.invites (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint invites_email check (email = lower(btrim(email)) and email like '_%@_%._%'),
  role text not null constraint invites_role check (role in ('agent', 'admin')),
  token_hash text not null unique,
  created_by uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  expires_at timestamptz not null default private.invite_expiry(),
  revoked_at timestamptz,
  used_at timestamptz,
  -- Deferred: the invite is redeemed before the profile of the new user exists.
  used_by uuid references public.profiles (id) on delete set null deferrable initially deferred,
  created_at timestamptz not null default now()
);
comment on table public.invites is 'Invites for staff: single use, at most 7 days, for one e-mail address, revocable.';
comment on column public.invites.token_hash is 'sha256 (hex) of the token in its canonical uuid text form.';

create index invites_created_by_idx on public.invites (created_by);
create index invites_created_at_idx on public.invites (created_at desc, id desc);
create unique index invites_pending_email_idx on public.invites (email) where used_at is null and revoked_at is null;
create index invites_used_by_idx on public.invites (used_by);

alter table public.invites
  alter column email set statistics 0,
  alter column token_hash set statistics 0;

alter table public.invites enable row level security;
grant select (id, email, role, created_by, expires_at, revoked_at, used_at, used_by, created_at)
  on table public.invites to authenticated;
grant all on table public.invites to service_role;

create function private.hash_token(token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(btrim(token)), 'UTF8')), 'hex')
$$;
comment on function private.hash_token(text) is 'Hash of an invite token.';

-- An invite is valid only while its author is an active admin.
create function private.pending_invite(token text) returns public.invites
language sql stable security definer set search_path = '' as $$
  select i.* from public.invites i join public.profiles p on p.id = i.created_by
  where i.token_hash = private.hash_token(pending_invite.token)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    and p.role = 'admin' and p.deactivated_at is null
$$;
comment on function private.pending_invite(text) is
  'The invite of a token, if pending, not expired and made by an active admin.';

create function private.redeem_invite(token text, address text, person uuid) returns text
language sql security definer set search_path = '' as $$
  -- A single statement: of two people racing for a token, the second finds used_at set.
  update public.invites i set used_at = now(), used_by = redeem_invite.person
  from public.profiles p
  where i.token_hash = private.hash_token(redeem_invite.token) and i.email = lower(redeem_invite.address)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    and p.id = i.created_by and p.role = 'admin' and p.deactivated_at is null
  returning i.role
$$;
comment on function private.redeem_invite(text, text, uuid) is
  'Marks an invite as used by the person. Returns its role; null when it is not valid.';

create function private.revoke_invites_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invites i set revoked_at = now()
  where i.used_at is null and i.revoked_at is null and (
    -- from this person
    (i.created_by = new.id and (new.role <> 'admin' or new.deactivated_at is not null))
    -- to this person
    or i.email = lower(new.email));
  return null;
end
$$;
comment on function private.revoke_invites_of_person() is
  'On a role change or deactivation, revokes the pending invites from a former admin and those to the person.';

create function public.verify_invite(token uuid)
returns table (is_valid boolean, invite_email text, invite_role text)
language sql stable security definer set search_path = '' as $$
  select i.id is not null, i.email, i.role from private.pending_invite(verify_invite.token::text) i
$$;
comment on function public.verify_invite(uuid) is 'Public: whether a token is valid, for which e-mail and role. Reveals nothing else.';

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
  'Admins: invite an address as agent or admin. Returns the token, only here. The owner of a confirmed account accepts it with accept_invite. Raises for staff who already have the role.';

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

grant execute on function public.verify_invite(uuid) to anon, authenticated, service_role;
grant execute on function public.create_invite(text, text), public.create_invites(text[], text),
  public.revoke_invite(uuid), public.list_invites(text, integer, timestamptz, uuid)
  to authenticated, service_role;

create policy invites_select_admin on public.invites for select to authenticated
  using ((select private.can_manage_people()));

create trigger profiles_end_invites after update of role, deactivated_at on public.profiles
  for each row when (
    new.role is distinct from old.role or (new.deactivated_at is not null and old.deactivated_at is null))
  execute function private.revoke_invites_of_person();

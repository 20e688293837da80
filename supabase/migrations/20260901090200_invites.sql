-- Invites are the only way to become an agent or admin without an existing admin's later decision.
-- The token itself is never stored.

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint invites_email check (email = lower(btrim(email)) and email like '_%@_%._%'),
  role text not null constraint invites_role check (role in ('agent', 'admin')),
  token_hash text not null unique,
  created_by uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '7 days',
  revoked_at timestamptz,
  used_at timestamptz,
  -- Deferred: the invite is consumed before the profile of the new user exists.
  used_by uuid references public.profiles (id) on delete set null deferrable initially deferred,
  created_at timestamptz not null default now()
);
comment on table public.invites is 'Invitations for staff: single use, 7 days, for one e-mail address, revocable.';
comment on column public.invites.token_hash is 'sha256 (hex) of the token in its canonical uuid text form.';

create index invites_created_by_idx on public.invites (created_by);
create unique index invites_used_by_idx on public.invites (used_by);
create index invites_created_at_idx on public.invites (created_at desc, id desc);
create unique index invites_pending_email_idx on public.invites (email) where used_at is null and revoked_at is null;

alter table public.invites enable row level security;
revoke all on table public.invites from public, anon, authenticated;
grant select on table public.invites to authenticated;
grant all on table public.invites to service_role;

create policy invites_select_admin on public.invites for select to authenticated
  using ((select private.is_admin()));

create function private.hash_token(token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(btrim(token)), 'UTF8')), 'hex')
$$;
comment on function private.hash_token(text) is 'How an invite token is stored.';
revoke execute on function private.hash_token(text) from public, anon, authenticated;

create function public.create_invite(email text, role text)
returns table (id uuid, token uuid, invite_email text, invite_role text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  secret uuid := gen_random_uuid();
  address text := lower(btrim(create_invite.email));
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
  if exists (select from public.profiles p where lower(p.email) = address) then
    raise exception 'An account with this email already exists' using detail = 'email_exists';
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
comment on function public.create_invite(text, text) is 'Admins: invite an address as agent or admin. Returns the token, this once.';

create function public.revoke_invite(invite_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  update public.invites i set revoked_at = now()
  where i.id = invite_id and i.used_at is null and i.revoked_at is null;
  return found;
end
$$;
comment on function public.revoke_invite(uuid) is 'Admins: make a pending invite worthless. False when it was not pending.';

create function public.verify_invite(token uuid)
returns table (is_valid boolean, invite_email text, invite_role text)
language sql stable security definer set search_path = '' as $$
  select i.id is not null, i.email, i.role
  from (select 1) one
  left join public.invites i
    on i.token_hash = private.hash_token(verify_invite.token::text)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
$$;
comment on function public.verify_invite(uuid) is 'Anyone holding a token: is it good, for which e-mail and role. Nothing else is told.';

revoke execute on function public.create_invite(text, text), public.revoke_invite(uuid),
  public.verify_invite(uuid) from public, anon, authenticated;
grant execute on function public.create_invite(text, text), public.revoke_invite(uuid) to authenticated, service_role;
grant execute on function public.verify_invite(uuid) to anon, authenticated, service_role;

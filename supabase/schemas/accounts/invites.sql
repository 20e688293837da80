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

create function public.verify_invite(token uuid)
returns table (is_valid boolean, invite_email text, invite_role text)
language sql stable security definer set search_path = '' as $$
  select i.id is not null, i.email, i.role from private.pending_invite(verify_invite.token::text) i
$$;
comment on function public.verify_invite(uuid) is
  'Public: whether a token is valid, for which e-mail and role. Reveals nothing else.';
grant execute on function public.verify_invite(uuid) to anon, authenticated, service_role;

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

create policy invites_select_admin on public.invites for select to authenticated
  using ((select private.can_manage_people()));

create trigger profiles_end_invites after update of role, deactivated_at on public.profiles
  for each row when (
    new.role is distinct from old.role or (new.deactivated_at is not null and old.deactivated_at is null))
  execute function private.revoke_invites_of_person();

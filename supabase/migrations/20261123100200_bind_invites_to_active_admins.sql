-- An invite is worth what its author may do now: those of a former admin are revoked, and none is verified or consumed
-- whose author is not an active admin. An admin's later decision about a person also ends the invites to that person.

create function private.pending_invite(token text) returns public.invites
language sql stable security definer set search_path = '' as $$
  select i.* from public.invites i join public.profiles p on p.id = i.created_by
  where i.token_hash = private.hash_token(pending_invite.token)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    and p.role = 'admin' and p.deactivated_at is null
$$;
comment on function private.pending_invite(text) is
  'The invite of a token while it can be used: pending, not expired, and made by somebody who is still an active admin.';

create or replace function public.verify_invite(token uuid)
returns table (is_valid boolean, invite_email text, invite_role text)
language sql stable security definer set search_path = '' as $$
  select i.id is not null, i.email, i.role from private.pending_invite(verify_invite.token::text) i
$$;

create function private.redeem_invite(token text, address text, person uuid) returns text
language sql security definer set search_path = '' as $$
  -- One statement decides: of two people racing for a token the second finds used_at set.
  update public.invites i set used_at = now(), used_by = redeem_invite.person
  from public.profiles p
  where i.token_hash = private.hash_token(redeem_invite.token) and i.email = lower(redeem_invite.address)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    and p.id = i.created_by and p.role = 'admin' and p.deactivated_at is null
  returning i.role
$$;
comment on function private.redeem_invite(text, text, uuid) is
  'Uses an invite up for that address and person. Returns its role; null when it cannot be used.';
revoke execute on function private.pending_invite(text), private.redeem_invite(text, text, uuid)
  from public, anon, authenticated;

create or replace function private.consume_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  granted text := 'customer';
  invite_token text := new.raw_user_meta_data ->> 'invite_token';
begin
  if invite_token is not null then
    granted := private.redeem_invite(invite_token, new.email, new.id);
    if granted is null then
      raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
    end if;
  end if;
  new.raw_user_meta_data := (coalesce(new.raw_user_meta_data, '{}'::jsonb) - 'invite_token')
    || jsonb_build_object('role', granted);
  return new;
end
$$;

create function private.end_invites() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invites i set revoked_at = now()
  where i.used_at is null and i.revoked_at is null and (
    -- by this person
    (i.created_by = new.id and (new.role <> 'admin' or new.deactivated_at is not null))
    -- to this person
    or i.email = lower(new.email));
  return null;
end
$$;
comment on function private.end_invites() is
  'A changed role or a deactivation revokes the pending invites that a former admin made and those to that person.';
revoke execute on function private.end_invites() from public, anon, authenticated;

create trigger profiles_end_invites after update of role, deactivated_at on public.profiles
  for each row when (
    new.role is distinct from old.role or (new.deactivated_at is not null and old.deactivated_at is null))
  execute function private.end_invites();

update public.invites i set revoked_at = now()
where i.used_at is null and i.revoked_at is null and not exists (
  select from public.profiles p where p.id = i.created_by and p.role = 'admin' and p.deactivated_at is null);

-- A stranger may have registered an invited address with a password of their own. Signing up with the invite removes
-- that unconfirmed account, and confirming an account at an invited address (or moving one there) invalidates its
-- password, its sessions and its links. GoTrue leaves an unconfirmed account unchanged at a second sign-up, so both
-- happen here. Auth redeems links from auth.one_time_tokens; the columns of auth.users only repeat them.
create function private.reset_unproven_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.invites i
    where i.email = lower(new.email) and i.used_at is null and i.revoked_at is null and i.expires_at > now()
  ) and (
    new.email is distinct from old.email
    -- Signed up with its own invite: the password came with a token from the mailbox.
    or not exists (select from public.invites i where i.used_by = new.id)
  ) then
    new.encrypted_password := null;
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
    new.email_change_confirm_status := 0;
    delete from auth.one_time_tokens t where t.user_id = new.id;
    delete from auth.sessions s where s.user_id = new.id;
    delete from auth.mfa_factors f where f.user_id = new.id;
    -- A provider that verified this mailbox proves as much as the link.
    delete from auth.identities i where i.user_id = new.id and i.provider <> 'email' and (
      lower(i.identity_data ->> 'email') is distinct from lower(new.email)
      or i.identity_data ->> 'email_verified' is distinct from 'true');
  end if;
  return new;
end
$$;
comment on function private.reset_unproven_password() is
  'An account confirmed at, or moved to, an address with a pending invite loses its password, second factors, '
  'sessions, pending links and foreign identities, which may be a stranger''s. The owner of the mailbox sets a new '
  'password.';

create trigger helpdesk_forget_unproven_password before update of email_confirmed_at, email on auth.users
  for each row when (
    (old.email_confirmed_at is null and new.email_confirmed_at is not null) or new.email is distinct from old.email)
  execute function private.reset_unproven_password();

create function private.discard_unconfirmed(token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.pending_invite(token);
  person uuid;
begin
  select u.id into person from auth.users u
  where u.email = invite.email and u.email_confirmed_at is null and not u.is_sso_user for update;
  return person is not null and private.discard_account(person);
end
$$;
comment on function private.discard_unconfirmed(text) is
  'Removes the unconfirmed account of an invited address, or every way to sign in to it. True when the address is '
  'free.';

create function public.prepare_invited_sign_up(token uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.pending_invite(token::text);
begin
  if invite.id is null then
    return false;
  end if;
  perform private.discard_unconfirmed(token::text);
  return exists (
    select from auth.users u
    where u.email = invite.email and u.email_confirmed_at is not null and not u.is_sso_user);
end
$$;
comment on function public.prepare_invited_sign_up(uuid) is
  'With a valid invite, before signing up: removes an unconfirmed account of the address. True when a confirmed '
  'account exists, which accepts the invite instead.';
grant execute on function public.prepare_invited_sign_up(uuid) to anon, authenticated, service_role;

create function public.accept_invite(token uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me public.profiles;
  address text;
  granted text;
  had_other_owner boolean;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- Serialises with an admin who changes this person.
  select p.* into me from public.profiles p where p.id = auth.uid() for no key update;
  if me.deactivated_at is not null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- If the account had another address, its password is kept only if it was just used.
  select lower(u.email), u.email_change_sent_at is not null
    and not coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]', false)
  into address, had_other_owner from auth.users u where u.id = me.id and u.email_confirmed_at is not null;
  granted := (private.pending_invite(token::text)).role;
  if granted is null then
    raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
  end if;
  if address is distinct from (private.pending_invite(token::text)).email then
    raise exception 'This invite is for another email address.' using detail = 'invite_other_address';
  end if;
  if private.role_rank(me.role) >= private.role_rank(granted) then
    raise exception 'You already have this role.' using detail = 'invite_needless';
  end if;
  granted := private.redeem_invite(token::text, address, me.id);
  if granted is null then
    raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
  end if;
  update public.profiles p set role = granted where p.id = me.id;
  -- A former owner may be signed in elsewhere, know the password, have requested another address or linked a provider.
  delete from auth.sessions s where s.user_id = me.id and s.id::text is distinct from auth.jwt() ->> 'session_id';
  delete from auth.one_time_tokens t where t.user_id = me.id;
  if had_other_owner then
    delete from auth.mfa_factors f where f.user_id = me.id;
    delete from auth.identities i where i.user_id = me.id and i.provider <> 'email' and (
      lower(i.identity_data ->> 'email') is distinct from address
      or i.identity_data ->> 'email_verified' is distinct from 'true');
  end if;
  update auth.users u set
    -- For display; the trigger on this column writes the true role.
    raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('role', granted),
    confirmation_token = '', recovery_token = '', reauthentication_token = '',
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    encrypted_password = case when not had_other_owner then u.encrypted_password end
  where u.id = me.id;
  return granted;
end
$$;
comment on function public.accept_invite(uuid) is
  'Gives the confirmed owner of the invited address the role of the invite; ends their other sessions and the links '
  'that are on their way. Returns the role. Never lowers a role.';
grant execute on function public.accept_invite(uuid) to authenticated, service_role;

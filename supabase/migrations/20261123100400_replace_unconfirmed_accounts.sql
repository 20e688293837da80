-- A stranger may have registered an invited address with a password of their own. The holder of the invite gets rid of
-- that account before signing up; and when an account is confirmed while its address is invited, or takes an address that
-- is, the password and the sessions from before count no more. GoTrue never changes an unconfirmed account at a second sign-up, so both work without it.

create function private.discard_unconfirmed(token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.pending_invite(token);
  person uuid;
begin
  select u.id into person from auth.users u
  where u.email = invite.email and u.email_confirmed_at is null and not u.is_sso_user for update;
  if person is null then
    return false;
  end if;
  begin
    delete from auth.users u where u.id = person;
    return true;
  exception when foreign_key_violation then
    -- An import may have given it tickets: the account stays, nothing that opens it does.
    delete from auth.identities i where i.user_id = person;
    delete from auth.sessions s where s.user_id = person;
    if to_regclass('auth.one_time_tokens') is not null then
      execute 'delete from auth.one_time_tokens where user_id = $1' using person;
    end if;
    update auth.users u set encrypted_password = null, phone = null, confirmation_token = '', recovery_token = '',
      email_change = '', email_change_token_new = '', email_change_token_current = '', phone_change = '',
      phone_change_token = '', reauthentication_token = ''
    where u.id = person;
    return false;
  end;
end
$$;
comment on function private.discard_unconfirmed(text) is
  'Removes the never confirmed account of an invited address, or all that opens it. True when the address is free now.';

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
  'The holder of a valid invite, before signing up: removes a never confirmed account of that address. True when a confirmed account exists, which then accepts the invite instead.';
revoke execute on function private.discard_unconfirmed(text), public.prepare_invited_sign_up(uuid)
  from public, anon, authenticated;
grant execute on function public.prepare_invited_sign_up(uuid) to anon, authenticated, service_role;

create function private.forget_unproven_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.invites i
    where i.email = lower(new.email) and i.used_at is null and i.revoked_at is null and i.expires_at > now()
  ) and (
    new.email is distinct from old.email
    -- Signed up with an invite of its own: that password came with a token from the mailbox.
    or not exists (select from public.invites i where i.used_by = new.id)
  ) then
    new.encrypted_password := null;
    delete from auth.sessions s where s.user_id = new.id;
    -- A provider that has seen its bearer read this mailbox proves as much as the link.
    delete from auth.identities i where i.user_id = new.id and i.provider <> 'email' and (
      lower(i.identity_data ->> 'email') is distinct from lower(new.email)
      or i.identity_data ->> 'email_verified' is distinct from 'true');
  end if;
  return new;
end
$$;
comment on function private.forget_unproven_password() is
  'An account that is confirmed, or takes another address, while that address has a pending invite loses its password, its sessions and other people''s identities: they may be a stranger''s. The owner of the mailbox sets a new password.';
revoke execute on function private.forget_unproven_password() from public, anon, authenticated;

create trigger helpdesk_forget_unproven_password before update of email_confirmed_at, email on auth.users
  for each row when (
    (old.email_confirmed_at is null and new.email_confirmed_at is not null) or new.email is distinct from old.email)
  execute function private.forget_unproven_password();

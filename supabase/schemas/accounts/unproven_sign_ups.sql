-- Auth keeps the password of the first sign-up for an address, whoever made it. A second mail means that somebody asked
-- again: the first password may be a stranger's, and the owner of the mailbox may have typed another. Neither is kept;
-- the portal asks for a password after the link.
create function private.forget_unproven_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known_keys constant text[] := array['sub', 'email', 'email_verified', 'phone_verified', 'role'];
begin
  -- With its own invite, the password came with a token from the mailbox.
  if exists (select from public.invites i where i.used_by = new.id) then
    return new;
  end if;
  new.encrypted_password := null;
  -- A sign-up removes foreign identities itself, a reset does not.
  if new.recovery_sent_at is distinct from old.recovery_sent_at then
    delete from auth.identities i where i.user_id = new.id and i.provider <> 'email'
      and i.identity_data ->> 'email_verified' is distinct from 'true';
  end if;
  -- The name is not a stranger's when staff, a mail or a provider gave it.
  if private.is_invited_requester(new.id)
    or not exists (select from auth.identities i where i.user_id = new.id and i.provider = 'email') then
    return new;
  end if;
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(e.key, e.value), '{}')
    from jsonb_each(coalesce(new.raw_user_meta_data, '{}')) e where e.key = any (known_keys));
  update auth.identities i set identity_data = (
    select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(i.identity_data) e
      where e.key = any (known_keys))
  where i.user_id = new.id and i.provider = 'email';
  update public.profiles p set name = left(coalesce(nullif(split_part(new.email, '@', 1), ''), 'New user'), 50)
  where p.id = new.id;
  return new;
end
$$;
comment on function private.forget_unproven_sign_up() is
  'An unconfirmed account that is sent another mail loses the password and the name of its sign-up, which may be a '
  'stranger''s.';

create trigger helpdesk_forget_unproven_sign_up before update of confirmation_sent_at, recovery_sent_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is null and (
    old.confirmation_sent_at is not null and new.confirmation_sent_at is not null
      and new.confirmation_sent_at is distinct from old.confirmation_sent_at
    or new.recovery_sent_at is not null and new.recovery_sent_at is distinct from old.recovery_sent_at))
  execute function private.forget_unproven_sign_up();

-- Auth gives an invited account a random password before it confirms the address. Nobody knows it, and with it the
-- account would not be asked for one.
create function private.drop_temporary_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.encrypted_password := null;
  return new;
end
$$;
comment on function private.drop_temporary_password() is
  'An invited account has no password until its address is confirmed.';

create trigger helpdesk_drop_temporary_password before update of encrypted_password on auth.users
  for each row when (new.email_confirmed_at is null and old.invited_at is not null
    and coalesce(old.encrypted_password, '') = '' and new.encrypted_password is not null)
  execute function private.drop_temporary_password();

create function public.needs_password() returns boolean
language sql stable security definer set search_path = '' as $$
  select (select private.current_role()) is not null and exists (
    select from auth.users u
    where u.id = (select auth.uid()) and coalesce(u.encrypted_password, '') = ''
      -- Whoever signs in with a provider needs none.
      and not exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email'))
$$;
comment on function public.needs_password() is
  'True when the caller can sign in by mail links alone: the account has neither a password nor a provider.';
grant execute on function public.needs_password() to authenticated, service_role;

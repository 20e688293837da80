-- Every auth user gets a profile in the transaction that creates the user. The role that the client
-- sends along is never believed: a customer, unless a valid invite for the same e-mail is consumed here.

create function private.consume_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  granted text := 'customer';
  invite_token text := new.raw_user_meta_data ->> 'invite_token';
begin
  if invite_token is not null then
    -- One statement decides: of two sign-ups racing for a token the second finds used_at set.
    update public.invites i
    set used_at = now(), used_by = new.id
    where i.token_hash = private.hash_token(invite_token)
      and i.email = lower(new.email)
      and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    returning i.role into granted;
    if not found then
      raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
    end if;
  end if;
  new.raw_user_meta_data := (coalesce(new.raw_user_meta_data, '{}'::jsonb) - 'invite_token')
    || jsonb_build_object('role', granted);
  return new;
end
$$;
comment on function private.consume_invite() is 'Before a user is created: redeems the invite and takes the token out of the metadata.';

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, name, email, role)
  values (
    new.id,
    left(coalesce(
      nullif(btrim(new.raw_user_meta_data ->> 'full_name'), ''),
      nullif(btrim(new.raw_user_meta_data ->> 'name'), ''),
      nullif(split_part(new.email, '@', 1), ''),
      'New user'
    ), 50),
    lower(new.email),
    coalesce((select i.role from public.invites i where i.used_by = new.id), 'customer')
  );
  return new;
end
$$;
comment on function private.create_profile() is 'After a user is created: the profile, with the role of the invite just redeemed.';

create function private.scrub_invite_token() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := new.raw_user_meta_data - 'invite_token';
  return new;
end
$$;
comment on function private.scrub_invite_token() is 'A token written to the metadata later has no effect and is not kept.';

create function private.sync_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(new.email) where id = new.id;
  return new;
end
$$;
comment on function private.sync_profile_email() is 'The display copy of the e-mail follows a confirmed change.';

revoke execute on function private.consume_invite(), private.create_profile(), private.scrub_invite_token(),
  private.sync_profile_email() from public, anon, authenticated;

create trigger helpdesk_consume_invite before insert on auth.users
  for each row execute function private.consume_invite();
create trigger helpdesk_create_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger helpdesk_scrub_invite_token before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data ? 'invite_token') execute function private.scrub_invite_token();
create trigger helpdesk_sync_profile_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.sync_profile_email();

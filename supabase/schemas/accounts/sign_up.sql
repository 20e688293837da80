-- Creates the profile in the transaction that creates the auth user. A role sent by the client is ignored: a new user
-- is a customer unless a valid invite for the same e-mail is redeemed here.
create function private.consume_invite() returns trigger
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
    -- The token came with a mail to this address.
    new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
  end if;
  new.raw_user_meta_data := (coalesce(new.raw_user_meta_data, '{}'::jsonb) - 'invite_token')
    || jsonb_build_object('role', granted);
  return new;
end
$$;
comment on function private.consume_invite() is
  'Before a user is created: redeems the invite, which confirms the address, and removes the token from the metadata.';

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
comment on function private.create_profile() is
  'After a user is created: creates the profile with the role of the redeemed invite.';

-- Copies follow a person to a new address: somebody else may have the old mailbox now.
create function private.sync_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(new.email) where id = new.id;
  delete from public.ticket_participants p
  where p.person_id = new.id and p.address = lower(old.email) and exists (
    select from public.ticket_participants k where k.ticket_id = p.ticket_id and k.address = lower(new.email));
  update public.ticket_participants p set address = lower(new.email)
  where p.person_id = new.id and p.address = lower(old.email);
  return new;
end
$$;
comment on function private.sync_profile_email() is
  'Copies a changed e-mail address to the profile, and to the tickets on which the person is in copy.';

create function private.scrub_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := (new.raw_user_meta_data - 'invite_token') || coalesce(
    (select jsonb_build_object('role', p.role) from public.profiles p where p.id = new.id), '{}'::jsonb);
  return new;
end
$$;
comment on function private.scrub_metadata() is
  'Removes an invite token from later writes and resets the displayed role to the true one.';

-- The auth server also copies sign-up metadata into the identity, where an invite token would remain in the clear.
create function private.scrub_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'invite_token' - 'role';
  return new;
end
$$;
comment on function private.scrub_identity() is 'Removes the invite token and the claimed role from an identity.';

-- User metadata ends up in access tokens and in responses of the auth server.
create function private.bound_user_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
begin
  if private.json_is_bounded(new.raw_user_meta_data, 16384, 5) is not false then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := old.raw_user_meta_data;
  end if;
  if private.json_is_bounded(before, 16384, 5) is not false then
    raise exception 'User metadata is too large' using detail = 'metadata_invalid';
  end if;
  -- Oversized metadata of an imported account: Auth also writes here when it confirms and signs in. Short values stay,
  -- those of this write first.
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(kept.key, kept.value), '{}') from (
      select e.key, e.value
      from jsonb_each(case jsonb_typeof(new.raw_user_meta_data) when 'object' then new.raw_user_meta_data end) e
      where jsonb_typeof(e.value) not in ('object', 'array') and octet_length(e.key || e.value::text) <= 500
      order by e.value is not distinct from before -> e.key, e.key limit 30
    ) kept);
  return new;
end
$$;
comment on function private.bound_user_metadata() is
  'Bounds user metadata to 16 kB and 5 levels; of oversized older metadata, keeps the short values.';

create trigger helpdesk_consume_invite before insert on auth.users
  for each row execute function private.consume_invite();
create trigger helpdesk_create_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger helpdesk_sync_profile_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.sync_profile_email();
create trigger helpdesk_scrub_metadata before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function private.scrub_metadata();
create trigger helpdesk_scrub_identity before insert or update of identity_data on auth.identities
  for each row when (new.identity_data ?| array['invite_token', 'role'])
  execute function private.scrub_identity();

-- Sorts before the triggers that read the metadata: triggers fire in the order of their names.
create trigger helpdesk_bound_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.bound_user_metadata();

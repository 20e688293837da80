-- Requesters whom staff have entered: accounts without a password. Their owner sets one by the reset link, which also
-- confirms the address.

create table private.invited_requesters (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.invited_requesters is
  'Requesters created by staff. They get mails about their tickets before they have confirmed the address.';

alter table private.invited_requesters enable row level security;
create index invited_requesters_invited_by_idx on private.invited_requesters (invited_by);

create function private.is_invited_requester(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.invited_requesters r where r.user_id = person)
$$;
comment on function private.is_invited_requester(uuid) is 'True when staff created the account for a ticket.';

-- A stranger may have registered the address with a password of their own.
create function private.discard_account(person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users u where u.id = person;
  return true;
exception when foreign_key_violation then
  -- An imported account may own tickets: keep it, but remove every way to sign in.
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
end
$$;
comment on function private.discard_account(uuid) is
  'Deletes an unconfirmed account, or every way to sign in to it. True when the address is free.';

create or replace function private.discard_unconfirmed(token text) returns boolean
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

create function private.create_requester(address text, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := gen_random_uuid();
  said jsonb := jsonb_strip_nulls(jsonb_build_object('full_name', nullif(btrim(name), '')));
begin
  -- The Auth service reads these texts into fields that cannot be null.
  insert into auth.users (instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data, is_sso_user,
    confirmation_token, recovery_token, email_change, email_change_token_new, invited_at, created_at, updated_at)
  values ('00000000-0000-0000-0000-000000000000', person, 'authenticated', 'authenticated', address,
    '{"provider": "email", "providers": ["email"]}', said, false, '', '', '', '', now(), now(), now());
  insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (gen_random_uuid(), person, 'email', person::text,
    said || jsonb_build_object('sub', person, 'email', address, 'email_verified', false), now(), now());
  insert into private.invited_requesters (user_id, invited_by) values (person, auth.uid());
  return person;
end
$$;
comment on function private.create_requester(text, text) is 'Creates a customer without a password. Returns the id.';

create function private.find_or_create_requester(address text, name text, out requester public.profiles, out is_new boolean)
language plpgsql security definer set search_path = '' as $$
declare
  account record;
begin
  -- Two agents who enter the same address share the account.
  perform pg_advisory_xact_lock(hashtextextended('requester ' || address, 0));
  select u.id, u.email_confirmed_at is not null or private.is_invited_requester(u.id) as is_known into account
  from auth.users u where u.email = address and not u.is_sso_user;
  is_new := account.id is null or not account.is_known and private.discard_account(account.id);
  if is_new then
    account.id := private.create_requester(address, name);
  elsif not account.is_known then
    insert into private.invited_requesters (user_id, invited_by) values (account.id, auth.uid());
    is_new := true;
  end if;
  select p.* into requester from public.profiles p where p.id = account.id;
  if requester.deactivated_at is not null then
    raise exception 'The account with this email is deactivated' using detail = 'account_deactivated';
  elsif requester.role <> 'customer' then
    raise exception 'This address belongs to a member of staff' using detail = 'requester_is_staff';
  end if;
end
$$;
comment on function private.find_or_create_requester(text, text) is
  'The customer with that address, created if there is none. An account whose address was never confirmed is replaced. Raises for staff and deactivated people.';

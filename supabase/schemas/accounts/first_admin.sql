-- Creates the first admin of a workspace, as the database's owner:
--   select private.make_first_admin('you@example.com');
create function private.make_first_admin(email text) returns text
language plpgsql set search_path = '' as $$
declare
  address text := lower(btrim(make_first_admin.email));
  account record;
begin
  -- Serialises concurrent calls: the second finds the admin of the first.
  perform pg_advisory_xact_lock(hashtextextended('private.make_first_admin', 0));
  if exists (
    select from public.profiles p where p.role = 'admin' and p.deactivated_at is null and private.is_confirmed(p.id)
  ) then
    raise exception 'This workspace has an admin already'
      using detail = 'admin_exists', hint = 'An admin gives the role to others on the page Users.';
  end if;
  select u.id, u.email_confirmed_at, p.deactivated_at into account
  from auth.users u join public.profiles p on p.id = u.id
  where u.email = address and not u.is_sso_user
  for no key update of p;
  if not found then
    raise exception 'There is no account with the email %', address
      using detail = 'account_unknown', hint = 'Sign up in the portal with this address first.';
  end if;
  if account.email_confirmed_at is null then
    raise exception 'The account % is not confirmed', address
      using detail = 'account_unconfirmed', hint = 'Open the link in the confirmation mail first.';
  end if;
  if account.deactivated_at is not null then
    raise exception 'The account % is deactivated', address using detail = 'account_deactivated';
  end if;
  update public.profiles p set role = 'admin' where p.id = account.id;
  return address || ' is now the admin of this workspace';
end
$$;
comment on function private.make_first_admin(text) is
  'The database''s owner: make a confirmed account the first admin. Refuses while there is an active admin with a '
  'confirmed address.';

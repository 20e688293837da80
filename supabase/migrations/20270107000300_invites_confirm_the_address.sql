-- An invited colleague had to click a second mail, although the first one had proven the address.
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

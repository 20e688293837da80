-- The auth server copies what came with a sign-up into the identity as well: an invite token would stay there in the
-- clear. It is taken out as it is out of the user's metadata.

create function private.scrub_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'invite_token' - 'role';
  return new;
end
$$;
comment on function private.scrub_identity() is 'An identity keeps neither an invite token nor a role that somebody claims.';
revoke execute on function private.scrub_identity() from public, anon, authenticated;

create trigger helpdesk_scrub_identity before insert or update of identity_data on auth.identities
  for each row when (new.identity_data ?| array['invite_token', 'role'])
  execute function private.scrub_identity();

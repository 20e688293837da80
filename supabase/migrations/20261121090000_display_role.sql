-- The role in the metadata is there for display; whatever a client writes, it stays the true one.

drop trigger helpdesk_scrub_invite_token on auth.users;
drop function private.scrub_invite_token();

create function private.scrub_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := (new.raw_user_meta_data - 'invite_token') || coalesce(
    (select jsonb_build_object('role', p.role) from public.profiles p where p.id = new.id), '{}'::jsonb);
  return new;
end
$$;
comment on function private.scrub_metadata() is 'Later writes keep no invite token, and the display copy of the role stays the true one.';
revoke execute on function private.scrub_metadata() from public, anon, authenticated;

create trigger helpdesk_scrub_metadata before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function private.scrub_metadata();

-- Copies follow a person to a new address: somebody else may have the old mailbox now.
create or replace function private.sync_profile_email() returns trigger
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
comment on function private.sync_profile_email() is 'Copies a changed e-mail address to the profile, and to the tickets on which the person is in copy.';

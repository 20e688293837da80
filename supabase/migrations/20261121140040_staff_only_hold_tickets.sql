-- A ticket is held by active staff, also when roles change at the same moment: who gives somebody a ticket while
-- that person leaves the staff either is refused, or the ticket goes back to the queue with the others. The lock on
-- the person's row decides who is first.

create function private.check_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.profiles p where p.id = new.assigned_to for key share;
  if not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  return null;
end
$$;
comment on function private.check_assignee() is 'Whoever gets a ticket is active staff when the change becomes true, by whatever way it was made.';

create function private.lock_people(target uuid) returns void
language sql security definer set search_path = '' as $$
  -- All admins in one order, then the person: two admins who change each other wait instead of passing each other.
  select p.id from public.profiles p where p.role = 'admin' order by p.id for update;
  select p.id from public.profiles p where p.id = target for update
$$;
comment on function private.lock_people(uuid) is 'Makes changes of roles and accounts one after the other, and those of a person wait for tickets just given to them.';
revoke execute on function private.check_assignee(), private.lock_people(uuid) from public, anon, authenticated;

create trigger tickets_assignee after update of assigned_to on public.tickets
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();

create or replace function public.set_user_role(target uuid, new_role text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if private.is_admin() then
    perform private.lock_people(target);
  end if;
  -- Asked after waiting: another admin may have been faster.
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change roles' using detail = 'admin_required';
  end if;
  if new_role is null or new_role not in ('customer', 'agent', 'admin') then
    raise exception 'Role must be customer, agent or admin' using detail = 'role_invalid';
  end if;
  if new_role <> 'admin' then
    perform private.keep_one_admin(target);
  end if;
  update public.profiles p set role = new_role where p.id = target returning p.* into changed;
  if not found then
    raise sqlstate 'PT404' using message = 'User not found', detail = 'user_not_found';
  end if;
  if new_role = 'customer' then
    perform private.release_tickets(target);
  end if;
  return changed;
end
$$;

create or replace function public.set_user_active(target uuid, active boolean) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if private.is_admin() then
    perform private.lock_people(target);
  end if;
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change accounts' using detail = 'admin_required';
  end if;
  -- Neither yes nor no would go past the guard of the last admin.
  if active is null then
    raise exception 'Say whether the account is active' using detail = 'active_missing';
  end if;
  if not active then
    perform private.keep_one_admin(target);
  end if;
  update public.profiles p set deactivated_at = case when active then null else coalesce(p.deactivated_at, now()) end
  where p.id = target returning p.* into changed;
  if not found then
    raise sqlstate 'PT404' using message = 'User not found', detail = 'user_not_found';
  end if;
  if not active then
    perform private.release_tickets(target);
  end if;
  return changed;
end
$$;

-- Admins decide over roles and accounts; the last admin cannot be lost.

create function private.release_tickets(target uuid) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set assigned_to = null, status = 'open'
  where t.assigned_to = target and t.status in ('open', 'in_progress', 'pending', 'on_hold')
$$;
comment on function private.release_tickets(uuid) is 'Puts the active tickets of somebody who leaves the staff back into the queue.';

create function private.keep_one_admin(target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks every admin in one order: two admins who demote each other at once must wait for each other.
  perform from public.profiles p where p.role = 'admin' order by p.id for update;
  if not exists (
    select from public.profiles p where p.role = 'admin' and p.deactivated_at is null and p.id <> target
  ) and exists (
    select from public.profiles p where p.id = target and p.role = 'admin' and p.deactivated_at is null
  ) then
    raise exception 'The last admin cannot be removed' using detail = 'last_admin';
  end if;
end
$$;
comment on function private.keep_one_admin(uuid) is 'Raises when without the given user there would be no active admin.';
revoke execute on function private.release_tickets(uuid), private.keep_one_admin(uuid) from public, anon, authenticated;

create function public.set_user_role(target uuid, new_role text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
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
comment on function public.set_user_role(uuid, text) is 'Admins: change the role of a user. Refuses to remove the last admin.';

create function public.set_user_active(target uuid, active boolean) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change accounts' using detail = 'admin_required';
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
comment on function public.set_user_active(uuid, boolean) is
  'Admins: switch an account off or on. Switched off, it has no rights from the next request on.';

revoke execute on function public.set_user_role(uuid, text), public.set_user_active(uuid, boolean)
  from public, anon, authenticated;
grant execute on function public.set_user_role(uuid, text), public.set_user_active(uuid, boolean)
  to authenticated, service_role;

-- A ticket that is solved or closed keeps its assignee: reports count who resolved it. Once it is reopened it goes back
-- to the queue unless that person is still active staff. Active tickets are released at once, however a role or an
-- account was changed.

create function private.release_on_reopen() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a demotion in progress, as check_assignee does.
  perform from public.profiles p where p.id = new.assigned_to for key share;
  if not private.is_active_staff(new.assigned_to) then
    new.assigned_to := null;
    new.status := 'open';
  end if;
  return new;
end
$$;
comment on function private.release_on_reopen() is
  'A reopened ticket returns to the queue when its assignee has left the staff.';

-- Named to run between tickets_guard and tickets_stamp.
create trigger tickets_release before update of status on public.tickets
  for each row when (
    old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to is not null and new.assigned_to is not distinct from old.assigned_to)
  execute function private.release_on_reopen();

create function private.leave_staff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.release_tickets(new.id);
  return null;
end
$$;
comment on function private.leave_staff() is 'Releases the active tickets of a person who is no longer active staff.';
revoke execute on function private.release_on_reopen(), private.leave_staff() from public, anon, authenticated;

create trigger profiles_leave_staff after update of role, deactivated_at on public.profiles
  for each row when (
    old.role in ('agent', 'admin') and old.deactivated_at is null
    and (new.role = 'customer' or new.deactivated_at is not null))
  execute function private.leave_staff();

-- What was reopened before this rule.
update public.tickets t set assigned_to = null, status = 'open'
where t.status in ('open', 'in_progress', 'pending', 'on_hold') and t.assigned_to is not null
  and not private.is_active_staff(t.assigned_to);

-- Steps of a ticket's change: times and version, and an assignee who is active staff.
create function private.stamp_ticket(old public.tickets, new public.tickets) returns public.tickets
language plpgsql set search_path = '' as $$
begin
  if old.id is not null then
    new.version := old.version + 1;
    new.updated_at := now();
    -- A time that differs is one that undo restores.
    if new.closed_at is not distinct from old.closed_at then new.closed_at := null; end if;
    if new.resolved_at is not distinct from old.resolved_at then new.resolved_at := null; end if;
  end if;
  if new.status = 'closed' then
    new.closed_at := coalesce(new.closed_at, old.closed_at, now());
    new.close_reason := nullif(btrim(new.close_reason, E' \t\r\n'), '');
  else
    new.closed_at := null;
    new.close_reason := null;
  end if;
  if new.status in ('solved', 'closed') then
    new.snoozed_until := null;
    new.resolved_at := coalesce(new.resolved_at, old.resolved_at, new.closed_at, now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket(public.tickets, public.tickets) is
  'version, updated_at, closed_at, close_reason and resolved_at follow a new (old is null) or changed ticket itself. A '
  'solved or closed one is not snoozed.';

-- Tickets are assigned to active staff only, also when a role changes concurrently: locking the assignee's row makes
-- either this assignment fail or the demotion return the ticket to the queue.
create function private.guard_assignee(assignee uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.profiles p where p.id = assignee for share;
  if not private.is_active_staff(assignee) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
end
$$;
comment on function private.guard_assignee(uuid) is
  'Raises unless the new assignee is active staff, whoever made the change.';

-- A solved or closed ticket keeps a former agent as its assignee, because reports count who resolved it. Reopened, it
-- returns to the queue.
create function private.release_on_reopen(new public.tickets) returns public.tickets
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a demotion in progress, as guard_assignee does.
  perform from public.profiles p where p.id = new.assigned_to for share;
  if not private.is_active_staff(new.assigned_to) then
    new.assigned_to := null;
    new.status := 'open';
  end if;
  return new;
end
$$;
comment on function private.release_on_reopen(public.tickets) is
  'A reopened ticket returns to the queue when its assignee has left the staff.';

-- What triggers set on a ticket: times, version, assignee, labels without invisible characters.
create function private.stamp_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    -- A client's value is ignored; a value of the schema's owner is one that undo restores.
    if current_user in ('authenticated', 'service_role') or new.closed_at is not distinct from old.closed_at then
      new.closed_at := null;
    end if;
    if new.resolved_at is not distinct from old.resolved_at then new.resolved_at := null; end if;
  end if;
  if new.status = 'closed' then
    new.closed_at := coalesce(new.closed_at, case when tg_op = 'UPDATE' then old.closed_at end, now());
    new.close_reason := nullif(btrim(new.close_reason, E' \t\r\n'), '');
  else
    new.closed_at := null;
    new.close_reason := null;
  end if;
  if new.status in ('solved', 'closed') then
    new.resolved_at := coalesce(new.resolved_at, case when tg_op = 'UPDATE' then old.resolved_at end, new.closed_at,
      now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket() is
  'version, updated_at, closed_at, close_reason and resolved_at follow the change itself.';

-- Sorts after tickets_guard: triggers fire in the order of their names. Changes of the message columns alone keep the
-- version and updated_at.
create trigger tickets_stamp before insert or update of subject, description, status, priority, created_by, customer_id,
    assigned_to, tags, tag_keys, metadata, request_id, first_response_at, resolved_at, closed_at,
      close_reason on public.tickets
  for each row execute function private.stamp_ticket();

-- Tickets are assigned to active staff only, also when a role changes concurrently: locking the assignee's row makes
-- either this assignment fail or the demotion return the ticket to the queue.
create function private.guard_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.profiles p where p.id = new.assigned_to for share;
  if not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  return null;
end
$$;
comment on function private.guard_assignee() is
  'Raises unless the new assignee is active staff, whoever made the change.';

create trigger tickets_assignee after update of assigned_to on public.tickets
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.guard_assignee();

-- A solved or closed ticket keeps a former agent as its assignee, because reports count who resolved it. Reopened, it
-- returns to the queue.
create function private.release_on_reopen() returns trigger
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
comment on function private.release_on_reopen() is
  'A reopened ticket returns to the queue when its assignee has left the staff.';

-- Sorts between tickets_guard and tickets_stamp.
create trigger tickets_release before update of status on public.tickets
  for each row when (
    old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to is not null and new.assigned_to is not distinct from old.assigned_to)
  execute function private.release_on_reopen();

-- Sorts between tickets_guard and tickets_stamp.
create trigger tickets_hidden_subject before insert or update of subject on public.tickets
  for each row when (new.subject is distinct from private.strip_invisible(new.subject))
  execute function private.strip_column('subject');
create trigger tickets_hidden_tags before insert or update of tags on public.tickets
  for each row when (new.tags::text is distinct from private.strip_invisible(new.tags::text))
  execute function private.strip_tags('tags');

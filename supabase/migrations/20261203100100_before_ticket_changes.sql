-- Before a row of tickets is written. Triggers of one kind fire in the order of their names; each calls its steps in
-- the order below, and what a step does is in its comment.
--
-- insert  tickets_before_insert          invisible characters, message columns, sort keys, times, keys of tags
-- update  tickets_before_update_1_claim  assigned_to is named and the caller: a claim, or 409 when nothing changes
--         tickets_before_update_2_check  by a client: rights, what is ignored, the beginning of an undoable batch
--         tickets_before_update_3_apply  invisible characters, release, undo, sort keys, version and times
--         tickets_before_update_4_tags   tags are named by somebody who may: undo, ticket_tags, their keys and event
--
-- The first two updates run as the caller, whose role (current_user) tells a client from a function of this schema; the
-- others run as the owner. The columns after `update of` matter, because only they tell that an update names a column:
-- tags can be set to those given at creation, and an update with the same values counts as a change, while one of
-- message columns and sort keys alone does not.
create function private.guard_ticket_update(old public.tickets, new public.tickets) returns void
language plpgsql set search_path = '' as $$
declare
  me uuid := auth.uid();
  my_role text := private.current_role();
  only_text boolean;
begin
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null
    and my_role is distinct from 'customer' and not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  if private.can_update_ticket(old.assigned_to) then
    return;
  end if;
  if private.can_triage_ticket(old.assigned_to) and new.subject = old.subject and new.description = old.description
    and new.metadata is not distinct from old.metadata
    and (new.close_reason is not distinct from old.close_reason
      or old.status <> 'closed' or new.status <> 'closed') then
    return;
  end if;
  if old.customer_id = me and my_role is not null then
    only_text := new.priority = old.priority and new.assigned_to is not distinct from old.assigned_to
      and (new.tags is not distinct from old.tags or my_role <> 'customer' and new.tags is not distinct from
        (select g.tags from public.ticket_tags g where g.ticket_id = old.id))
      and new.metadata is not distinct from old.metadata;
    if only_text
      and (old.status = 'open' or (new.subject = old.subject and new.description = old.description))
      and (new.status = old.status or new.status = 'closed'
        or (new.status = 'open' and old.status in ('solved', 'closed')))
      -- A reason can be given when closing, and not changed afterwards.
      and (new.close_reason is not distinct from old.close_reason
        or not (old.status = 'closed' and new.status = 'closed')) then
      return;
    end if;
  end if;
  raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
end
$$;
comment on function private.guard_ticket_update(public.tickets, public.tickets) is
  'Raises unless the caller may make this change: admins update any ticket, agents those assigned to them, and triage '
  'unassigned ones; customers edit the text while open, close and reopen.';
grant execute on function private.guard_ticket_update(public.tickets, public.tickets) to authenticated, service_role;

create function private.check_ticket_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    perform private.guard_ticket_update(old, new);
    -- Tags from somebody who cannot change them are ignored.
    if not private.can_triage_ticket(old.assigned_to) then
      new.tags := old.tags;
    end if;
    -- Staff can undo what they change directly; the next step saves it.
    if private.can_work_on_tickets() then
      perform private.start_batch();
    end if;
  end if;
  -- Only undo, which runs as the owner, restores this time.
  new.closed_at := old.closed_at;
  return new;
end
$$;
comment on function private.check_ticket_update() is
  'Judges an update by a client; functions of this schema apply their own rules.';

create function private.save_for_undo(old public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch constant uuid := private.current_batch();
begin
  if batch is null or not private.can_work_on_tickets() then
    return;
  end if;
  delete from private.undoable_changes c where c.actor_id = auth.uid() and c.created_at < now() - interval '1 minute';
  insert into private.undoable_changes (batch_id, ticket_id, actor_id, before, version)
  values (batch, old.id, auth.uid(), jsonb_build_object('version', old.version, 'status', old.status,
    'priority', old.priority, 'assigned_to', old.assigned_to,
    'tags', (select g.tags from public.ticket_tags g where g.ticket_id = old.id), 'closed_at', old.closed_at,
    'resolved_at', old.resolved_at, 'close_reason', old.close_reason), old.version + 1)
  on conflict (batch_id, ticket_id) do update set version = excluded.version, created_at = clock_timestamp();
end
$$;
comment on function private.save_for_undo(public.tickets) is
  'Saves a ticket before a change by staff that belongs to a batch.';

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

create function private.set_sort_keys(old public.tickets, new public.tickets) returns public.tickets
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what changed: a lookup of a name costs more than the rest of a change of status.
  if old.id is null or new.subject is distinct from old.subject then
    new.subject_key := private.sort_key(new.subject);
  end if;
  if old.id is null or (new.customer_id, new.created_by) is distinct from (old.customer_id, old.created_by) then
    new.requester_key := private.sort_name(coalesce(new.customer_id, new.created_by));
  end if;
  if old.id is null or new.assigned_to is distinct from old.assigned_to then
    new.assignee_key := private.sort_name(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.set_sort_keys(public.tickets, public.tickets) is
  'Computes the sort keys of a new (old is null) or changed ticket.';

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
    new.resolved_at := coalesce(new.resolved_at, old.resolved_at, new.closed_at, now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket(public.tickets, public.tickets) is
  'version, updated_at, closed_at, close_reason and resolved_at follow a new (old is null) or changed ticket itself.';

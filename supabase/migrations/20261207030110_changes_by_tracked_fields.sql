-- Undo, the steps of a change, rights and claims name no field.
create or replace function private.undo_batch(batch uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  results jsonb := '[]';
  done private.undoable_changes;
  ticket public.tickets;
  was public.tickets;
  code text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not exists (select from private.undoable_changes c where c.batch_id = batch and c.actor_id = me) then
    raise sqlstate 'PT404' using message = 'There is nothing to undo', detail = 'undo_not_found';
  end if;
  perform private.exclude_from_undo();
  for done in
    select c.* from private.undoable_changes c where c.batch_id = batch and c.actor_id = me
    order by c.ticket_id for update
  loop
    if done.created_at < clock_timestamp() - interval '30 seconds' then
      raise sqlstate 'PT409' using message = 'It is too late to undo this change', detail = 'undo_expired';
    end if;
    was := jsonb_populate_record(null::public.tickets, done.before);
    -- Waits for a concurrent change of the ticket, which the version then shows.
    select t.* into ticket from public.tickets t where t.id = done.ticket_id for no key update;
    code := case when ticket.version is distinct from done.version then 'ticket_changed'
      when was.assigned_to is not null and not private.is_active_staff(was.assigned_to) then 'assignee_invalid' end;
    if code is null then
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.change_batch = batch and o.attempts = 0 and o.sent_at is null;
      perform private.withdraw_notifications(ticket.id, batch);
      -- A mail that was sent already is followed by one about the undo.
      perform private.set_context('notify', case when exists (
        select from public.notification_outbox o where o.ticket_id = ticket.id and o.change_batch = batch
      ) then 'mails' else 'none' end);
      perform private.set_fields(ticket.id, done.before - 'version');
      -- The caller's change before this one can be undone next.
      update private.undoable_changes c set version = t.version from public.tickets t
      where t.id = ticket.id and c.ticket_id = t.id and c.actor_id = me and c.version = was.version;
    end if;
    results := results || jsonb_build_object('id', ticket.id, 'number', ticket.number, 'subject', ticket.subject,
      'ok', code is null, 'code', code, 'message', case code
        when 'ticket_changed' then 'The ticket has changed since'
        when 'assignee_invalid' then 'A ticket can only be assigned to an agent or admin' end);
  end loop;
  delete from private.undoable_changes c where c.batch_id = batch and c.actor_id = me;
  return jsonb_build_object('results', results);
end
$$;
comment on function private.undo_batch(uuid) is
  'Restores the tickets of the caller''s batch that nobody has changed since: {results: [{id, number, subject, ok, '
  'code, message}]}.';

create or replace function private.before_ticket_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The column's check refuses a longer one.
  if new.subject is distinct from old.subject and octet_length(new.subject) <= 40000 then
    new.subject := private.strip_invisible(new.subject);
  end if;
  if old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to = old.assigned_to then
    new := private.release_on_reopen(new);
  end if;
  if private.current_batch() is not null
    and exists (select from private.changed_fields(old, new) f where f.undo = 'change') then
    perform private.save_for_undo(old);
  end if;
  if (new.subject, new.customer_id, new.created_by, new.assigned_to)
    is distinct from (old.subject, old.customer_id, old.created_by, old.assigned_to) then
    new := private.set_sort_keys(old, new);
  end if;
  return private.stamp_ticket(old, new);
end
$$;
comment on function private.before_ticket_update() is 'The steps before a ticket is changed, in their order.';

create or replace function private.after_ticket_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null then
    perform private.guard_assignee(new.assigned_to);
  end if;
  if (new.created_at, new.resolved_at, new.first_response_at, new.status, new.assigned_to)
    is distinct from (old.created_at, old.resolved_at, old.first_response_at, old.status, old.assigned_to) then
    perform private.count_change(old, new);
  end if;
  -- The description is the first message. The columns of a later one stay.
  if new.description is distinct from old.description and new.last_message_at = new.created_at then
    perform private.refresh_messages(array[new.id]);
  end if;
  -- Message columns and sort keys leave the version as it is.
  if new.version <> old.version
    and exists (select from private.changed_fields(old, new) f where f.history is not null) then
    perform private.log_ticket(old, new);
  end if;
  -- Seeds and received mails have no caller, and notify nobody.
  if (new.status, new.assigned_to) is distinct from (old.status, old.assigned_to) and auth.uid() is not null then
    if private.context('notify') is distinct from 'none' then
      perform private.notify_ticket(old, new);
    end if;
    if private.context('notify') is null then
      perform private.notify_ticket_app(old, new);
    end if;
  end if;
  if (new.status, new.priority_rank, new.assigned_to, new.customer_id, new.created_at, new.updated_at,
      new.waiting_since, new.subject_key, new.requester_key, new.assignee_key)
    is distinct from (old.status, old.priority_rank, old.assigned_to, old.customer_id, old.created_at, old.updated_at,
      old.waiting_since, old.subject_key, old.requester_key, old.assignee_key) then
    perform private.follow_tagged_ticket(new);
  end if;
  if new.customer_id is distinct from old.customer_id then
    -- The former requester receives nothing more on the ticket's topic, and other messages count as answers now.
    perform private.recheck_channels(old.customer_id);
    -- Last: it changes the ticket again, whose copies must not be older.
    perform private.refresh_messages(array[new.id]);
  end if;
  return null;
end
$$;
comment on function private.after_ticket_update() is 'The steps after a ticket is changed, in their order.';

create or replace function private.guard_ticket_update(old public.tickets, new public.tickets) returns void
language plpgsql set search_path = '' as $$
declare
  me uuid := auth.uid();
  my_role text := private.current_role();
  -- What requesters change, what is compared below, and what the database computes.
  theirs constant text[] := '{subject,description,status,close_reason,closed_at,tags,priority_rank}';
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
    only_text := to_jsonb(new) - theirs = to_jsonb(old) - theirs
      and (new.tags is not distinct from old.tags or my_role <> 'customer' and new.tags is not distinct from
        (select g.tags from public.ticket_tags g where g.ticket_id = old.id));
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

create or replace function private.claim_on_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema run as its owner and choose the status themselves.
  if current_user <> 'authenticated' or not private.can_work_on_tickets() then
    return new;
  end if;
  if old.assigned_to is null then
    if new.status = old.status and old.status = any (private.active_statuses()) then
      new.status := 'in_progress';
    end if;
  -- The rank is generated, and not computed yet; a client's time of closing is ignored.
  elsif to_jsonb(new) - '{priority_rank,closed_at}'::text[] = to_jsonb(old) - '{priority_rank,closed_at}'::text[] then
    perform private.refuse_assigned(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.claim_on_update() is
  'Moves an active ticket that its caller claims to in_progress, unless the update names another status. HTTP 409 '
  'when the caller has the ticket already and nothing else changes.';

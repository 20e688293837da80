-- Comments, answers, the end of a merge and its undo lock tickets in the order of their ids, as merges do.

create or replace function private.merge_path(target uuid) returns setof uuid
language sql stable parallel safe rows 2 security definer set search_path = '' as $$
  with recursive up (id, merged_into) as (
    select t.id, t.merged_into from public.tickets t where t.id = target
    union
    select t.id, t.merged_into from up u join public.tickets t on t.id = u.merged_into
  )
  select u.id from up u
$$;
comment on function private.merge_path(uuid) is
  'A ticket and those that it was merged into, to the one that shows it.';

create or replace function private.lock_merge_root(target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  path uuid[];
begin
  -- Nearly every ticket is merged nowhere.
  if not exists (select from public.tickets t where t.id = target and t.merged_into is not null)
    and (select t.merged_into is null from public.tickets t where t.id = target for key share) then
    return target;
  end if;
  loop
    path := array(select private.merge_path(target));
    begin
      perform from public.tickets t where t.id = any (path) order by t.id for key share;
      exit when array(select private.merge_path(target)) = path;
      -- Somebody merged one of them meanwhile. Leaving the block gives the locks back.
      raise sqlstate 'HD000';
    exception when sqlstate 'HD000' then
      null;
    end;
  end loop;
  -- One that is not there is refused by the foreign key.
  return coalesce(private.merge_root(target), target);
end
$$;
comment on function private.lock_merge_root(uuid) is
  'The ticket that shows a ticket, which cannot be merged or unmerged until this transaction ends.';

create or replace function public.unmerge_ticket(source uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  shown public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to merge tickets' using detail = 'agent_required';
  end if;
  perform from public.tickets t where t.id in (select private.merge_path(unmerge_ticket.source)) order by t.id
  for update;
  select t.* into ticket from public.tickets t where t.id = unmerge_ticket.source;
  if ticket.id is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  perform private.require_triage(ticket);
  -- Two people unmerged at once.
  if ticket.merged_into is not null then
    select t.* into shown from public.tickets t where t.id = private.merge_root(unmerge_ticket.source);
    perform private.require_triage(shown);
    perform private.start_batch();
    update public.tickets t set merged_into = null where t.id = unmerge_ticket.source;
  end if;
  return jsonb_build_object('id', ticket.id, 'number', ticket.number, 'subject', ticket.subject,
    'batch_id', private.current_batch());
end
$$;
comment on function public.unmerge_ticket(uuid) is
  'Staff who can change both: take a merge back. Every message is again where it was written, and what was merged into '
  'the ticket before stays with it: {id, number, subject, batch_id} of the ticket; batch_id is null when it is not '
  'merged.';
grant execute on function public.unmerge_ticket(uuid) to authenticated, service_role;

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
  -- In one order, with the tickets that a merge changes when it is taken back or made again.
  perform from public.tickets t
  where t.id in (
    select p from private.undoable_changes c
    cross join lateral (
      select private.merge_path(c.ticket_id) union select private.merge_path((c.before ->> 'merged_into')::uuid)) k (p)
    where c.batch_id = batch and c.actor_id = me)
  order by t.id for no key update;
  for done in
    select c.* from private.undoable_changes c where c.batch_id = batch and c.actor_id = me
    order by c.ticket_id for update
  loop
    if done.created_at < clock_timestamp() - interval '75 seconds' then
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

-- Who can read, create, update and delete tickets. Agents triage unassigned tickets: status, priority, tags,
-- assignee, and what guard_ticket_update does not name. A setting lets them update every ticket.
create function private.reads_message(ticket uuid, written_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.current_role() is not null
    and coalesce(written_at >= private.reads_since(ticket, (select auth.uid())), false)
$$;
comment on function private.reads_message(uuid, timestamptz) is
  'True when the caller is active and reads, as a customer, what was written on the ticket at that time, see '
  'private.reads_since.';
grant execute on function private.reads_message(uuid, timestamptz) to authenticated, service_role;

create function private.can_see_ticket(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.can_see_all_tickets() or private.reads_message(target, 'infinity')
$$;
comment on function private.can_see_ticket(uuid) is
  'True when the caller sees the ticket and, from private.reads_since on, its public comments, files and history. '
  'Policies write both halves, so that the first runs once per statement.';
grant execute on function private.can_see_ticket(uuid) to authenticated, service_role;

create function private.can_update_ticket(assignee uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case private.current_role()
    when 'admin' then true
    when 'agent' then assignee = (select auth.uid()) or private.agents_update_all() end, false)
$$;
comment on function private.can_update_ticket(uuid) is
  'True when the caller can change every field of a ticket with that assignee. See also can_triage_ticket and '
  'guard_ticket_update.';
grant execute on function private.can_update_ticket(uuid) to authenticated, service_role;

create function private.can_triage_ticket(assignee uuid) returns boolean
language sql stable set search_path = '' as $$
  select private.can_update_ticket(assignee) or assignee is null and private.can_work_on_tickets()
$$;
comment on function private.can_triage_ticket(uuid) is
  'True when the caller can change status, priority, tags and assignee of a ticket with that assignee.';
grant execute on function private.can_triage_ticket(uuid) to authenticated, service_role;

create policy tickets_select_visible on public.tickets for select to authenticated
  using ((select private.can_see_all_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));
create policy tickets_insert_customer on public.tickets for insert to authenticated
  with check (created_by = (select auth.uid()) and customer_id = (select auth.uid())
    and (select private.current_role()) = 'customer');
create policy tickets_update_visible on public.tickets for update to authenticated
  using ((select private.can_work_on_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null))
  with check ((select private.can_work_on_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));
create policy tickets_delete_admin on public.tickets for delete to authenticated
  using ((select private.can_delete_content()));

create function private.guard_ticket_update(old public.tickets, new public.tickets) returns void
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
grant execute on function private.guard_ticket_update(public.tickets, public.tickets) to authenticated, service_role;

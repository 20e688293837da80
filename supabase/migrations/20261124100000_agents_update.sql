-- Agents triage unassigned tickets: status, priority, tags and assignee. A setting lets them update every ticket.
alter table public.workspace_settings add column agents_update text not null default 'own'
  constraint workspace_settings_agents_update check (agents_update in ('own', 'all'));
comment on column public.workspace_settings.agents_update is
  'own: agents update their own tickets and triage unassigned ones. all: agents update every ticket.';
grant select (agents_update), update (agents_update) on table public.workspace_settings to authenticated;

create function private.agents_update_all() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select w.agents_update = 'all' from public.workspace_settings w), false)
$$;
comment on function private.agents_update_all() is 'True when the workspace lets agents update tickets of colleagues.';

create or replace function private.can_update_ticket(assignee uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case private.current_role()
    when 'admin' then true
    when 'agent' then assignee = (select auth.uid()) or private.agents_update_all() end, false)
$$;
comment on function private.can_update_ticket(uuid) is
  'True when the caller can change every field of a ticket with that assignee. See also can_triage_ticket and guard_ticket_update.';

create function private.can_triage_ticket(assignee uuid) returns boolean
language sql stable set search_path = '' as $$
  select private.can_update_ticket(assignee) or assignee is null and private.can_work_on_tickets()
$$;
comment on function private.can_triage_ticket(uuid) is
  'True when the caller can change status, priority, tags and assignee of a ticket with that assignee.';

create or replace function private.guard_ticket_update() returns trigger
language plpgsql set search_path = '' as $$
declare
  me uuid := auth.uid();
  my_role text;
  only_text boolean;
begin
  -- Functions of this schema run as its owner and apply their own rule.
  if current_user <> 'authenticated' then
    return new;
  end if;
  my_role := private.current_role();
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null
    and (my_role is distinct from 'customer') and not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  if private.can_update_ticket(old.assigned_to) then
    return new;
  end if;
  if private.can_triage_ticket(old.assigned_to) and new.subject = old.subject and new.description = old.description
    and new.metadata is not distinct from old.metadata
    and (new.close_reason is not distinct from old.close_reason or old.status <> 'closed' or new.status <> 'closed') then
    return new;
  end if;
  if old.customer_id = me and my_role is not null then
    only_text := new.priority = old.priority and new.assigned_to is not distinct from old.assigned_to
      and (new.tags is not distinct from old.tags or my_role <> 'customer' and new.tags is not distinct from
        (select g.tags from public.ticket_tags g where g.ticket_id = old.id)) and new.metadata is not distinct from old.metadata;
    if only_text
      and (old.status = 'open' or (new.subject = old.subject and new.description = old.description))
      and (new.status = old.status or new.status = 'closed'
        or (new.status = 'open' and old.status in ('solved', 'closed')))
      -- A reason can be given when closing, and not changed afterwards.
      and (new.close_reason is not distinct from old.close_reason
        or not (old.status = 'closed' and new.status = 'closed')) then
      return new;
    end if;
  end if;
  raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
end
$$;
comment on function private.guard_ticket_update() is
  'Admins update any ticket, agents those assigned to them, and triage unassigned ones; customers edit the text while open, close and reopen.';

grant execute on function private.agents_update_all(), private.can_triage_ticket(uuid) to authenticated, service_role;

drop trigger tickets_tags_leave on public.tickets;
drop trigger tickets_tags_move on public.tickets;
create trigger tickets_tags_leave before update of tags on public.tickets
  for each row when (current_user = 'authenticated' and not private.can_triage_ticket(old.assigned_to)) execute function private.ignore_tags();
create trigger tickets_tags_move before update of tags on public.tickets
  for each row when (current_user <> 'authenticated' or private.can_triage_ticket(old.assigned_to)) execute function private.set_ticket_tags();

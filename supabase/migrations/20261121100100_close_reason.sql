-- Why a ticket was closed, in the words of who closed it.

alter table public.tickets add column close_reason text
  constraint tickets_close_reason_length check (char_length(close_reason) <= 500);
comment on column public.tickets.close_reason is 'Said when closing; exists only while the status is closed.';
grant update (close_reason) on table public.tickets to authenticated;

create or replace function private.stamp_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    -- No client may write these two, so a new value is one that undo puts back.
    if new.closed_at is not distinct from old.closed_at then new.closed_at := null; end if;
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
    new.resolved_at := coalesce(new.resolved_at, case when tg_op = 'UPDATE' then old.resolved_at end, new.closed_at, now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on function private.stamp_ticket() is
  'version, updated_at, closed_at, close_reason and resolved_at follow the change itself.';

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
  if my_role = 'admin' or (my_role = 'agent' and old.assigned_to = me) then
    return new;
  end if;
  if old.customer_id = me and my_role is not null then
    only_text := new.priority = old.priority and new.assigned_to is not distinct from old.assigned_to
      and new.tags is not distinct from old.tags and new.metadata is not distinct from old.metadata;
    if only_text
      and (old.status = 'open' or (new.subject = old.subject and new.description = old.description))
      and (new.status = old.status or new.status = 'closed'
        or (new.status = 'open' and old.status in ('solved', 'closed')))
      -- The reason is said when closing; the one that stands is not rewritten.
      and (new.close_reason is not distinct from old.close_reason
        or not (old.status = 'closed' and new.status = 'closed')) then
      return new;
    end if;
  end if;
  raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
end
$$;

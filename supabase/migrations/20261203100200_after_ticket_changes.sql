-- After a row of tickets is written. Triggers of one kind fire in the order of their names; each calls its steps in the
-- order below, as the owner of the schema.
--
-- insert    tickets_after_insert           announced files, figures, history, notifications, stopped mails, tags
-- update    tickets_after_update_1_follow  the assignee is staff, figures, message columns, history, mails,
--                                          notifications, tagged lists, what a new requester changes
--           tickets_after_update_2_status  followers and assignee of a status that the requester set; not inside
--                                          functions, where it was by a comment, which notifies by itself
-- delete    tickets_after_delete           figures
--
-- Then, once for all rows of a statement:
-- insert    tickets_limit                  writes a minute
--           tickets_search_new             search documents
-- update    tickets_search                 search documents
-- delete    tickets_changes_gone           the live feed
-- truncate  tickets_figures_none           figures
--
-- History comes before mails, which count it. A condition is beside its call, so that a change pays only for the steps
-- that it needs.
create function private.count_change(old anyelement, new anyelement) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.figure_changes (day, agent_id, figure, amount)
  select c.day, c.agent_id, c.figure, sum(c.amount)
  from (
    select f.day, f.agent_id, f.figure, f.amount from private.figures_of(new) f
    union all select f.day, f.agent_id, f.figure, -f.amount from private.figures_of(old) f
  ) c group by 1, 2, 3 having sum(c.amount) <> 0;
  -- A snapshot that is older than the last fold could not delete what that one has deleted.
  if random() < 1.0 / 50 and current_setting('transaction_isolation') = 'read committed' then
    perform private.fold_figures();
  end if;
end
$$;
comment on function private.count_change(anyelement, anyelement) is
  'Records how a created, changed or deleted row changes the figures, and folds once in a while.';

create or replace function private.count_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_change(old, new);
  return null;
end
$$;

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

create function private.log_ticket(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value)
  select new.id, me, change.kind, change.before, change.after
  from (values
    ('subject', old.subject, new.subject),
    ('status', old.status, new.status),
    ('priority', old.priority, new.priority),
    ('assigned_to', old.assigned_to::text, new.assigned_to::text),
    ('customer_id', old.customer_id::text, new.customer_id::text)
  ) as change (kind, before, after)
  where change.before is distinct from change.after;
  if new.description is distinct from old.description then
    insert into public.ticket_events (ticket_id, actor_id, kind) values (new.id, me, 'description');
  end if;
end
$$;
comment on function private.log_ticket(public.tickets, public.tickets) is
  'Logs one event per changed field of a ticket.';

create function private.notify_new_ticket(new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
begin
  if new.customer_id is distinct from auth.uid() then
    perform private.add_notification('opened', new.customer_id, new);
  end if;
  if new.assigned_to is null then
    for member in
      select p.id from public.profiles p where p.role in ('agent', 'admin') and p.deactivated_at is null
        and (private.wants(p.preferences, 'app', 'unassigned')
          or private.wants(p.preferences, 'notify', 'unassigned'))
      order by p.id
    loop
      perform private.add_notification('unassigned', member, new);
      perform private.notify('unassigned', member, new, private.name_of(auth.uid()), new.description, null);
    end loop;
  end if;
end
$$;
comment on function private.notify_new_ticket(public.tickets) is
  'Notifies the customer of a ticket that staff opened for them, and of an unassigned one the staff who chose that.';

create function private.notify_ticket(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if new.status <> old.status and private.can_work_on_tickets() then
    perform private.notify('status', new.customer_id, new,
      -- Customers see the names of the assignee and of staff who wrote to them.
      case when me = new.assigned_to or exists (
        select from public.comments c where c.ticket_id = new.id and c.user_id = me and not c.is_internal
      ) then private.name_of(me) else 'The support team' end, new.status, null);
  end if;
  if new.assigned_to is distinct from old.assigned_to then
    perform private.notify('assigned', new.assigned_to, new, private.name_of(me), null, null);
  end if;
end
$$;
comment on function private.notify_ticket(public.tickets, public.tickets) is
  'Mails the customer about a new status, and the assignee about an assignment.';

create function private.notify_ticket_app(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is distinct from old.status and private.can_work_on_tickets() then
    perform private.add_notification('status', new.customer_id, new);
    perform private.notify_followers(new, null, null, array[new.customer_id, new.assigned_to, old.assigned_to]);
  end if;
  if new.assigned_to is distinct from old.assigned_to then
    perform private.add_notification('assigned', new.assigned_to, new);
    perform private.add_notification('taken_over', old.assigned_to, new);
  end if;
end
$$;
comment on function private.notify_ticket_app(public.tickets, public.tickets) is
  'Notifies in the app: the customer and the followers of a status set by staff, and the old and the new assignee.';

create or replace function private.notify_own_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_reopened constant boolean := old.status in ('solved', 'closed') and new.status = 'open';
begin
  if is_reopened then
    perform private.add_notification('reply', new.assigned_to, new);
  end if;
  perform private.notify_followers(new, null, null, array[new.assigned_to]);
  if is_reopened then
    perform private.notify('reopened', new.assigned_to, new, private.name_of(new.customer_id), null, null);
  end if;
  return null;
end
$$;
comment on function private.notify_own_status() is
  'Notifies followers of a status that the customer set, and the assignee when the ticket is reopened.';

-- Tickets whose snooze is over are woken once, and their assignees are notified.
create or replace function private.notification_kinds() returns table (
  kind text, setting text, audience text, in_app boolean, by_mail boolean)
language sql immutable as $$
  values
    -- Public answers; to the assignee in the app also the requester's.
    ('reply', 'reply', 'both', true, true),
    -- The requester or somebody in copy wrote, and this reopened the ticket.
    ('comment', 'reply', 'staff', null, true),
    ('reopened', 'reply', 'staff', null, true),
    -- Set by staff.
    ('status', 'status', 'requester', true, true),
    -- Staff opened the ticket for its requester.
    ('opened', null, 'requester', true, true),
    -- To the new and to the previous assignee.
    ('assigned', 'assigned', 'staff', true, true),
    ('taken_over', 'assigned', 'staff', true, true),
    -- The time came until which a ticket was snoozed.
    ('woken', 'woken', 'staff', true, false),
    -- In a note.
    ('mention', 'mention', 'staff', true, true),
    -- A new ticket. The queue shows it anyway.
    ('unassigned', 'unassigned', 'staff', false, false),
    -- News, to followers. A mail for each is a lot.
    ('followed', 'followed', 'staff', true, false),
    -- A public message to people in copy, and one that staff send to an outside address.
    ('copy', null, 'outside', null, true),
    ('forward', null, 'outside', null, true),
    -- Answers to mails: the ticket's number, a deactivated account, files that were left out.
    ('received', null, 'outside', null, true),
    ('refused', null, 'outside', null, true),
    ('refused_files', null, 'outside', null, true),
    -- A link stopped mails; the excerpt has their kind.
    ('stopped', null, 'outside', null, true)
$$;
comment on function private.notification_kinds() is
  'Kinds of notifications. setting: the choice in the settings that they belong to, named like its first kind; null: '
  'always sent. audience: requester, staff, both (in the app; by mail the requester) or outside. in_app, by_mail: '
  'whether it is shown or sent without a choice; null: never.';

create or replace function private.add_notification(kind text, recipient uuid, ticket public.tickets, comment_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
begin
  -- Seeds and received mails have no caller, and notify nobody. A snooze ends by itself.
  if me is null and $1 <> 'woken' or recipient is null or recipient = me then
    return;
  end if;
  insert into private.notifications as n (person_id, ticket_id, kind, actor_id, comment_id, change_batch)
  select p.id, ticket.id, $1, me, $4, c.batch_id
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ticket.id
  where p.id = recipient and p.deactivated_at is null and private.wants(p.preferences, 'app', $1)
    and (p.role in ('agent', 'admin') or p.id = ticket.customer_id and $1 = any (private.kinds_for('requester')))
  on conflict (person_id, ticket_id, kind) where read_at is null do update set
    actor_id = excluded.actor_id, comment_id = excluded.comment_id, change_batch = excluded.change_batch,
    times = least(n.times + 1, 1000), created_at = excluded.created_at;
  if random() < 0.005 then
    perform private.prune_notifications();
  end if;
end
$$;
comment on function private.add_notification(text, uuid, public.tickets, uuid) is
  'Adds a notification by the caller, or of woken by nobody, unless the recipient is the caller, inactive, opted out, '
  'or cannot see the ticket.';

-- Of concurrent calls each takes other tickets, and a ticket that was woken is no longer due: it is notified once.
create function public.wake_tickets(max_rows integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  woken integer := 0;
begin
  for ticket in
    with due as materialized (
      select d.id from public.tickets d where d.snoozed_until <= now()
      order by d.snoozed_until, d.id limit least(greatest(max_rows, 1), 200) for no key update skip locked)
    update public.tickets t set snoozed_until = null from due where t.id = due.id returning t.*
  loop
    woken := woken + 1;
    continue when ticket.assigned_to is null;
    insert into private.ticket_reads (user_id, ticket_id, read_at, is_unread)
    values (ticket.assigned_to, ticket.id, private.read_before(ticket.assigned_to), true)
    on conflict on constraint ticket_reads_pkey do update set is_unread = true;
    perform private.add_notification('woken', ticket.assigned_to, ticket);
    perform private.notify('woken', ticket.assigned_to, ticket, '', null, null);
  end loop;
  return woken;
end
$$;
comment on function public.wake_tickets(integer) is
  'Service: ends the snooze of tickets whose time has come, the longest due first, marks them as unread for their '
  'assignees and notifies these. Nobody is notified of an unassigned one, which is back in the queue. Returns their '
  'number.';
grant execute on function public.wake_tickets(integer) to service_role;

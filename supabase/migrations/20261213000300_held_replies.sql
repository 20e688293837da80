-- Authors of replies that were not sent at their time are notified.
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
    -- The same for several tickets at once: one for all of them.
    ('assigned_many', 'assigned', 'staff', true, true),
    ('taken_over_many', 'assigned', 'staff', true, true),
    -- A scheduled reply was not sent at its time, for a reason that the ticket shows.
    ('reply_held', 'reply', 'staff', true, true),
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

create or replace function private.add_notification(kind text, recipient uuid, ticket public.tickets, comment_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
begin
  -- Seeds and received mails have no caller, and notify nobody. A snooze ends by itself, and so does
  -- the wait of a reply.
  if me is null and $1 not in ('woken', 'reply_held') or recipient is null or recipient = me then
    return;
  end if;
  insert into private.notifications as n (person_id, ticket_id, kind, actor_id, comment_id, change_batch)
  select p.id, ticket.id, $1, me, $4, c.batch_id
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ticket.id
  where p.id = recipient and p.deactivated_at is null and private.wants(p.preferences, 'app', $1)
    and (p.role in ('agent', 'admin') or $1 = any (private.kinds_for('requester'))
      and private.reads_since(ticket.id, p.id) is not null)
  on conflict (person_id, ticket_id, kind) where read_at is null do update set
    actor_id = excluded.actor_id, comment_id = excluded.comment_id, change_batch = excluded.change_batch,
    times = least(n.times + 1, 1000), created_at = excluded.created_at;
  if random() < 0.005 then
    perform private.prune_notifications();
  end if;
end
$$;
comment on function private.add_notification(text, uuid, public.tickets, uuid) is
  'Adds a notification by the caller, or of woken and reply_held by nobody, unless the recipient is the caller, '
  'inactive, opted out, or cannot see the ticket.';

create or replace function private.hold_reply(reply public.comments, ticket public.tickets, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.waiting_replies w set held_for = reason where w.comment_id = reply.id;
  perform private.hint_at_waiting_reply(ticket.id);
  -- Nobody did it, least of all the author of another reply of this transaction.
  perform private.act_as(null);
  perform private.add_notification('reply_held', reply.user_id, ticket, reply.id);
  perform private.notify('reply_held', reply.user_id, ticket, '', null, null);
end
$$;
comment on function private.hold_reply(public.comments, public.tickets, text) is
  'Lets a reply wait for its author instead of its time, and notifies the author.';

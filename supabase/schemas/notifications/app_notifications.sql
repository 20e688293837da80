-- Notifications in the app, written in the transaction of their event. What happens again before it is read is one
-- notification: nobody can flood somebody else's list.
create table private.notifications (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint notifications_kind check (kind = any (private.kinds_for('app'))),
  actor_id uuid references public.profiles (id) on delete set null,
  -- No foreign key: a trigger withdraws the notification of a deleted comment.
  comment_id uuid,
  times integer not null default 1,
  change_batch uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  hand_over_id uuid references private.hand_overs (id) on delete cascade
);
comment on table private.notifications is
  'Notifications in the app. Never any text: a comment is read when the list is, under the rights of its reader. Kept '
  'for 90 days.';
comment on column private.notifications.times is 'How often it happened since it was last read.';
comment on column private.notifications.change_batch is
  'The undoable change that it is about. Undoing it withdraws the notification.';

comment on column private.notifications.hand_over_id is
  'Kinds about several tickets: which; ticket_id is one of them, and times their number.';

create unique index notifications_unread_idx on private.notifications (person_id, ticket_id, kind)
  where read_at is null;
create index notifications_person_idx on private.notifications (person_id, created_at desc, id desc);
create index notifications_ticket_idx on private.notifications (ticket_id);
create index notifications_actor_idx on private.notifications (actor_id);
create index notifications_comment_idx on private.notifications (comment_id);
create index notifications_hand_over_idx on private.notifications (hand_over_id);
create index notifications_created_at_idx on private.notifications (created_at);

alter table private.notifications enable row level security;

create function private.prune_notifications() returns void
language sql security definer set search_path = '' as $$
  with old as materialized (
    select o.id from private.notifications o where o.created_at < now() - interval '90 days'
    order by o.created_at limit 1000 for update skip locked)
  delete from private.notifications n using old where n.id = old.id;
  delete from private.hand_overs h where h.created_at < now() - interval '90 days'
$$;
comment on function private.prune_notifications() is 'Deletes up to 1,000 notifications that are older than 90 days.';

create function private.add_notification(kind text, recipient uuid, ticket public.tickets, comment_id uuid default null)
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

create function private.withdraw_notifications(target uuid, batch uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.notifications n where n.ticket_id = target and n.change_batch = batch and n.times = 1;
  update private.notifications n set times = n.times - 1, change_batch = null
  where n.ticket_id = target and n.change_batch = batch;
  select private.leave_hand_overs(target)
$$;
comment on function private.withdraw_notifications(uuid, uuid) is
  'Takes back the notifications of a change that is undone.';

-- Notifications in the app, written in the transaction of their event. What happens again before it is read is one
-- notification: nobody can flood somebody else's list.
create table private.notifications (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint notifications_kind check (kind in (
    'assigned', 'taken_over', 'reply', 'status', 'mention', 'unassigned', 'followed', 'opened')),
  actor_id uuid references public.profiles (id) on delete set null,
  -- No foreign key: a trigger withdraws the notification of a deleted comment.
  comment_id uuid,
  times integer not null default 1,
  change_batch uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
comment on table private.notifications is
  'Notifications in the app. Never any text: a comment is read when the list is, under the rights of its reader. Kept for 90 days.';
comment on column private.notifications.times is 'How often it happened since it was last read.';
comment on column private.notifications.change_batch is 'The undoable change that it is about. Undoing it withdraws the notification.';

alter table private.notifications enable row level security;
create unique index notifications_unread_idx on private.notifications (person_id, ticket_id, kind) where read_at is null;
create index notifications_person_idx on private.notifications (person_id, created_at desc, id desc);
create index notifications_ticket_idx on private.notifications (ticket_id);
create index notifications_actor_idx on private.notifications (actor_id);
create index notifications_comment_idx on private.notifications (comment_id);
create index notifications_created_at_idx on private.notifications (created_at);

create function private.prune_notifications() returns void
language sql security definer set search_path = '' as $$
  delete from private.notifications n where n.id in (
    select o.id from private.notifications o where o.created_at < now() - interval '90 days'
    order by o.created_at limit 1000 for update skip locked)
$$;
comment on function private.prune_notifications() is 'Deletes up to 1,000 notifications that are older than 90 days.';

create function private.add_notification(kind text, recipient uuid, ticket public.tickets, comment_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
begin
  if me is null or recipient is null or recipient = me then
    return;
  end if;
  insert into private.notifications as n (person_id, ticket_id, kind, actor_id, comment_id, change_batch)
  select p.id, ticket.id, $1, me, $4, c.batch_id
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ticket.id
  where p.id = recipient and p.deactivated_at is null and private.wants(p.preferences, 'app', $1)
    and (p.role in ('agent', 'admin') or p.id = ticket.customer_id and $1 in ('reply', 'status', 'opened'))
  on conflict (person_id, ticket_id, kind) where read_at is null do update set
    actor_id = excluded.actor_id, comment_id = excluded.comment_id, change_batch = excluded.change_batch,
    times = least(n.times + 1, 1000), created_at = excluded.created_at;
  if random() < 0.005 then
    perform private.prune_notifications();
  end if;
end
$$;
comment on function private.add_notification(text, uuid, public.tickets, uuid) is
  'Adds a notification by the caller, unless the recipient is the caller, inactive, opted out, or cannot see the ticket.';

create function private.withdraw_notifications(target uuid, batch uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.notifications n where n.ticket_id = target and n.change_batch = batch and n.times = 1;
  update private.notifications n set times = n.times - 1, change_batch = null
  where n.ticket_id = target and n.change_batch = batch
$$;
comment on function private.withdraw_notifications(uuid, uuid) is 'Takes back the notifications of a change that is undone.';

create function private.withdraw_comment_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.notifications n where n.comment_id = old.id and n.times = 1;
  update private.notifications n set times = n.times - 1, comment_id = null where n.comment_id = old.id;
  return null;
end
$$;
comment on function private.withdraw_comment_notifications() is 'Takes back the notifications of a deleted comment.';
create trigger comments_withdraw_app after delete on public.comments
  for each row execute function private.withdraw_comment_notifications();

-- Who follows a ticket: staff who chose to, and those mentioned in its notes.
create table private.ticket_followers (
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (ticket_id, person_id)
);
comment on table private.ticket_followers is 'Staff who are notified of what happens in a ticket, whoever it is assigned to.';
alter table private.ticket_followers enable row level security;
create index ticket_followers_person_idx on private.ticket_followers (person_id);

create function private.notify_followers(ticket public.tickets, comment_id uuid, excerpt text, others uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  follower uuid;
begin
  -- In one order, so that two transactions do not deadlock.
  for follower in
    select f.person_id from private.ticket_followers f
    where f.ticket_id = ticket.id and not f.person_id = any (array_remove(others, null)) order by f.person_id
  loop
    perform private.add_notification('followed', follower, ticket, comment_id);
    perform private.notify('followed', follower, ticket, private.name_of(auth.uid()), excerpt,
      case when excerpt is not null then comment_id end);
  end loop;
end
$$;
comment on function private.notify_followers(public.tickets, uuid, text, uuid[]) is
  'Notifies the followers of a ticket, except others, who were notified already. No excerpt of a note.';

create function private.notify_comment_app() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  others uuid[];
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  others := array[ticket.customer_id];
  -- A customer who is not the requester is in copy.
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    perform private.add_notification('reply', ticket.assigned_to, ticket, new.id);
    others := array[ticket.customer_id, ticket.assigned_to];
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.add_notification('reply', ticket.customer_id, ticket, new.id);
  end if;
  perform private.notify_followers(ticket, new.id, new.content, others);
  return null;
end
$$;
comment on function private.notify_comment_app() is
  'A public comment notifies in the app: the customer of a reply, the assignee of the customer''s comment, and all followers.';
create trigger comments_notify_app after insert on public.comments
  for each row when (not new.is_internal and new.user_id = auth.uid())
  execute function private.notify_comment_app();

create function private.notify_ticket_app() returns trigger
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
  return null;
end
$$;
comment on function private.notify_ticket_app() is
  'Notifies in the app: the customer and the followers of a status set by staff, and the old and the new assignee.';
-- As with mails: the notification of an answer says enough about what the answer changed.
create trigger tickets_notify_app after update on public.tickets
  for each row when (auth.uid() is not null and current_setting('helpdesk.mails', true) is distinct from 'off'
    and current_setting('helpdesk.notifications', true) is distinct from 'off'
    and (new.status is distinct from old.status or new.assigned_to is distinct from old.assigned_to))
  execute function private.notify_ticket_app();

create function private.notify_own_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status in ('solved', 'closed') and new.status = 'open' then
    perform private.add_notification('reply', new.assigned_to, new);
  end if;
  perform private.notify_followers(new, null, null, array[new.assigned_to]);
  return null;
end
$$;
comment on function private.notify_own_status() is
  'Notifies followers of a status that the customer set, and the assignee when the ticket is reopened.';
-- Not inside functions: there it was an answer, which has a notification of its own.
create trigger tickets_notify_own_status after update of status on public.tickets
  for each row when (current_user = 'authenticated' and auth.uid() = new.customer_id and new.status is distinct from old.status)
  execute function private.notify_own_status();

create function private.notify_new_ticket() returns trigger
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
        and (private.wants(p.preferences, 'app', 'unassigned') or private.wants(p.preferences, 'notify', 'unassigned'))
      order by p.id
    loop
      perform private.add_notification('unassigned', member, new);
      perform private.notify('unassigned', member, new, private.name_of(auth.uid()), new.description, null);
    end loop;
  end if;
  return null;
end
$$;
comment on function private.notify_new_ticket() is
  'Notifies the customer of a ticket that staff opened for them, and of an unassigned one the staff who chose that.';
create trigger tickets_notify_new after insert on public.tickets
  for each row when (auth.uid() is not null) execute function private.notify_new_ticket();

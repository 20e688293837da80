-- Events of tickets become notifications in the app, for their people and for the staff who follow the ticket.

-- Who follows a ticket: staff who chose to, and those mentioned in its notes.
create table private.ticket_followers (
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (ticket_id, person_id)
);
comment on table private.ticket_followers is
  'Staff who are notified of what happens in a ticket, whoever it is assigned to.';

create index ticket_followers_person_idx on private.ticket_followers (person_id);

alter table private.ticket_followers enable row level security;

create function private.notify_followers(ticket public.tickets, comment_id uuid, excerpt text,
  others uuid[]) returns void
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

create function private.notify_comment_app(new public.comments) returns void
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
  perform private.add_notification('reply', merged, ticket, new.id)
  from private.merged_requesters(ticket.id) merged where merged is distinct from new.user_id order by merged;
  perform private.notify_followers(ticket, new.id, new.content, others);
end
$$;
comment on function private.notify_comment_app(public.comments) is
  'A public comment notifies in the app: the customer and those of merged tickets of a reply, the assignee of the '
  'customer''s comment, and all followers.';

create function private.notify_ticket_app(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is distinct from old.status and private.can_work_on_tickets() then
    perform private.add_notification('status', new.customer_id, new);
    perform private.notify_followers(new, null, null, array[new.customer_id, new.assigned_to, old.assigned_to]);
  end if;
  if new.assigned_to is distinct from old.assigned_to then
    if private.context('bulk') is not null then
      perform private.collect_hand_over(old.assigned_to, new);
    else
      perform private.add_notification('assigned', new.assigned_to, new);
      perform private.add_notification('taken_over', old.assigned_to, new);
    end if;
  end if;
end
$$;
comment on function private.notify_ticket_app(public.tickets, public.tickets) is
  'Notifies in the app: the customer and the followers of a status set by staff, and the old and the new assignee.';

-- As with mails: the notification of an answer says enough about what the answer changed.

create function private.notify_own_status() returns trigger
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

-- Many tickets that change their assignee at once are one notification and one mail for each person.
create table private.hand_overs (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null,
  kind text not null constraint hand_overs_kind check (kind in ('assigned_many', 'taken_over_many')),
  person_id uuid not null references public.profiles (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  note text not null constraint hand_overs_note check (char_length(note) <= 1000),
  created_at timestamptz not null default now()
);
comment on table private.hand_overs is
  'Tickets that somebody got (assigned_many) or lost (taken_over_many) at once. Kept for 90 days.';
comment on column private.hand_overs.batch_id is 'The batch of the first call that handed some of them over.';
comment on column private.hand_overs.note is 'Of the person who handed them over; only their recipient reads it.';

create unique index hand_overs_batch_idx on private.hand_overs (batch_id, kind, person_id);
create index hand_overs_person_idx on private.hand_overs (person_id, created_at);
create index hand_overs_actor_idx on private.hand_overs (actor_id, created_at);
create index hand_overs_created_at_idx on private.hand_overs (created_at);

create table private.hand_over_tickets (
  hand_over_id uuid not null references private.hand_overs (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  primary key (hand_over_id, ticket_id)
);
comment on table private.hand_over_tickets is 'The tickets of hand-overs. One whose change is undone leaves them.';

create index hand_over_tickets_ticket_idx on private.hand_over_tickets (ticket_id);

alter table private.hand_overs enable row level security;
alter table private.hand_over_tickets enable row level security;

create function private.collect_hand_over(former uuid, ticket public.tickets) returns void
language sql security definer set search_path = '' as $$
  with given as (
    insert into private.hand_overs as h (batch_id, kind, person_id, actor_id, note)
    select private.current_batch(), c.kind, c.person, auth.uid(),
      left(substr(private.context('bulk'), strpos(private.context('bulk'), ':') + 1), 1000)
    from (values ('assigned_many', ($2).assigned_to), ('taken_over_many', $1)) c (kind, person)
    where c.person is distinct from auth.uid() and c.person is not null
    order by c.person
    -- So that it is returned.
    on conflict (batch_id, kind, person_id) do update set actor_id = excluded.actor_id
    returning h.id)
  insert into private.hand_over_tickets select g.id, ($2).id from given g on conflict do nothing
$$;
comment on function private.collect_hand_over(uuid, public.tickets) is
  'Remembers for its former and its new assignee that a ticket changed hands in this batch.';

create function private.tickets_of_hand_over(hand_over uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject)
    order by t.number), '[]')
  from private.hand_overs h
  join private.hand_over_tickets l on l.hand_over_id = h.id
  join public.tickets t on t.id = l.ticket_id and case h.kind when 'assigned_many' then t.assigned_to = h.person_id
    else t.assigned_to is distinct from h.person_id end
  where h.id = $1
$$;
comment on function private.tickets_of_hand_over(uuid) is
  'The tickets of a hand-over that nobody has given back or taken since: [{id, number, subject}], by number.';

create function private.count_hand_over(hand_over uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.hand_over_tickets l where l.hand_over_id = $1
$$;
comment on function private.count_hand_over(uuid) is 'How many tickets a hand-over has.';

create function private.announce_hand_over(given private.hand_overs) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notifications as n (person_id, ticket_id, kind, actor_id, times, hand_over_id)
  select p.id, (select l.ticket_id from private.hand_over_tickets l join public.tickets t on t.id = l.ticket_id
      where l.hand_over_id = given.id order by t.number limit 1),
    given.kind, given.actor_id, private.count_hand_over(given.id), given.id
  from public.profiles p
  where p.id = given.person_id and p.deactivated_at is null and p.role in ('agent', 'admin')
    and private.wants(p.preferences, 'app', given.kind)
  on conflict (person_id, ticket_id, kind) where read_at is null do update set
    actor_id = excluded.actor_id, times = excluded.times, hand_over_id = excluded.hand_over_id,
    created_at = excluded.created_at;
  -- The mail waits as long as the change can be undone.
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, actor_name, excerpt, hand_over_id, next_attempt_at)
  select given.kind, p.id, p.email, p.name, private.name_of(given.actor_id), nullif(given.note, ''), given.id,
    clock_timestamp() + interval '75 seconds'
  from public.profiles p
  where p.id = given.person_id and private.can_get_notification(given.kind, p.id, null);
end
$$;
comment on function private.announce_hand_over(private.hand_overs) is
  'Adds the notification and the mail of a hand-over for whoever wants them.';

-- Screens change many tickets in several calls, one after the other: they are one hand-over.
create function private.finish_hand_over() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier uuid;
  ticket public.tickets;
begin
  select h.id into earlier from private.hand_overs h
  where h.actor_id = new.actor_id and h.person_id = new.person_id and h.kind = new.kind and h.note = new.note
    and h.id <> new.id and h.created_at between new.created_at - interval '1 minute' and new.created_at
    and not exists (select from public.notification_outbox o where o.hand_over_id = h.id and o.attempts > 0)
  order by h.created_at desc limit 1 for update;
  if found then
    insert into private.hand_over_tickets
    select earlier, l.ticket_id from private.hand_over_tickets l where l.hand_over_id = new.id on conflict do nothing;
    delete from private.hand_overs h where h.id = new.id;
    update private.notifications n
    set times = private.count_hand_over(earlier), created_at = now(), read_at = null
    where n.hand_over_id = earlier;
  elsif private.count_hand_over(new.id) > 1 then
    perform private.announce_hand_over(new);
  else
    select t.* into ticket from private.hand_over_tickets l join public.tickets t on t.id = l.ticket_id
    where l.hand_over_id = new.id;
    delete from private.hand_overs h where h.id = new.id;
    perform private.add_notification(replace(new.kind, '_many', ''), new.person_id, ticket);
    -- As with single changes: of the former assignees, those get a mail from whom the caller took the ticket.
    if new.kind = 'assigned_many' or ticket.assigned_to = new.actor_id then
      perform private.notify(replace(new.kind, '_many', ''), new.person_id, ticket, private.name_of(new.actor_id),
        nullif(new.note, ''), null);
    end if;
  end if;
  return null;
end
$$;
comment on function private.finish_hand_over() is
  'Notifies somebody whose tickets changed hands in one call: of one ticket as usual, of several once.';

-- At the end of the call, which has collected all tickets by then.
create constraint trigger hand_overs_finish after insert on private.hand_overs
  deferrable initially deferred for each row execute function private.finish_hand_over();

create function private.leave_hand_overs(target uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  left_one uuid;
begin
  for left_one in
    delete from private.hand_over_tickets l using private.hand_overs h
    where l.ticket_id = target and h.id = l.hand_over_id and h.actor_id = auth.uid()
      and h.created_at > now() - interval '5 minutes'
    returning l.hand_over_id
  loop
    if private.count_hand_over(left_one) = 0 then
      -- With its notification and its mail.
      delete from private.hand_overs h where h.id = left_one;
    else
      update private.notifications n set times = private.count_hand_over(left_one) where n.hand_over_id = left_one;
    end if;
  end loop;
end
$$;
comment on function private.leave_hand_overs(uuid) is
  'Takes a ticket whose change is undone out of the hand-overs of the caller.';

alter table private.notifications
  add column hand_over_id uuid references private.hand_overs (id) on delete cascade;
comment on column private.notifications.hand_over_id is
  'Kinds about several tickets: which; ticket_id is one of them, and times their number.';
create index notifications_hand_over_idx on private.notifications (hand_over_id);

alter table public.notification_outbox
  add column hand_over_id uuid references private.hand_overs (id) on delete cascade,
  drop constraint notification_outbox_ticket;
alter table public.notification_outbox
  add constraint notification_outbox_ticket check (ticket_id is not null or hand_over_id is not null
    or kind in ('refused', 'stopped'));
comment on column public.notification_outbox.excerpt is
  'reply, comment, reopened, followed, copy and opened: how the text begins; status: the new status; taken_over: the '
  'reason; forward and assigned: the note to its recipient; otherwise null. Never a word of an internal note.';
comment on column public.notification_outbox.hand_over_id is
  'Kinds about several tickets: which. ticket_id is null, because no answer belongs to one of them.';
create index notification_outbox_hand_over_idx on public.notification_outbox (hand_over_id);

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

create or replace function private.notify_ticket_app(old public.tickets, new public.tickets) returns void
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

create or replace function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt,
      change_batch, next_attempt_at)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end,
    c.batch_id, case when c.batch_id is null then now()
      -- Of more than ten tickets, the screen offers it for a minute.
      when split_part(private.context('bulk'), ':', 1)::integer > 10 then clock_timestamp() + interval '75 seconds'
      else clock_timestamp() + interval '15 seconds' end
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ($3).id
  where p.id = $2 and p.id is distinct from auth.uid() and private.can_get_notification($1, $2, $3)
    -- The event of this change may already exist, or not yet.
    and (
      select count(*) from (
        select from public.ticket_events e
        where e.ticket_id = ($3).id and e.created_at > now() - interval '1 hour' and e.created_at < now()
          and e.actor_id = auth.uid()
          and e.kind = case when $1 = 'status' or $1 = 'reopened' and $6 is null then 'status'
            when $1 in ('assigned', 'taken_over') then 'assigned_to' else 'comment_added' end
        limit 20
      ) earlier
    ) < 20
$$;
comment on function private.notify(text, uuid, public.tickets, text, text, uuid) is
  'Queues a mail, unless the recipient is the actor, inactive or unconfirmed, opted out, or over the limit. It waits '
  'when its change can be undone.';

create or replace function private.notify_ticket(old public.tickets, new public.tickets) returns void
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
  if new.assigned_to is distinct from old.assigned_to and private.context('bulk') is null then
    perform private.notify('assigned', new.assigned_to, new, private.name_of(me), null, null);
  end if;
end
$$;
comment on function private.notify_ticket(public.tickets, public.tickets) is
  'Mails the customer about a new status, and the assignee about an assignment.';

create or replace function public.take_over_ticket(ticket_id uuid, reason text default null, from_assignee uuid default null)
returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  why text := nullif(btrim(reason, E' \t\r\n'), '');
  ticket public.tickets;
  holder uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  if char_length(why) > 300 then
    raise exception 'A reason has at most 300 characters' using detail = 'reason_too_long';
  end if;
  select t.* into ticket from public.tickets t where t.id = take_over_ticket.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  holder := ticket.assigned_to;
  if holder = me or from_assignee is not null and holder <> from_assignee then
    perform private.refuse_assigned(holder);
  end if;
  perform private.start_batch();
  update public.tickets t
  set assigned_to = me, status = case when t.status = 'open' then 'in_progress' else t.status end
  where t.id = ticket.id returning t.* into ticket;
  if holder is not null then
    -- The change of the assignee is an event of its own, which the customer sees.
    insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
    select ticket.id, me, 'taken_over', holder::text, why, true where why is not null;
    if private.context('bulk') is null then
      perform private.notify('taken_over', holder, ticket, private.name_of(me), why, null);
    end if;
  end if;
  return ticket;
end
$$;
comment on function public.take_over_ticket(uuid, text, uuid) is
  'Staff: take a ticket over from its assignee, who is notified with the reason. HTTP 409 with the assignee''s name '
  'when it is not from_assignee.';

create or replace function private.prune_notifications() returns void
language sql security definer set search_path = '' as $$
  with old as materialized (
    select o.id from private.notifications o where o.created_at < now() - interval '90 days'
    order by o.created_at limit 1000 for update skip locked)
  delete from private.notifications n using old where n.id = old.id;
  delete from private.hand_overs h where h.created_at < now() - interval '90 days'
$$;
comment on function private.prune_notifications() is 'Deletes up to 1,000 notifications that are older than 90 days.';

create or replace function private.withdraw_notifications(target uuid, batch uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.notifications n where n.ticket_id = target and n.change_batch = batch and n.times = 1;
  update private.notifications n set times = n.times - 1, change_batch = null
  where n.ticket_id = target and n.change_batch = batch;
  select private.leave_hand_overs(target)
$$;
comment on function private.withdraw_notifications(uuid, uuid) is
  'Takes back the notifications of a change that is undone.';

create or replace function private.read_notifications(target uuid, until timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  marked integer;
begin
  update private.notifications n set read_at = now()
  where n.person_id = auth.uid() and n.ticket_id = target and n.read_at is null and n.created_at <= until
    -- Whoever reads one ticket has not read the others.
    and n.hand_over_id is null;
  get diagnostics marked = row_count;
  delete from public.notification_outbox o
  where o.recipient_id = auth.uid() and o.ticket_id = target and o.sent_at is null and o.attempts = 0
    and o.created_at <= until;
  return marked;
end
$$;
comment on function private.read_notifications(uuid, timestamptz) is
  'The caller has read a ticket: marks its notifications as read and withdraws mails that were not sent yet.';

create or replace function public.get_unread_notifications() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
begin
  perform private.require_person();
  insert into private.visitors as v (person_id, seen_at) values (me, now())
  on conflict (person_id) do update set seen_at = excluded.seen_at where v.seen_at < now() - interval '1 minute';
  return (
    select jsonb_build_object('count', count(*), 'tickets', coalesce(
      jsonb_agg(distinct u.ticket_id) filter (where u.hand_over_id is null), '[]'))
    from (
      select n.ticket_id, n.hand_over_id from private.notifications n
      where n.person_id = me and n.read_at is null and (staff or n.kind = any (private.kinds_for('requester'))
        and exists (
        select from public.tickets t where t.id = n.ticket_id and t.customer_id = me))
      limit 100) u);
end
$$;
comment on function public.get_unread_notifications() is
  'The caller''s unread notifications, at most 100: {count, tickets: [id]}. Called by open, visible pages only: mails '
  'to the caller then wait a minute.';

create or replace function public.list_notifications(max_rows integer default 20, before_at timestamptz default null,
  before_id uuid default null)
returns table (
  id uuid, kind text, ticket_id uuid, ticket_number bigint, ticket_subject text, ticket_status text, actor_id uuid,
  actor_name text, comment_id uuid, excerpt text, times integer, created_at timestamptz, is_read boolean)
language plpgsql stable rows 20 security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  notes constant boolean := private.can_see_notes();
begin
  perform private.require_person();
  return query
    select n.id, n.kind, t.id, t.number, t.subject, t.status, known.id, known.name, c.id,
      private.preview(coalesce(c.content, h.note)),
      n.times,
      n.created_at, n.read_at is not null
    from private.notifications n
    join public.tickets t on t.id = n.ticket_id
      and (staff or t.customer_id = me and n.kind = any (private.kinds_for('requester')))
    left join public.comments c on c.id = n.comment_id and (notes or not c.is_internal)
    left join private.hand_overs h on h.id = n.hand_over_id and staff
    left join lateral (
      select p.id, p.name from public.profiles p
      -- Of staff, customers see the names of the assignee and of those who wrote to them.
      where p.id = n.actor_id and (staff or p.id = t.assigned_to or exists (
        select from public.comments w where w.ticket_id = t.id and w.user_id = p.id and not w.is_internal))
    ) known on true
    where n.person_id = me and (before_at is null or (n.created_at, n.id) < (before_at, before_id))
    order by n.created_at desc, n.id desc
    limit least(greatest(coalesce(max_rows, 20), 1), 100);
end
$$;
comment on function public.list_notifications(integer, timestamptz, uuid) is
  'The caller''s notifications of the last 90 days about tickets that they can still see, newest first, below '
  '(before_at, before_id). excerpt: how the comment or the note of a hand-over begins, as it is now.';

create or replace function public.mark_notifications_read(notification_id uuid default null,
  ticket_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  target uuid := ticket_id;
  marked integer;
begin
  perform private.require_person();
  if target is not null then
    return private.read_notifications(target, now());
  end if;
  update private.notifications n set read_at = now()
  where n.person_id = me and n.read_at is null and (notification_id is null or n.id = notification_id);
  get diagnostics marked = row_count;
  delete from public.notification_outbox o
  where o.recipient_id = me and o.sent_at is null and o.attempts = 0 and exists (
    select from private.notifications n
    where n.person_id = me and (n.ticket_id = o.ticket_id or n.hand_over_id = o.hand_over_id)
      and (notification_id is null or n.id = notification_id)
      and private.setting_of(n.kind) = private.setting_of(o.kind) and n.created_at >= o.created_at
        and n.read_at is not null);
  return marked;
end
$$;
comment on function public.mark_notifications_read(uuid, uuid) is
  'Marks the caller''s notifications as read: one, those of a ticket, or all. Withdraws their mails that were not '
  'sent yet. Returns how many were unread.';

create or replace function private.mail_refusal(mail public.notification_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  person public.profiles;
  target text;
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = mail.comment_id;
  select p.* into person from public.profiles p where p.id = mail.recipient_id;
  target := lower(coalesce(person.email, mail.recipient_email));
  if mail.comment_id is not null and (said.id is null or said.is_internal) then
    return 'comment_not_public';
  elsif person.deactivated_at is not null then
    return 'recipient_inactive';
  elsif mail.recipient_id is not null and not private.can_get_notification(mail.kind, mail.recipient_id, ticket) then
    return 'recipient_without_right';
  elsif mail.hand_over_id is not null and private.tickets_of_hand_over(mail.hand_over_id) = '[]' then
    return 'hand_over_undone';
  elsif private.is_blocked_sender(target) then
    return 'address_blocked';
  elsif exists (select from public.undeliverable_addresses u where u.address = target) then
    return 'address_undeliverable';
  elsif exists (select from public.mail_addresses a where a.address = regexp_replace(target, '\+[^@]*@', '@')) then
    return 'address_is_own';
  elsif mail.kind = 'copy' then
    if not exists (select from public.ticket_participants p
        where p.ticket_id = mail.ticket_id and p.address = target and p.left_at is null) then
      return 'recipient_not_in_copy';
    -- Whoever has not written on the ticket yet is known by the address alone.
    elsif exists (select from public.ticket_participants p join public.profiles k on k.id = p.person_id
      or k.email = p.address
        where p.ticket_id = mail.ticket_id and p.address = target and k.deactivated_at is not null) then
      return 'recipient_inactive';
    elsif exists (select from private.mail_messages m where m.comment_id = mail.comment_id and m.reply_to = target
      and not private.is_unverified(m)) then
      return 'recipient_is_author';
    end if;
  end if;
  -- Whoever answers all has sent it to them already.
  if mail.kind in ('copy', 'reply') and said.source = 'mail' and exists (
    select from private.mail_messages m, jsonb_path_query(m.recipients, '$.*[*].address') named
    where m.comment_id = mail.comment_id and not private.is_unverified(m) and lower(named #>> '{}') = target
  ) then
    return 'recipient_has_it';
  end if;
  return null;
end
$$;
comment on function private.mail_refusal(public.notification_outbox) is
  'Why a mail is not sent, as a code; null when it is. Checked right before it is sent, because rights and addresses '
  'change.';

create or replace function private.mail_contents(mail public.notification_outbox, host text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
  said public.comments;
  origin uuid := mail.comment_id;
  is_staff constant boolean := mail.kind = any (private.kinds_for('staff'));
  is_message constant boolean := origin is not null or mail.kind in ('opened', 'forward');
begin
  select t.* into ticket from public.tickets t where t.id = mail.ticket_id;
  select c.* into said from public.comments c where c.id = origin;
  return jsonb_build_object(
    'message_id', format('notification.%s@%s', mail.id, host),
    'in_reply_to', mail.in_reply_to,
    'report_code', (
      select s.report_code from private.sent_mails s
      where s.message_id = format('notification.%s@%s', mail.id, host) and s.recipient = lower(mail.recipient_email)),
    'references', case when ticket.id is null then '[]' else
      to_jsonb(array[format('ticket.%s@%s', ticket.id, host)]
        -- Tells that it is about a note when its own Message-ID is lost.
        || case when mail.kind = 'mention' then array[format('note.%s@%s', ticket.id, host)]
          else '{}' end || private.earlier_mails(mail)) end,
    -- A mention is about a note: its answer must not reach the customer.
    'reply_to', private.reply_address(ticket.id, case when mail.kind = 'mention' then 'note' else 'support' end),
    'note_address', case when is_staff then private.reply_address(ticket.id, 'note') end,
    'is_staff', is_staff,
    'is_unverified', (origin is not null or mail.kind in ('unassigned', 'forward')) and exists (
      select from private.mail_messages m
      where m.ticket_id = ticket.id and m.comment_id is not distinct from origin and m.state = 'accepted'
        and private.is_unverified(m)),
    'message', case when said.id is not null then said.content
      when mail.kind in ('opened', 'forward') then ticket.description else mail.excerpt end,
    'note', case when mail.kind = 'forward' then mail.excerpt end,
    'author', case when said.id is not null then said.author_name
      else (select p.name from public.profiles p where p.id = ticket.created_by) end,
    'tickets', private.tickets_of_hand_over(mail.hand_over_id),
    'written_at', coalesce(said.created_at, ticket.created_at),
    'is_from_staff', coalesce(said.author_role, case when mail.kind = 'opened' then 'agent' end,
      'customer') <> 'customer',
    'history', case when is_message and said.id is not null and mail.kind <> 'forward'
      then private.earlier_messages(ticket.id, said.created_at, said.id, private.is_unproven_copy(mail)) else '[]' end,
    'files', case when is_message and not is_staff then coalesce((
      select jsonb_agg(jsonb_build_object('name', a.file_name, 'type', a.file_type, 'size', a.file_size,
        'path', a.storage_path)
        order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = ticket.id and a.comment_id is not distinct from origin), '[]')
        else '[]' end,
    'missing_files', case when is_message and not is_staff then to_jsonb(private.missing_files(ticket.id, origin))
      else '[]' end,
    'copies', private.people_in_copy(mail),
    'workspace', (
      select jsonb_build_object('name', w.workspace_name, 'accent_color', w.accent_color, 'logo', w.logo,
        'signature', w.mail_signature)
      from public.workspace_settings w)) || private.guest_author(mail, said, ticket) || private.refused_files_of(mail);
end
$$;
comment on function private.mail_contents(public.notification_outbox, text) is
  'Text, history, files, threading and sender of a mail. Public messages only.';

create or replace function private.save_for_undo(old public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  batch constant uuid := private.current_batch();
begin
  if batch is null or not private.can_work_on_tickets() then
    return;
  end if;
  delete from private.undoable_changes c where c.actor_id = auth.uid() and c.created_at < now() - interval '2 minutes';
  insert into private.undoable_changes (batch_id, ticket_id, actor_id, before, version)
  values (batch, old.id, auth.uid(),
    (select jsonb_object_agg(f.name, to_jsonb(old) -> f.name) from private.tracked_fields() f where f.undo is not null)
    || jsonb_build_object('version', old.version,
      'tags', (select g.tags from public.ticket_tags g where g.ticket_id = old.id)), old.version + 1)
  on conflict (batch_id, ticket_id) do update set version = excluded.version, created_at = clock_timestamp();
end
$$;
comment on function private.save_for_undo(public.tickets) is
  'Saves a ticket before a change by staff that belongs to a batch.';

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

create or replace function public.undo_bulk_update(batch_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch(undo_bulk_update.batch_id)
$$;
comment on function public.undo_bulk_update(uuid) is
  'The actor of a bulk update, within 75 seconds: restore the tickets that nobody has changed since. {results: [{id, '
  'number, subject, ok, code, message}]}.';

create or replace function public.undo_last_change(of_ticket uuid default null, made_version integer default null) returns jsonb
language sql security definer set search_path = '' as $$
  select private.undo_batch((
    select c.batch_id from private.undoable_changes c
    where c.actor_id = auth.uid()
      and (of_ticket is null or c.ticket_id = of_ticket)
      and (made_version is null or c.version = made_version)
    order by c.created_at desc limit 1))
$$;
comment on function public.undo_last_change(uuid, integer) is
  'Staff, within 75 seconds: undo their newest change of status, priority, tags or assignee, of one ticket when it is '
  'named, and the change that made this version of it. {results: [{id, number, subject, ok, code, message}]}. HTTP '
  '404 when there is none, 409 when it is too late.';

create or replace function private.check_change(change jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  field text;
  value jsonb;
begin
  if change is null or jsonb_typeof(change) <> 'object' or change = '{}' then
    raise exception 'Nothing to change' using detail = 'bulk_change_invalid';
  end if;
  -- Applied to each of up to 200 tickets.
  if not private.json_is_bounded(change, 8192, 2) then
    raise exception 'This change is too large' using detail = 'bulk_change_invalid';
  end if;
  for field, value in select * from jsonb_each(change) loop
    if not coalesce(case
      when field = 'status' then value #>> '{}' = any (private.ticket_statuses())
      when field = 'priority' then value #>> '{}' = any (private.ticket_priorities())
      when field = 'assigned_to' then value = 'null' or pg_input_is_valid(value #>> '{}', 'uuid')
      when field = 'take_over' then value = 'true' and not change ? 'assigned_to'
      when field = 'reason' then jsonb_typeof(value) = 'string' and change ? 'take_over'
      when field = 'snoozed_until' then value = 'null' or value = '"infinity"'
        or value #>> '{}' ~ '^\d{4}-\d\d-\d\dT' and pg_input_is_valid(value #>> '{}', 'timestamptz')
      when field = 'note' then jsonb_typeof(value) = 'string' and change ? 'assigned_to'
        and char_length(value #>> '{}') <= 1000
      when field in ('add_tags', 'remove_tags') then jsonb_typeof(value) = 'array'
        and not jsonb_path_exists(value, '$[*] ? (@.type() != "string" || @ like_regex "^\\s*$")')
      else false end, false) then
      raise exception 'This change is not possible: %', left(field, 40) using detail = 'bulk_change_invalid';
    end if;
  end loop;
end
$$;
comment on function private.check_change(jsonb) is
  'Raises unless the change is {status?, priority?, assigned_to? and note? | take_over?: true, reason?, '
  'snoozed_until?: time, infinity or null, add_tags?, remove_tags?}.';

create or replace function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid;
  results jsonb := '[]';
  target uuid;
  before public.tickets;
  code text;
  complaint text;
  name text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  perform private.check_change(change);
  perform private.check_snooze((change ->> 'snoozed_until')::timestamptz);
  batch := private.start_batch();
  perform private.set_context('bulk',
    cardinality(ticket_ids) || ':' || coalesce(btrim(coalesce(change ->> 'note', change ->> 'reason'), E' \t\r\n'), ''));
  -- In one order, so that two batches over the same tickets do not deadlock.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    name := null;
    before := null;
    begin
      select t.* into before from public.tickets t where t.id = target for no key update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      if change ->> 'snoozed_until' is not null and coalesce(change ->> 'status', before.status) in ('solved', 'closed')
      then
        raise exception 'A solved or closed ticket cannot be snoozed' using detail = 'snooze_resolved';
      end if;
      if change ? 'take_over' and before.assigned_to is distinct from me then
        perform public.take_over_ticket(target, change ->> 'reason');
      -- Assigning an unassigned ticket to oneself is a claim; so is taking a ticket that the caller cannot reassign.
      elsif change ->> 'assigned_to' = me::text and before.assigned_to is distinct from me
        and (before.assigned_to is null or not private.can_update_ticket(before.assigned_to)) then
        perform public.claim_ticket(target);
      end if;
      update public.tickets t set
        status = coalesce(change ->> 'status', case when t.status = 'open' and t.assigned_to::text is distinct from
          change ->> 'assigned_to' and change ->> 'assigned_to' is not null then 'in_progress' end, t.status),
        priority = coalesce(change ->> 'priority', t.priority),
        assigned_to = case when change ? 'assigned_to' then (change ->> 'assigned_to')::uuid else t.assigned_to end,
        snoozed_until = case when change ? 'snoozed_until' then (change ->> 'snoozed_until')::timestamptz
          else t.snoozed_until end,
        tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), change)
      where t.id = target and (change <> '{"snoozed_until": null}' or t.snoozed_until is not null)
        and (change - 'reason' - 'note' - 'take_over' - 'assigned_to' <> '{}'
          or change ? 'assigned_to' and (change ->> 'assigned_to')::uuid is distinct from t.assigned_to);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text, name = pg_exception_hint;
        if code = 'ticket_forbidden' and before.assigned_to is not null then
          name := (select p.name from public.profiles p where p.id = before.assigned_to);
          complaint := 'Assigned to ' || coalesce(name, 'a colleague') || '. Take over to change.';
        end if;
        -- Only codes of own rules are returned; others would name rows and constraints.
        if sqlstate <> 'P0001' and sqlstate not like 'PT%' then
          code := 'change_refused';
          complaint := 'The change was refused';
          name := null;
        end if;
    end;
    results := results || jsonb_build_object('id', target, 'number', before.number, 'subject', before.subject,
      'ok', code is null, 'code', code, 'hint', nullif(name, ''), 'message', complaint);
  end loop;
  return jsonb_build_object('batch_id', batch, 'results', results);
end
$$;
comment on function public.bulk_update_tickets(uuid[], jsonb) is
  'Staff: change up to 200 tickets at once: {batch_id, results: [{id, number, subject, ok, code, hint, message}]}; '
  'hint is the value of the code, such as the assignee''s name. A refused ticket does not stop the others.';


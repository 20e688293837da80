-- Many tickets that change their assignee at once are one notification and one mail for each person: with the list of
-- tickets, and a note from whoever hands them over.
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

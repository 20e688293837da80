-- Which tickets each user has read. A mark is needed only for tickets with a recent message: everything before a time
-- of the user's own counts as read.
create table private.read_before (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  at timestamptz not null
);
comment on table private.read_before is
  'Messages before this time count as read by the user; without a row, those before the profile was created. Moves '
  'when marks are pruned.';

alter table private.read_before enable row level security;

create table private.ticket_reads (
  user_id uuid not null references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  read_at timestamptz not null,
  is_unread boolean not null default false,
  -- Lists read the marks of a page from the index alone.
  primary key (user_id, ticket_id) include (read_at),
  woken_at timestamptz
);
comment on table private.ticket_reads is
  'Until when a user has read a ticket. Only their own requests read it: nobody learns what others have read.';
comment on column private.ticket_reads.is_unread is 'Marked as unread by the user, until it is opened again.';
comment on column private.ticket_reads.woken_at is
  'When the ticket came back from a snooze, for its assignee of that moment, until they open it.';

create index ticket_reads_ticket_idx on private.ticket_reads (ticket_id);
create index ticket_reads_unread_idx on private.ticket_reads (user_id) include (ticket_id) where is_unread;
create index ticket_reads_woken_idx on private.ticket_reads (user_id, woken_at) where woken_at is not null;

alter table private.ticket_reads enable row level security;

create function private.read_before(person uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce((select b.at from private.read_before b where b.user_id = person),
    (select p.created_at from public.profiles p where p.id = person))
$$;
comment on function private.read_before(uuid) is 'Messages before this time count as read by the user.';

create function private.last_read_at(target uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(private.read_before(auth.uid()),
    (select r.read_at from private.ticket_reads r where r.user_id = auth.uid() and r.ticket_id = target))
$$;
comment on function private.last_read_at(uuid) is 'Until when the caller has read a ticket.';

create function private.prune_reads(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- At most once a day.
  if private.read_before(person) < now() - interval '91 days' then
    insert into private.read_before as b (user_id, at) values (person, now() - interval '90 days')
    on conflict (user_id) do update set at = excluded.at;
    delete from private.ticket_reads r
    where r.user_id = person and r.read_at < now() - interval '90 days' and not r.is_unread;
  end if;
end
$$;
comment on function private.prune_reads(uuid) is 'Deletes a user''s marks of more than 90 days ago.';

create function private.visible_ticket(target uuid) returns public.tickets
language plpgsql stable security definer set search_path = '' as $$
declare
  ticket public.tickets;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  select t.* into ticket from public.tickets t where t.id = target and private.can_see_ticket(target);
  -- Does not distinguish a missing ticket from a foreign one.
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  return ticket;
end
$$;
comment on function private.visible_ticket(uuid) is 'A ticket that the caller can see; raises a 404 for any other.';

create function public.mark_ticket_read(ticket_id uuid, read_until timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  ticket constant public.tickets := private.visible_ticket(mark_ticket_read.ticket_id);
  until constant timestamptz := least(coalesce(read_until, now()), now());
begin
  perform private.read_notifications(ticket.id, until);
  -- A ticket without a new message needs no mark and no write.
  if ticket.last_message_at > private.last_read_at(ticket.id) then
    insert into private.ticket_reads as r (user_id, ticket_id, read_at) values (me, ticket.id, until)
    on conflict on constraint ticket_reads_pkey do update set read_at = greatest(r.read_at, excluded.read_at),
      is_unread = false, woken_at = null;
    perform private.prune_reads(me);
  else
    update private.ticket_reads r set is_unread = false, woken_at = null
    where r.user_id = me and r.ticket_id = ticket.id and r.is_unread;
  end if;
end
$$;
comment on function public.mark_ticket_read(uuid, timestamptz) is
  'Marks a ticket and its notifications as read by the caller, up to a time: when the page was loaded, so that a '
  'later message stays unread.';
grant execute on function public.mark_ticket_read(uuid, timestamptz) to authenticated, service_role;

create function public.mark_ticket_unread(ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket constant public.tickets := private.visible_ticket(mark_ticket_unread.ticket_id);
begin
  insert into private.ticket_reads (user_id, ticket_id, read_at, is_unread)
  values (auth.uid(), ticket.id, private.last_read_at(ticket.id), true)
  on conflict on constraint ticket_reads_pkey do update set is_unread = true;
end
$$;
comment on function public.mark_ticket_unread(uuid) is
  'Marks a ticket as unread by the caller until it is opened again, whoever wrote last.';
grant execute on function public.mark_ticket_unread(uuid) to authenticated, service_role;

create function private.mark_woken(ticket public.tickets) returns void
language sql security definer set search_path = '' as $$
  insert into private.ticket_reads (user_id, ticket_id, read_at, is_unread, woken_at)
  select ticket.assigned_to, ticket.id, private.read_before(ticket.assigned_to), true, now()
  where ticket.assigned_to is not null
  on conflict on constraint ticket_reads_pkey do update set is_unread = true, woken_at = excluded.woken_at
$$;
comment on function private.mark_woken(public.tickets) is
  'Marks a ticket whose snooze has ended as unread by its assignee, and as back from its snooze.';

create function private.woken_tickets(max_rows integer) returns jsonb
language sql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'number', w.number, 'subject', w.subject)
    order by w.woken_at desc, w.id), '[]')
  from (
    select t.id, t.number, t.subject, r.woken_at
    from private.ticket_reads r join public.tickets t on t.id = r.ticket_id
    where r.user_id = auth.uid() and r.woken_at is not null and t.assigned_to = auth.uid()
      and t.status = any (private.active_statuses()) and (t.snoozed_until > now()) is not true
      and t.merged_into is null
    order by r.woken_at desc limit max_rows
  ) w
$$;
comment on function private.woken_tickets(integer) is
  'The caller''s active tickets that came back from a snooze and were not opened since, the last one first: [{id, '
  'number, subject}].';

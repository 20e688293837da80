-- Tickets that came back from a snooze are shown above the list of their assignee, whatever its order, until they are
-- opened.
alter table private.ticket_reads add column woken_at timestamptz;
comment on column private.ticket_reads.woken_at is
  'When the ticket came back from a snooze, for its assignee of that moment, until they open it.';
create index ticket_reads_woken_idx on private.ticket_reads (user_id, woken_at) where woken_at is not null;

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

create or replace function public.mark_ticket_read(ticket_id uuid, read_until timestamptz default null) returns void
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

create or replace function public.wake_tickets(max_rows integer default 100) returns integer
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
    perform private.mark_woken(ticket);
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

create or replace function private.touch_commented_ticket(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  woken public.tickets;
begin
  update public.tickets t
  set first_response_at = case when private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.first_response_at, new.created_at) else t.first_response_at end,
    waiting_since = case when not private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.waiting_since, new.created_at) end,
    last_message_at = new.created_at, last_message_by = new.user_id, last_message_preview = private.preview(new.content)
  where t.id = new.ticket_id;
  -- Seeds and imports write for others and change no status.
  if new.user_id = auth.uid() then
    -- The requester of a merged ticket is not the target's.
    update public.tickets t set status = 'open'
    where t.id = new.ticket_id and (t.customer_id = new.user_id or new.author_role = 'customer')
      and t.status in ('pending', 'solved', 'closed');
    update public.tickets t set snoozed_until = null
    where t.id = new.ticket_id and t.snoozed_until is not null
      and not private.is_answer(new.user_id, new.author_role, t.customer_id)
    returning t.* into woken;
    if found then
      perform private.mark_woken(woken);
    end if;
    -- The mail with the reply says enough.
    perform private.set_context('notify', 'none');
    update public.tickets t
    set assigned_to = new.user_id, status = case when t.status = 'open' then 'in_progress' else t.status end
    where t.id = new.ticket_id and t.assigned_to is null
      and private.is_answer(new.user_id, new.author_role, t.customer_id);
  end if;
  -- An import may add older messages after newer ones.
  if exists (select from public.comments c
      where c.ticket_id = new.ticket_id and not c.is_internal and c.created_at > new.created_at) then
    perform private.refresh_messages(array[new.ticket_id]);
  end if;
end
$$;
comment on function private.touch_commented_ticket(public.comments) is
  'A public comment touches its ticket: the first one by staff sets first_response_at, and the message columns follow. '
  'The requester''s reopens it; one by staff takes it when it is unassigned, any other one ends its snooze.';

create or replace function public.count_queues() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  cap constant integer := 1000;
  since constant timestamptz := private.read_before(me);
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to count tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('mine', count(*), 'waiting', count(m.waiting_since),
      'unread', count(*) filter (where r.is_unread or m.last_message_by is distinct from me
        and m.last_message_at > greatest(r.read_at, since)))
    from (
      select t.id, t.waiting_since, t.last_message_at, t.last_message_by from public.tickets t
      where t.assigned_to = me and t.status in ('open', 'in_progress', 'pending', 'on_hold')
        and (t.snoozed_until > now()) is not true and t.merged_into is null limit cap
    ) m left join private.ticket_reads r on r.user_id = me and r.ticket_id = m.id
  ) || jsonb_build_object(
    'unassigned', private.count_list(private.read_ticket_filter('{"status": ["active"], "unassigned": true}'), cap),
    'unmatched', private.count_unmatched_mails(cap),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'views', private.count_views(cap), 'woken', private.woken_tickets(5));
end
$$;
comment on function public.count_queues() is
  'Staff: {unassigned, mine, waiting, unread, unmatched, agents_update, views: {id: number}, woken: [{id, number, '
  'subject}]}. Active tickets without an assignee; the caller''s active tickets, those of them that wait for an '
  'answer, and those with an unread message, all without snoozed ones; received mails that wait for staff; tickets of '
  'each saved view; the five tickets of the caller that last came back from a snooze and were not opened since. No '
  'count is above 1,000, which means 1,000 or more.';
grant execute on function public.count_queues() to authenticated, service_role;

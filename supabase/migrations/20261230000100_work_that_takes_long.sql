-- One reply, or one ticket, that took longer than a call may stopped all that were due behind it.
create or replace function private.has_other_readers(reply public.comments, root uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  seen_merges constant integer := (select w.merges from private.waiting_replies w where w.comment_id = reply.id);
begin
  -- It was written before somebody else's ticket was merged, whose requester would read it.
  if exists (
    select from private.merged_below(reply.ticket_id) b
    where b.customer_id is distinct from (select t.customer_id from public.tickets t where t.id = reply.ticket_id)
      and coalesce((select private.merges_into(reply.ticket_id)) > seen_merges, b.since > reply.created_at)) then
    return true;
  elsif reply.ticket_id = root then
    return false;
  end if;
  return (select array_agg(distinct b.customer_id) from private.merged_below(root) b)
      is distinct from (select array_agg(distinct b.customer_id) from private.merged_below(reply.ticket_id) b)
    or private.copies_of_ticket(root) is distinct from private.copies_of_ticket(reply.ticket_id);
end
$$;
comment on function private.has_other_readers(public.comments, uuid) is
  'True when merges changed who would get a waiting reply: on the ticket that shows it now, others are requesters or '
  'in copy.';

create or replace function private.send_due_reply(target uuid, ticket_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  root constant uuid := private.merge_root($2);
  ticket public.tickets;
  reply public.comments;
  reason text;
begin
  select t.* into ticket from public.tickets t where t.id = root for no key update skip locked;
  if not found or private.merge_root($2) is distinct from root then
    return false;
  end if;
  select c.* into reply from public.comments c where c.id = $1 and c.send_at <= now() for update skip locked;
  if not found or private.waits_for_files(reply, root) then
    return false;
  end if;
  begin
    reason := private.reason_to_hold(reply, ticket);
    if reason is null then
      perform private.send_waiting(reply, ticket);
    else
      perform private.hold_reply(reply, ticket, reason);
    end if;
  exception
    -- Passes by itself: the next run tries again.
    when transaction_rollback or lock_not_available then
      raise warning 'Reply % was not sent: %', reply.id, sqlerrm;
      return false;
    -- Else it would stop all replies behind it, for ever. query_canceled: it takes more time than a call has.
    when query_canceled or others then
      raise warning 'Reply % was not sent: %', reply.id, sqlerrm;
      perform private.hold_reply(reply, ticket, 'failed');
  end;
  return true;
end
$$;
comment on function private.send_due_reply(uuid, uuid) is
  'Sends a reply whose time has come, or holds it. False when somebody else works on it or on its ticket.';

-- A call may take eight seconds. It begins no reply after two of them, so that each has the time of a whole call. Those
-- that somebody works on, or that wait for their files, are passed over and take no other's place.
create or replace function public.send_due_replies(max_rows integer default 20) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
declare
  due record;
  done integer := 0;
begin
  for due in
    select c.id, c.ticket_id from public.comments c join private.waiting_replies w on w.comment_id = c.id
    where c.send_at <= now() and w.held_for is null order by c.send_at, c.id limit 10000
  loop
    if private.send_due_reply(due.id, due.ticket_id) then
      done := done + 1;
    end if;
    exit when done >= least(greatest(max_rows, 1), 100)
      or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return done;
end
$$;
comment on function public.send_due_replies(integer) is
  'Service: sends the replies whose time has come, the longest due first, or holds them for their authors. Of '
  'concurrent calls one sends each reply. Returns their number; after two seconds it leaves the rest to the next call.';

-- Of concurrent calls each takes other tickets, and a ticket that was woken is no longer due: it is notified once. One
-- that takes long, or fails, is no reason for the others to sleep on.
create or replace function public.wake_tickets(max_rows integer default 100) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
declare
  due uuid;
  ticket public.tickets;
  woken integer := 0;
begin
  for due in
    select d.id from public.tickets d where d.snoozed_until <= now()
    order by d.snoozed_until, d.id limit least(greatest(max_rows, 1), 200) for no key update skip locked
  loop
    exit when clock_timestamp() > statement_timestamp() + interval '2 seconds';
    begin
      update public.tickets t set snoozed_until = null where t.id = due returning t.* into ticket;
      if ticket.assigned_to is not null then
        perform private.mark_woken(ticket);
        perform private.add_notification('woken', ticket.assigned_to, ticket);
        perform private.notify('woken', ticket.assigned_to, ticket, '', null, null);
      end if;
      woken := woken + 1;
    exception when others then
      raise warning 'Ticket % was not woken: %', due, sqlerrm;
    end;
  end loop;
  return woken;
end
$$;
comment on function public.wake_tickets(integer) is
  'Service: ends the snooze of tickets whose time has come, the longest due first, marks them as unread for their '
  'assignees and notifies these. Nobody is notified of an unassigned one, which is back in the queue. Returns their '
  'number; after two seconds it leaves the rest to the next call.';

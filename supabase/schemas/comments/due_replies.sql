-- Sending a waiting reply: on the ticket that shows it by then, to which it moves when its own was merged.
create function private.lock_shown(target uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  root uuid;
  ticket public.tickets;
begin
  loop
    root := private.merge_root(target);
    begin
      select t.* into ticket from public.tickets t where t.id = root for no key update;
      exit when private.merge_root(target) is not distinct from root;
      -- Merged, or its merge taken back, meanwhile. Leaving the block gives the lock back.
      raise sqlstate 'HD000';
    exception when sqlstate 'HD000' then
      null;
    end;
  end loop;
  return ticket;
end
$$;
comment on function private.lock_shown(uuid) is
  'Locks the ticket that shows a ticket for a change, and returns it; null when there is none.';

-- Files that a page uploads belong to the ticket on which it knows the reply.
create function private.waits_for_files(reply public.comments, root uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select reply.ticket_id <> root and exists (
    select from private.announced_files a where a.comment_id = reply.id and a.is_missing
      and a.announced_at > now() - interval '15 minutes')
$$;
comment on function private.waits_for_files(public.comments, uuid) is
  'True for a reply of a merged ticket that cannot move yet, because its files are still being uploaded.';

create function private.send_waiting(reply public.comments, ticket public.tickets) returns public.comments
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.waiting_replies;
begin
  select w.* into waiting from private.waiting_replies w where w.comment_id = reply.id;
  if reply.user_id is distinct from auth.uid() then
    perform private.act_as(reply.user_id);
  end if;
  -- Of another reply of this transaction.
  perform private.set_context('notify', '');
  perform private.set_context('files', '');
  -- A sent reply cannot be taken back.
  perform private.exclude_from_undo();
  if reply.ticket_id <> ticket.id then
    perform private.move_comment(reply, ticket.id, false);
    -- These were chosen for the ticket that was merged.
    waiting.new_status := null;
    waiting.new_priority := null;
    waiting.add_tags := null;
  end if;
  -- Somebody else may have taken the ticket over since: the reply goes, what its author may no longer change stays.
  if private.can_triage_ticket(ticket.assigned_to) then
    perform private.change_with_reply(ticket, reply.user_id, false, waiting.new_status, waiting.new_priority,
      waiting.add_tags);
  end if;
  update public.comments c set is_internal = false, send_at = null, created_at = now(), updated_at = now()
  where c.id = reply.id returning c.* into reply;
  delete from private.waiting_replies w where w.comment_id = reply.id;
  perform private.publish_comment(reply);
  return reply;
end
$$;
comment on function private.send_waiting(public.comments, public.tickets) is
  'Sends a waiting reply in the name of its author, on the ticket that shows it. The caller has locked that ticket, '
  'then the reply.';

-- Ticket and reply are locked in the order of everybody else. What somebody works on is left to the next run.
create function private.send_due_reply(target uuid, ticket_id uuid) returns boolean
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
create function public.send_due_replies(max_rows integer default 20) returns integer
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
grant execute on function public.send_due_replies(integer) to service_role;

-- Waiting replies of merged tickets are sent on the ticket that shows them.
drop function public.send_waiting_reply(uuid);

create or replace function private.lock_shown(target uuid) returns public.tickets
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

create or replace function private.waits_for_files(reply public.comments, root uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select reply.ticket_id <> root and exists (
    select from private.announced_files a where a.comment_id = reply.id and a.is_missing
      and a.announced_at > now() - interval '15 minutes')
$$;
comment on function private.waits_for_files(public.comments, uuid) is
  'True for a reply of a merged ticket that cannot move yet, because its files are still being uploaded.';

create or replace function private.send_waiting(reply public.comments, ticket public.tickets) returns public.comments
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
    when transaction_rollback then
      raise warning 'Reply % was not sent: %', reply.id, sqlerrm;
      return false;
    -- Else it would stop all replies behind it, for ever.
    when others then
      raise warning 'Reply % was not sent: %', reply.id, sqlerrm;
      perform private.hold_reply(reply, ticket, 'failed');
  end;
  return true;
end
$$;
comment on function private.send_due_reply(uuid, uuid) is
  'Sends a reply whose time has come, or holds it. False when somebody else works on it or on its ticket.';

create or replace function public.send_waiting_reply(comment_id uuid, shown_on uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reply public.comments;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  ticket := private.lock_shown((
    select c.ticket_id from public.comments c
    where c.id = send_waiting_reply.comment_id and c.user_id = auth.uid()));
  -- Read after the lock: another call may have sent it, or its author taken it back.
  select c.* into reply from public.comments c
  where c.id = send_waiting_reply.comment_id and c.user_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This reply was taken back', detail = 'reply_gone';
  end if;
  if reply.send_at is not null then
    if shown_on is distinct from ticket.id and private.has_other_readers(reply, ticket.id) then
      raise sqlstate 'PT409' using message = 'Others would read this reply since a merge', detail = 'reply_readers';
    elsif private.waits_for_files(reply, ticket.id) then
      raise sqlstate 'PT409' using message = 'Files of this reply are still being uploaded', detail = 'reply_uploading';
    end if;
    reply := private.send_waiting(reply, ticket);
    select t.* into ticket from public.tickets t where t.id = ticket.id;
  end if;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.send_waiting_reply(uuid, uuid) is
  'Staff: send a waiting reply of the caller now, also one that is held, on the ticket that shows it: {comment, '
  'ticket}. One that is sent already is returned as it is. HTTP 409 reply_readers when a merge changed who would get '
  'it, unless shown_on is that ticket: the caller saw the reply there; 409 reply_uploading while its files must stay '
  'with a merged ticket.';
grant execute on function public.send_waiting_reply(uuid, uuid) to authenticated, service_role;

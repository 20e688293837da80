-- Replies of staff that are not sent yet: for the seconds in which their author can undo, or until a time that the
-- author chose. Until then such a reply is a row of comments with send_at, hidden from customers as a note is. Sending
-- it makes it a public comment of that moment, in one transaction with everything that follows from one.
create table private.waiting_replies (
  comment_id uuid primary key references public.comments (id) on delete cascade,
  new_status text constraint waiting_replies_status check (new_status = any (private.ticket_statuses())),
  new_priority text constraint waiting_replies_priority check (new_priority = any (private.ticket_priorities())),
  add_tags text[] constraint waiting_replies_tags check (private.is_tag_list(add_tags)),
  is_scheduled boolean not null,
  held_for text constraint waiting_replies_held_for
    check (held_for in ('customer_wrote', 'colleague_wrote', 'ticket_done', 'ticket_merged', 'author_left',
      'failed')),
  ticket_version integer,
  merges integer
);
comment on table private.waiting_replies is
  'What belongs to the comments with send_at: changes that are made with them.';
comment on column private.waiting_replies.is_scheduled is
  'True when its author chose the time, false for the seconds of an undo.';
comment on column private.waiting_replies.held_for is
  'Why it was not sent at its time, and waits for its author instead; null when it was not its time yet.';
comment on column private.waiting_replies.ticket_version is
  'Of the ticket when it was written: what came later has a higher one, whatever the clock said. Null for older rows.';
comment on column private.waiting_replies.merges is
  'How often tickets had been merged into its ticket when it was written; null for older rows.';

alter table private.waiting_replies enable row level security;

create function private.refuse_if_changed(ticket uuid, seen_at timestamptz, seen_version integer) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (
    -- A link says nothing about what a reply answers, and what is scheduled is asked below.
    select from public.ticket_events e
    where e.ticket_id = $1 and e.actor_id is distinct from auth.uid()
      and e.kind not in ('linked', 'unlinked', 'reply_scheduled', 'reply_cancelled')
      and (e.created_at > $2 or e.ticket_version > $3)
  ) or exists (
    -- A reply that waits has no event yet.
    select from public.comments c
    where c.ticket_id = $1 and c.send_at is not null and c.user_id is distinct from auth.uid() and c.created_at > $2
  ) then
    raise sqlstate 'PT409' using message = 'The ticket has changed since you opened it', detail = 'ticket_changed';
  end if;
end
$$;
comment on function private.refuse_if_changed(uuid, timestamptz, integer) is
  'Raises HTTP 409 when somebody else changed the ticket, or replied, after seen_at or seen_version.';
grant execute on function private.refuse_if_changed(uuid, timestamptz, integer) to authenticated, service_role;

-- Under the rights of the caller.
create function private.change_with_reply(ticket public.tickets, author uuid, is_note boolean, new_status text,
  new_priority text, add_tags text[]) returns void
language plpgsql set search_path = '' as $$
declare
  takes constant boolean := ticket.assigned_to is null and not is_note and ticket.customer_id is distinct from author;
begin
  if takes or coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0 then
    if new_status is null then
      -- The mail with the reply says enough.
      perform private.set_context('notify', 'none');
    end if;
    update public.tickets t set priority = coalesce(new_priority, t.priority),
      assigned_to = case when takes then author else t.assigned_to end,
      status = coalesce(new_status, case when takes and t.status = 'open' then 'in_progress' end, t.status),
      tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id),
        jsonb_build_object('add_tags', to_jsonb(coalesce(add_tags, '{}'))))
    where t.id = ticket.id;
  end if;
end
$$;
comment on function private.change_with_reply(public.tickets, uuid, boolean, text, text, text[]) is
  'Changes a ticket together with a reply or note. A reply takes an unassigned ticket.';
grant execute on function private.change_with_reply(public.tickets, uuid, boolean, text, text, text[])
  to authenticated, service_role;

create function private.hint_at_waiting_reply(ticket uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select t.id, t.customer_id, 'updated', 'staff' from public.tickets t where t.id = ticket;
end
$$;
comment on function private.hint_at_waiting_reply(uuid) is
  'Tells open pages of staff that a waiting reply was added, changed or taken back. The history has it once it is '
  'sent.';

create function private.waiting_replies_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('comment_id', c.id, 'send_at', c.send_at,
    'is_scheduled', w.is_scheduled, 'held_for', w.held_for, 'new_status', w.new_status,
    'new_priority', w.new_priority, 'add_tags', w.add_tags) order by c.send_at, c.id), '[]')
  from public.comments c join private.waiting_replies w on w.comment_id = c.id
  where c.ticket_id in (select b.id from private.merged_below(target) b) and c.send_at is not null
$$;
comment on function private.waiting_replies_json(uuid) is
  'The replies that a ticket shows and that are not sent yet, the next first: [{comment_id, send_at, is_scheduled, '
  'held_for, new_status, new_priority, add_tags}].';

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
  'Sends a waiting reply in the name of its author. The caller has locked the ticket, then the reply.';

-- Ticket and reply are locked in the order of everybody else. What somebody works on is left to the next run.
create function private.send_due_reply(target uuid, ticket_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reply public.comments;
  reason text;
begin
  select t.* into ticket from public.tickets t where t.id = $2 for no key update skip locked;
  if not found then
    return false;
  end if;
  select c.* into reply from public.comments c where c.id = $1 and c.send_at <= now() for update skip locked;
  if not found then
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

create function public.send_due_replies(max_rows integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  done integer := 0;
begin
  for due in
    select c.id, c.ticket_id from public.comments c join private.waiting_replies w on w.comment_id = c.id
    where c.send_at <= now() and w.held_for is null
    order by c.send_at, c.id limit least(greatest(max_rows, 1), 100)
  loop
    if private.send_due_reply(due.id, due.ticket_id) then
      done := done + 1;
    end if;
  end loop;
  return done;
end
$$;
comment on function public.send_due_replies(integer) is
  'Service: sends the replies whose time has come, the longest due first, or holds them for their authors. Of '
  'concurrent calls one sends each reply. Returns their number.';
grant execute on function public.send_due_replies(integer) to service_role;

-- Staff's way to a waiting reply, and from it to a sent one.
create function public.queue_reply(
  ticket_id uuid, content text, request_id uuid default null, send_at timestamptz default null,
  seen_at timestamptz default null, seen_version integer default null, new_status text default null,
  new_priority text default null, add_tags text[] default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
  due timestamptz := queue_reply.send_at;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  if due <= now() then
    raise exception 'A reply can only be scheduled for a time to come' using detail = 'send_at_past';
  elsif due > now() + interval '1 year' then
    raise exception 'A reply can be scheduled for a year at most' using detail = 'send_at_too_late';
  end if;
  ticket_id := private.merge_root(ticket_id);
  -- Serialises replies to one ticket, as send_reply does.
  select t.* into ticket from public.tickets t where t.id = queue_reply.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = queue_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  perform private.refuse_if_changed(ticket.id, seen_at, seen_version);
  if (coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0)
    and not private.can_triage_ticket(ticket.assigned_to) then
    raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
  end if;
  due := coalesce(due, (select now() + make_interval(secs => w.undo_send_seconds) from public.workspace_settings w));
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id, send_at)
  values (ticket.id, me, queue_reply.content, true, queue_reply.request_id, due)
  returning c.* into reply;
  insert into private.waiting_replies (comment_id, new_status, new_priority, add_tags, is_scheduled)
  values (reply.id, queue_reply.new_status, queue_reply.new_priority, queue_reply.add_tags,
    queue_reply.send_at is not null);
  if due <= now() then
    reply := private.send_waiting(reply, ticket);
    select t.* into ticket from public.tickets t where t.id = ticket.id;
  elsif due < now() + interval '1 hour' then
    -- The embedded backend then runs send_due_replies; later ones are met by its regular runs.
    perform pg_notify('helpdesk_notifications', ceil(extract(epoch from due - clock_timestamp()))::text);
  end if;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.queue_reply(uuid, text, uuid, timestamptz, timestamptz, integer, text, text, text[]) is
  'Staff: add a reply that is sent at send_at, within a year, or after the undo_send_seconds of the workspace, '
  'together with status, priority and tags: {comment, ticket}. Until then it is a hidden comment with send_at, and '
  'deleting it takes it back. HTTP 409 as in send_reply. A repeated request_id returns the first comment.';
grant execute on function public.queue_reply(uuid, text, uuid, timestamptz, timestamptz, integer, text, text, text[])
  to authenticated, service_role;

create function public.send_waiting_reply(comment_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reply public.comments;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  select t.* into ticket from public.tickets t
  where t.id = (select c.ticket_id from public.comments c
    where c.id = send_waiting_reply.comment_id and c.user_id = auth.uid())
  for no key update;
  -- Read after the lock: another call may have sent it, or its author taken it back.
  select c.* into reply from public.comments c
  where c.id = send_waiting_reply.comment_id and c.user_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This reply was taken back', detail = 'reply_gone';
  end if;
  if reply.send_at is not null then
    if ticket.merged_into is not null then
      perform private.refuse_merged(ticket);
    end if;
    reply := private.send_waiting(reply, ticket);
    select t.* into ticket from public.tickets t where t.id = ticket.id;
  end if;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.send_waiting_reply(uuid) is
  'Staff: send a waiting reply of the caller now, also one that is held: {comment, ticket}. One that is sent already '
  'is returned as it is. HTTP 409 when its ticket was merged meanwhile.';
grant execute on function public.send_waiting_reply(uuid) to authenticated, service_role;

create or replace function public.send_reply(
  ticket_id uuid, content text, is_internal boolean default false, request_id uuid default null,
  seen_at timestamptz default null, new_status text default null, new_priority text default null,
  add_tags text[] default null, seen_version integer default null, files integer default 0
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  ticket_id := private.merge_root(ticket_id);
  -- Serialises replies to one ticket, also behind concurrent changes, which are seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = send_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  perform private.refuse_if_changed(ticket.id, seen_at, seen_version);
  -- A sent reply cannot be taken back.
  perform private.exclude_from_undo();
  perform private.change_with_reply(ticket, me, coalesce(send_reply.is_internal, false), new_status, new_priority,
    add_tags);
  perform private.set_context('files', least(greatest(coalesce(files, 0), 0), 5)::text);
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;

create or replace function public.next_ticket() returns setof public.tickets
language plpgsql rows 1 security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  if exists (select from public.profiles p where p.id = auth.uid() and p.away_since is not null) then
    raise sqlstate 'PT409' using message = 'You are away. Set yourself to available to get the next ticket',
      detail = 'agent_away';
  end if;
  perform private.start_batch();
  return query
    with next as (
      select t.id from public.tickets t
      where t.assigned_to is null and t.status = 'open' and (t.snoozed_until > now()) is not true
        and t.priority_rank >= 0
        -- Somebody answers it: it is theirs in the seconds for an undo, too.
        and not exists (select from public.comments c
          where c.ticket_id = t.id
            and c.send_at > now() - interval '1 minute' and c.send_at < now() + interval '1 minute')
      order by t.priority_rank desc, t.created_at, t.id
      limit 1
      for no key update skip locked
    )
    update public.tickets t set assigned_to = auth.uid(), status = 'in_progress'
    from next where t.id = next.id
    returning t.*;
end
$$;

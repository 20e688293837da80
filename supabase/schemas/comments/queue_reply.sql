-- Staff's way to a waiting reply, and from it to a sent one. Its author takes it back by deleting the comment.
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
  perform private.refuse_unfilled(content);
  if due <= now() then
    raise exception 'A reply can only be scheduled for a time to come' using detail = 'send_at_past';
  elsif due > now() + interval '1 year' then
    raise exception 'A reply can be scheduled for a year at most' using detail = 'send_at_too_late';
  end if;
  -- Serialises replies to one ticket, as send_reply does.
  ticket := private.lock_shown(ticket_id);
  if ticket.id is null then
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
  insert into private.waiting_replies (comment_id, new_status, new_priority, add_tags, is_scheduled, ticket_version,
    merges)
  values (reply.id, queue_reply.new_status, queue_reply.new_priority, queue_reply.add_tags,
    queue_reply.send_at is not null, ticket.version, private.merges_into(ticket.id));
  if queue_reply.send_at is not null then
    insert into public.ticket_events (ticket_id, actor_id, kind, to_value, is_internal)
    values (ticket.id, me, 'reply_scheduled', to_jsonb(due) #>> '{}', true);
  end if;
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

create function public.send_waiting_reply(comment_id uuid, shown_on uuid default null) returns jsonb
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

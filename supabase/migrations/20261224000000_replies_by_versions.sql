-- What was written since a reply was scheduled is told by versions, for a clock may be set back. Staff see in the
-- history that a reply was scheduled and taken back.
alter table private.waiting_replies
  add column ticket_version integer,
  add column merges integer;
comment on column private.waiting_replies.ticket_version is
  'Of the ticket when it was written: what came later has a higher one, whatever the clock said. Null for older rows.';
comment on column private.waiting_replies.merges is
  'How often tickets had been merged into its ticket when it was written; null for older rows.';

create or replace function private.event_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select array['created', 'taken_over', 'comment_added', 'comment_edited', 'comment_deleted', 'note_added',
    'note_edited', 'note_deleted', 'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed',
    'file_refused', 'copies_left_out', 'copies_removed', 'not_sent_on', 'auto_reply', 'unverified_auto_reply',
    'merged_into', 'merge', 'linked', 'unlinked', 'reply_scheduled', 'reply_cancelled']
    || array(select f.name from private.tracked_fields() f where f.history is not null)
$$;
comment on function private.event_kinds() is 'The kinds of ticket_events: fields, and what else happens to a ticket.';

create or replace function private.refuse_if_changed(ticket uuid, seen_at timestamptz, seen_version integer) returns void
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

-- By versions, because the clock may have been set back meanwhile. The line in the history has the time of its comment;
-- an import has none of that time.
create function private.written_since(reply public.comments, seen_version integer) returns setof public.comments
language sql stable rows 5 security definer set search_path = '' as $$
  select c.* from public.comments c
  where c.ticket_id = reply.ticket_id and not c.is_internal
    and coalesce((
      select max(e.ticket_version) > seen_version from public.ticket_events e
      where e.ticket_id = c.ticket_id and e.created_at = c.created_at and e.kind = 'comment_added'),
      c.created_at > reply.created_at)
$$;
comment on function private.written_since(public.comments, integer) is
  'The public comments that were added to the ticket of a waiting reply after it was written.';

create function private.merges_into(target uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.ticket_events e
  where e.ticket_id = target and e.kind = 'merge' and e.to_value is not null
$$;
comment on function private.merges_into(uuid) is
  'How often a ticket was merged into this one, also when that was taken back.';

create or replace function private.reason_to_hold(reply public.comments, ticket public.tickets) returns text
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.waiting_replies;
begin
  select w.* into waiting from private.waiting_replies w where w.comment_id = reply.id;
  if not private.is_active_staff(reply.user_id) then
    return 'author_left';
  -- Messages of a merged ticket are where they were written; new ones are written where it is shown.
  elsif ticket.merged_into is not null then
    return 'ticket_merged';
  -- It was written before somebody else's ticket was merged, whose requester would read it.
  elsif exists (
    select from private.merged_below(ticket.id) b
    where b.customer_id is distinct from ticket.customer_id
      and coalesce(private.merges_into(ticket.id) > waiting.merges, b.since > reply.created_at)) then
    return 'ticket_merged';
  elsif not waiting.is_scheduled then
    return null;
  elsif exists (
    select from private.written_since(reply, waiting.ticket_version) c
    where not private.is_answer(c.user_id, c.author_role, ticket.customer_id)) then
    return 'customer_wrote';
  -- The customer has an answer that its author may not know of.
  elsif exists (
    select from private.written_since(reply, waiting.ticket_version) c where c.user_id <> reply.user_id) then
    return 'colleague_wrote';
  elsif ticket.status in ('solved', 'closed') and exists (
    select from public.ticket_events e
    where e.ticket_id = ticket.id and e.kind = 'status'
      and coalesce(e.ticket_version > waiting.ticket_version, e.created_at > reply.created_at)) then
    return 'ticket_done';
  end if;
  return null;
end
$$;
comment on function private.reason_to_hold(public.comments, public.tickets) is
  'Why a reply is not sent at its time, see waiting_replies.held_for; null when it is. What others did since '
  'does not stop one that waits for the seconds of an undo.';

create or replace function public.queue_reply(
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

-- Its line among the waiting replies is gone by now.
create function private.log_cancelled_reply(gone public.comments) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, is_internal)
  select t.id, (select p.id from public.profiles p where p.id = auth.uid()), 'reply_cancelled',
    to_jsonb(gone.send_at) #>> '{}', true
  from public.tickets t
  where t.id = gone.ticket_id and isfinite(gone.send_at)
    -- Longer than any undo waits.
    and gone.send_at > gone.created_at + interval '60 seconds'
$$;
comment on function private.log_cancelled_reply(public.comments) is
  'Logs for staff that a scheduled reply was taken back before it was sent.';

create or replace function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.send_at is not null then
    perform private.log_cancelled_reply(old);
    perform private.hint_at_waiting_reply(old.ticket_id);
    return null;
  end if;
  if old.is_internal then
    update public.assistant_proposals p set to_value = null where p.comment_id = old.id;
  end if;
  perform private.log_comment(old, 'deleted');
  if not old.is_internal then
    perform private.refresh_messages(array[old.ticket_id]);
    delete from public.notification_outbox o where o.comment_id = old.id;
  end if;
  -- Takes back its notifications.
  delete from private.notifications n where n.comment_id = old.id and n.times = 1;
  update private.notifications n set times = n.times - 1, comment_id = null where n.comment_id = old.id;
  return null;
end
$$;
comment on function private.after_comment_delete() is 'The steps after a comment is deleted, in their order.';

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
  select t.id, t.customer_id, 'updated', 'staff' from public.tickets t where t.id = private.merge_root(ticket);
end
$$;
comment on function private.hint_at_waiting_reply(uuid) is
  'Tells open pages of staff that a waiting reply was added, changed or taken back. The history has it once it is '
  'sent.';

create function private.waiting_replies_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('comment_id', c.id, 'send_at', c.send_at,
    'is_scheduled', w.is_scheduled, 'held_for', coalesce(w.held_for, case when
      private.has_other_readers(c, target) then 'ticket_merged' end), 'new_status', w.new_status,
    'new_priority', w.new_priority, 'add_tags', w.add_tags) order by c.send_at, c.id), '[]')
  from public.comments c join private.waiting_replies w on w.comment_id = c.id
  where c.ticket_id in (select b.id from private.merged_below(target) b) and c.send_at is not null
$$;
comment on function private.waiting_replies_json(uuid) is
  'The replies that a ticket shows and that are not sent yet, the next first: [{comment_id, send_at, is_scheduled, '
  'held_for, new_status, new_priority, add_tags}]. held_for is known before its time after a merge.';

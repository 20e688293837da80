-- The conversation decides the status: a requester's comment reopens the ticket, a reply by staff takes an unassigned one.
create or replace function private.touch_commented_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Seeds and imports write for others and change no status.
  is_own boolean := coalesce(new.user_id = auth.uid(), false);
begin
  -- Only public comments count as activity; a note must leave no trace that the customer can see.
  if not new.is_internal then
    update public.tickets t
    set first_response_at = case when private.is_answer(new.user_id, new.author_role, t.customer_id)
        then coalesce(t.first_response_at, new.created_at) else t.first_response_at end,
      waiting_since = case when not private.is_answer(new.user_id, new.author_role, t.customer_id)
        then coalesce(t.waiting_since, new.created_at) end,
      last_message_at = new.created_at, last_message_by = new.user_id, last_message_preview = private.preview(new.content)
    where t.id = new.ticket_id;
    if is_own then
      update public.tickets t set status = 'open'
      where t.id = new.ticket_id and t.customer_id = new.user_id and t.status in ('pending', 'solved', 'closed');
      -- The mail with the reply says enough.
      perform set_config('helpdesk.mails', 'off', true);
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
  end if;
  return null;
end
$$;
comment on function private.touch_commented_ticket() is
  'A public comment touches its ticket: the first one by staff sets first_response_at, and the message columns follow. The requester''s reopens it; one by staff takes it when it is unassigned.';

create or replace function public.send_reply(
  ticket_id uuid, content text, is_internal boolean default false, request_id uuid default null,
  seen_at timestamptz default null, new_status text default null, new_priority text default null,
  add_tags text[] default null, seen_version integer default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
  takes boolean;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  -- Serialises replies to one ticket, also behind concurrent changes, which are seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = send_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  if exists (
    select from public.ticket_events e
    where e.ticket_id = ticket.id and e.actor_id is distinct from me
      and (e.created_at > seen_at or e.ticket_version > seen_version)
  ) then
    raise sqlstate 'PT409' using message = 'The ticket has changed since you opened it', detail = 'ticket_changed';
  end if;
  -- A sent reply cannot be taken back.
  perform private.exclude_from_undo();
  takes := ticket.assigned_to is null and not coalesce(send_reply.is_internal, false) and ticket.customer_id is distinct from me;
  if takes or coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0 then
    if new_status is null then
      -- The mail with the reply says enough.
      perform set_config('helpdesk.mails', 'off', true);
    end if;
    update public.tickets t set priority = coalesce(new_priority, t.priority),
      assigned_to = case when takes then me else t.assigned_to end,
      status = coalesce(new_status, case when takes and t.status = 'open' then 'in_progress' end, t.status),
      tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), jsonb_build_object('add_tags', to_jsonb(coalesce(add_tags, '{}'))))
    where t.id = ticket.id;
  end if;
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer) is
  'Staff: add a reply or note together with status, priority and tags: {comment, ticket}. A public reply takes an unassigned ticket. HTTP 409 when somebody else changed the ticket after seen_at or seen_version. A repeated request_id returns the first comment.';

-- A takeover names the previous assignee.
create or replace function private.ticket_events_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as materialized (
    select e.*, case when e.kind in ('assigned_to', 'customer_id', 'taken_over') then e.from_value::uuid end as from_id,
      case when e.kind in ('assigned_to', 'customer_id') then e.to_value::uuid end as to_id
    from public.ticket_events e where e.ticket_id = target
    order by e.created_at desc, e.id desc limit 100
  ), people as materialized (
    select jsonb_object_agg(p.id, p.name) as names from public.profiles p
    where p.id = any (array(
      select n.actor_id from newest n union select n.from_id from newest n union select n.to_id from newest n))
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'kind', n.kind, 'actor_id', n.actor_id, 'actor_name', p.names -> n.actor_id::text,
    'from_value', n.from_value, 'to_value', n.to_value,
    'from_name', p.names -> n.from_id::text, 'to_name', p.names -> n.to_id::text,
    'is_internal', n.is_internal, 'created_at', n.created_at
  ) order by n.created_at desc, n.id desc), '[]')
  from newest n cross join people p
$$;

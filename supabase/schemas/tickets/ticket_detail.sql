-- The ticket screen in one call, by the ticket's id or its number, with its history. Customers see the public part of
-- it. The functions check rights themselves: policies would be evaluated for every row.

-- Looks up each person once, not once per event.
create function private.ticket_events_json(target uuid) returns jsonb
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
    'is_internal', n.is_internal, 'undone', n.undone, 'created_at', n.created_at
  ) order by n.created_at desc, n.id desc), '[]')
  from newest n cross join people p
$$;
comment on function private.ticket_events_json(uuid) is 'The newest 100 events of a ticket, newest first, with names.';

create function private.public_events_json(ticket public.tickets, since timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    -- Of staff, customers see the names of the assignee and of those who wrote to them.
    select p.id::text, p.name from public.profiles p
    where p.id = any (array(
      select ticket.customer_id union select ticket.assigned_to
      union select c.user_id from public.comments c where c.ticket_id = ticket.id and not c.is_internal))
  ), newest as materialized (
    select e.id, e.kind, e.created_at, e.actor_id,
      case when e.kind = 'assigned_to' then null else e.from_value end as from_value,
      case when e.kind = 'assigned_to' then null else e.to_value end as to_value,
      case when e.kind = 'assigned_to' then e.to_value end as to_id
    from public.ticket_events e
    where e.ticket_id = ticket.id and not e.is_internal and e.created_at >= since
      and (e.kind in ('status', 'priority')
        -- Between colleagues only when it names who helps now; never back to the queue.
        or e.kind = 'assigned_to' and e.to_value is not null
          and (e.from_value is null or e.to_value in (select k.id from known k)))
    order by e.created_at desc, e.kind desc, e.id desc limit 100
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'kind', n.kind, 'actor_id', actor.id, 'actor_name', actor.name,
    'from_value', n.from_value, 'to_value', coalesce(n.to_value, assignee.id), 'to_name', assignee.name,
    'is_internal', false, 'created_at', n.created_at
  ) order by n.created_at desc, n.kind desc, n.id desc), '[]')
  from newest n left join known actor on actor.id = n.actor_id::text left join known assignee on assignee.id = n.to_id
$$;
comment on function private.public_events_json(public.tickets, timestamptz) is
  'The newest 100 events of a ticket since a time that its customer may see, newest first: status, priority, who '
  'helps. People whom the customer does not know are null.';

-- The newest ids of the requester's tickets come from an index alone. With the rows in the same query, a workspace of
-- few requesters walks the tickets of everybody in order of time until it has met five of this one.
create function private.ticket_detail_for_staff(target uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'events', private.ticket_events_json(target),
    'other_tickets', coalesce((
      select jsonb_agg(to_jsonb(other) order by other.created_at desc, other.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from (
          select o.id from public.tickets o where o.customer_id = customer and o.id <> target and o.priority_rank >= 0
          order by o.created_at desc, o.id desc limit 5
        ) newest join public.tickets t on t.id = newest.id
      ) other), '[]'),
    'drafts', private.my_drafts(target),
    'assignee_away_since', (
      select p.away_since from public.tickets t join public.profiles p on p.id = t.assigned_to where t.id = target),
    'followers', private.followers_json(target),
    'mentions', private.mentions_json(target),
    'last_read_at', private.last_read_at(target),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'waiting_replies', private.waiting_replies_json(target),
    'links', private.linked_tickets_json(target, 20),
    'undo_send_seconds', (select w.undo_send_seconds from public.workspace_settings w))
$$;
comment on function private.ticket_detail_for_staff(uuid, uuid) is
  'The parts of a ticket''s detail that only staff see: {events, other_tickets, drafts, assignee_away_since, '
  'followers, mentions, last_read_at, agents_update, waiting_replies, links, undo_send_seconds}.';

-- Of a file, the time of its message decides, however late the file came. Without a comment it belongs to the
-- description, which is older than any merge.
create function private.thread_json(ticket public.tickets, person uuid, notes boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[] := array[ticket.id];
  sinces timestamptz[] := array['-infinity'];
begin
  if exists (select from public.tickets t where t.merged_into = ticket.id) then
    select array_agg(k.id), array_agg(k.since) into ids, sinces from private.thread_of(ticket.id, person) k;
  end if;
  return jsonb_build_object(
    'comments', coalesce((
      select jsonb_agg(to_jsonb(k.said) || case when (k.said).ticket_id <> ticket.id then jsonb_build_object(
          'ticket_number', (select t.number from public.tickets t where t.id = (k.said).ticket_id)) else '{}' end
        || case when k.bytes > 5000000 then private.beginning_of('content', (k.said).content) else '{}' end
        order by (k.said).created_at, (k.said).id)
      from (
        select c as said, sum(octet_length(c.content)) over (order by c.created_at desc, c.id desc) as bytes
        from public.comments c where c.ticket_id = any (ids) and (notes or not c.is_internal)
          and (person is null or c.created_at >= sinces[array_position(ids, c.ticket_id)])) k), '[]'),
    'attachments', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = any (ids) and (notes
        or a.comment_id is null and sinces[array_position(ids, a.ticket_id)] = '-infinity'
        or exists (
          select from public.comments c where c.id = a.comment_id and not c.is_internal
            and c.created_at >= sinces[array_position(ids, a.ticket_id)]))), '[]'),
    'missing_files', coalesce((
      select jsonb_agg(jsonb_build_object('request_id', a.request_id, 'comment_id', a.comment_id, 'name', a.file_name)
        order by a.announced_at, a.position)
      from private.announced_files a left join public.comments c on c.id = a.comment_id
      where a.ticket_id = any (ids) and a.is_missing and a.announced_at > now() - interval '30 days'
        -- Files of another ticket's description are its requester's to upload.
        and case when a.comment_id is null
          then a.ticket_id = ticket.id and sinces[array_position(ids, a.ticket_id)] = '-infinity'
          else (notes or not c.is_internal) and c.created_at >= sinces[array_position(ids, a.ticket_id)] end), '[]'));
end
$$;
comment on function private.thread_json(public.tickets, uuid, boolean) is
  'What a ticket and those merged into it say, as a requester reads it, without one as staff do: {comments, '
  'attachments, missing_files}. Comments of merged tickets have a ticket_number.';

-- The ticket screen in one call, by the ticket's id or its number, with its history, the files that are not uploaded
-- yet and the types that the workspace accepts. Customers see the public part of it. A merged ticket leads to the one
-- that shows it, and that one may be another customer's: then its own words begin with the merge.
create function public.get_ticket_detail(ticket_id uuid default null, ticket_number bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  staff boolean := coalesce(my_role in ('agent', 'admin'), false);
  me constant uuid := case when not staff then auth.uid() end;
  asked public.tickets;
  ticket public.tickets;
  is_own boolean;
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if ticket_id is not null then
    select t.* into asked from public.tickets t where t.id = ticket_id;
  else
    select t.* into asked from public.tickets t where t.number = ticket_number;
  end if;
  -- Does not distinguish a missing ticket from a foreign one.
  if asked.id is null or not (staff or coalesce(asked.customer_id = me, false)
    or exists (select from public.tickets s where s.merged_into = asked.id)
      and private.reads_since(asked.id, me) is not null) then
    return null;
  end if;
  ticket := private.shown_as(asked);
  is_own := staff or coalesce(ticket.customer_id = me, false);
  return jsonb_build_object(
    'ticket', (
      select to_jsonb(r) || jsonb_build_object('description', case when is_own then ticket.description else '' end,
        'metadata', case when is_own then ticket.metadata end, 'source', ticket.source,
        'close_reason', case when is_own then ticket.close_reason end,
        -- Customers see the tags that the ticket was created with.
        'tags', case when staff then nullif(r.desk_tags, '{}') when is_own then ticket.tags end)
      from private.ticket_rows(array[ticket], staff) r),
    'merged_from', case when asked.id <> ticket.id
      then jsonb_build_object('id', asked.id, 'number', asked.number) end,
    'merged', case when exists (select from public.tickets s where s.merged_into = ticket.id)
      then private.merged_tickets_json(ticket.id, me) else '[]' end,
    'follow_up', private.follow_up_json(ticket, me),
    'rating', (
      select jsonb_build_object('score', r.score, 'comment', r.comment, 'created_at', r.created_at,
        'updated_at', r.updated_at)
      from public.ticket_ratings r where r.ticket_id = ticket.id and is_own),
    -- Customers see the name of the assignee and nothing else.
    'assignee', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', case when staff then p.email end)
      from public.profiles p where p.id = ticket.assigned_to),
    'customer', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      from public.profiles p where p.id = ticket.customer_id and is_own),
    'loaded_at', now(),
    -- Limits of the comment form; saves the screen a second request.
    'limits', (
      select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes, 'file_types',
        w.file_types)
      from public.workspace_settings w),
    'events', case when not staff
      then private.public_events_json(ticket, case when is_own then '-infinity'
        else private.reads_since(ticket.id, me) end) end,
    'last_read_at', case when not staff then private.last_read_at(ticket.id) end,
    'staff', case when staff then private.ticket_detail_for_staff(ticket.id, ticket.customer_id) end)
    || private.thread_json(ticket, me, staff);
end
$$;
comment on function public.get_ticket_detail(uuid, bigint) is
  'Everything the screen of a ticket shows, by id or else by number: {ticket, comments, attachments, missing_files: '
  '[{request_id, comment_id|null, name}], merged_from: {id, number}|null (the merged ticket that was asked for), '
  'merged: [...], follow_up (see private.follow_up_json), rating, assignee, customer, loaded_at, '
  'limits: {max_files, max_file_bytes, file_types}, events: [...]|null, last_read_at|null, '
  'staff: {events, other_tickets, drafts, last_read_at, agents_update}|null}; '
  'events and last_read_at are those of customers; null when there is no such ticket for the '
  'caller.';
grant execute on function public.get_ticket_detail(uuid, bigint) to authenticated, service_role;

-- Customers do not learn whose ticket theirs was merged into, before that person writes to them.
create or replace function private.ticket_rows(page public.tickets[], staff boolean) returns setof public.ticket_row
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.read_before(me);
begin
  return query
    with asked as materialized (
      select distinct unnest(array[t.created_by, t.customer_id, t.assigned_to, t.last_message_by]) as id
        from unnest(page) t
    ), team as materialized (
      select p.id, p.name, p.email, p.role from public.profiles p
      where p.role <> 'customer' and p.id = any (array(select a.id from asked a order by 1))
    ), people as materialized (
      select m.id, m.name, m.email, m.role from team m
      union all select p.id, p.name, p.email, p.role from asked a join public.profiles p on p.id = a.id
      where a.id not in (select m.id from team m)
    ), desk as materialized (
      select g.ticket_id, g.tags from unnest(page) t join public.ticket_tags g on g.ticket_id = t.id
      where staff and t.tag_keys is not null
    ), marked as materialized (
      select r.ticket_id from private.ticket_reads r where r.user_id = me and r.is_unread
    ), reads as materialized (
      select r.ticket_id, r.read_at from private.ticket_reads r where r.user_id = me and r.ticket_id = any (
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct
          from me order by 1))
    )
    select t.id, t.number, t.subject, t.status, t.priority, t.version, t.created_by, t.customer_id, t.assigned_to,
      t.created_at, t.updated_at, t.closed_at, t.waiting_since,
      case when reach.is_own or creator.id = me or creator.role <> 'customer' then creator.name end,
      case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      case when reach.is_own or requester.id = me then requester.name end,
      case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      case when t.last_message_at >= reach.reads_from then t.last_message_at end,
      case when t.last_message_at >= reach.reads_from then author.name end,
      case when t.last_message_at < reach.reads_from then null when author.id = requester.id then 'requester'
        when author.role <> 'customer' then 'staff' when author.id is not null then 'other' end,
      case when t.last_message_at >= reach.reads_from then t.last_message_preview end,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since, reach.reads_from),
      case when staff then t.snoozed_until end
    from unnest(page) with ordinality t
    -- Of a ticket into which theirs was merged, customers get no word from before, and not whose it is.
    cross join lateral (select staff or coalesce(t.customer_id = me, false) as is_own) own
    cross join lateral (select own.is_own, case when own.is_own then '-infinity'
      else private.reads_since(t.id, me) end as reads_from) reach
    left join people creator on creator.id = t.created_by
    left join people assignee on assignee.id = t.assigned_to
    left join people requester on requester.id = coalesce(t.customer_id, t.created_by)
    left join people author on author.id = t.last_message_by
    left join desk on desk.ticket_id = t.id
    left join reads on reads.ticket_id = t.id
    order by t.ordinality;
end
$$;
comment on function private.ticket_rows(public.tickets[], boolean) is
  'The rows of tickets, in their order. Customers get no tags of the workspace, and of staff the name only. The caller '
  'has applied the rights.';

create or replace function public.get_ticket_detail(ticket_id uuid default null, ticket_number bigint default null) returns jsonb
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
  'merged: [...], rating, assignee, customer, loaded_at, limits: {max_files, max_file_bytes, '
  'file_types}, events: [...]|null, last_read_at|null, staff: {events, other_tickets, drafts, last_read_at, '
  'agents_update}|null}; events and last_read_at are those of customers; null when there is no such ticket for the '
  'caller.';
grant execute on function public.get_ticket_detail(uuid, bigint) to authenticated, service_role;

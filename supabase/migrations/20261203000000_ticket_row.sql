-- A ticket as a row of a list, declared once. Lists, searches, the ticket screen, the export and the live feed return
-- it, so that a new field is an attribute here and a value in private.ticket_rows.
create type public.ticket_row as (
  id uuid, number bigint, subject text, status text, priority text, version integer,
  created_by uuid, customer_id uuid, assigned_to uuid,
  created_at timestamptz, updated_at timestamptz, closed_at timestamptz, waiting_since timestamptz,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[],
  last_message_at timestamptz, last_message_name text, last_message_from text, last_message_preview text, unread boolean
);
comment on type public.ticket_row is
  'What a list shows of a ticket. desk_tags: set by staff; null for customers. unread: for the caller, a message '
  'of somebody else after their mark, or marked as unread.';

drop function private.ticket_rows(public.tickets[], boolean);
create function private.ticket_rows(page public.tickets[], staff boolean) returns setof public.ticket_row
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
      creator.name, case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      requester.name, case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      t.last_message_at, author.name,
      case when author.id = requester.id then 'requester' when author.role <> 'customer' then 'staff'
        when author.id is not null then 'other' end,
      t.last_message_preview,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since)
    from unnest(page) with ordinality t
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
  'The rows of tickets, in their order. Customers get no tags of the desk, and of staff the name only. The caller '
  'has applied the rights.';

-- The ticket screen: the row, and what only this screen shows.
create or replace function public.get_ticket_detail(ticket_id uuid default null, ticket_number bigint default null)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  staff boolean := coalesce(my_role in ('agent', 'admin'), false);
  target uuid := coalesce(ticket_id, (select t.id from public.tickets t where t.number = ticket_number));
  ticket public.tickets;
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  select t.* into ticket from public.tickets t
  where t.id = target and (staff or t.customer_id = auth.uid());
  -- Does not distinguish a missing ticket from a foreign one.
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'ticket', (
      select to_jsonb(r) || jsonb_build_object('description', ticket.description, 'metadata', ticket.metadata,
        'source', ticket.source, 'close_reason', ticket.close_reason,
        -- Customers see the tags that the ticket was created with.
        'tags', case when staff then nullif(r.desk_tags, '{}') else ticket.tags end)
      from private.ticket_rows(array[ticket], staff) r),
    'comments', coalesce((
      select jsonb_agg(to_jsonb(c) order by c.created_at, c.id)
      from public.comments c where c.ticket_id = ticket.id and (staff or not c.is_internal)), '[]'),
    'attachments', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = ticket.id and (staff or a.comment_id is null or exists (
        select from public.comments c where c.id = a.comment_id and not c.is_internal))), '[]'),
    'missing_files', coalesce((
      select jsonb_agg(jsonb_build_object('request_id', a.request_id, 'comment_id', a.comment_id, 'name', a.file_name)
        order by a.announced_at, a.position)
      from private.announced_files a left join public.comments c on c.id = a.comment_id
      where a.ticket_id = ticket.id and a.is_missing and a.announced_at > now() - interval '30 days'
        and (staff or not coalesce(c.is_internal, false))), '[]'),
    'rating', (
      select jsonb_build_object('score', r.score, 'comment', r.comment, 'created_at', r.created_at,
        'updated_at', r.updated_at)
      from public.ticket_ratings r where r.ticket_id = ticket.id),
    -- Customers see the name of the assignee and nothing else.
    'assignee', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', case when staff then p.email end)
      from public.profiles p where p.id = ticket.assigned_to),
    'customer', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      from public.profiles p where p.id = ticket.customer_id),
    'loaded_at', now(),
    -- Limits of the comment form; saves the screen a second request.
    'limits', (
      select jsonb_build_object('max_files', w.max_files, 'max_file_bytes', w.max_file_bytes, 'file_types',
        w.file_types)
      from public.workspace_settings w),
    'events', case when not staff then private.public_events_json(ticket) end,
    'last_read_at', case when not staff then private.last_read_at(ticket.id) end,
    'staff', case when staff then private.ticket_detail_for_staff(ticket.id, ticket.customer_id) end);
end
$$;

-- Each row as list_tickets returns it.
create or replace function public.changes_since(since text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  notes constant boolean := private.can_see_notes();
  -- A stable function sees the snapshot of its caller, so that these are exactly the changes that this call can read.
  seen constant pg_snapshot := pg_current_snapshot();
  -- Transaction numbers mean nothing in a restored copy.
  server constant text := (select c.system_identifier::text from pg_control_system() c);
  cursor_parts constant text[] := string_to_array(since, '/');
  before pg_snapshot;
  window_start timestamptz := now() - interval '1 minute';
  recent xid8[] := '{}';
  tickets jsonb;
  reset boolean := false;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if since is not null and since !~ '^\d{1,2}(\.\d{1,3})?$' then
    if octet_length(since) > 20000 or cardinality(cursor_parts) <> 3
      or not pg_input_is_valid(cursor_parts[2], 'bigint') or not pg_input_is_valid(cursor_parts[3], 'pg_snapshot') then
      raise exception 'The cursor is not valid' using detail = 'cursor_invalid';
    end if;
    before := cursor_parts[3];
    reset := cursor_parts[1] <> server or pg_snapshot_xmax(before) > pg_snapshot_xmax(seen)
      or to_timestamp(cursor_parts[2]::bigint) < now() - interval '2 days';
  else
    window_start := greatest(window_start, now() - make_interval(secs => since::double precision));
    recent := array(select c.xid from private.change_commits c where c.committed_at > window_start limit 1001);
    reset := cardinality(recent) > 1000;
  end if;
  if not reset then
    with changed as materialized (
      select k.ticket_id, array_agg(distinct k.kind order by k.kind) as kinds
      from (
        select n.* from private.ticket_changes n
        where before is not null and n.xid >= pg_snapshot_xmin(before) and not pg_visible_in_snapshot(n.xid, before)
        union all
        select n.* from private.ticket_changes n where before is null and n.xid = any (recent)
      ) k
      where (staff or k.customer_id = me) and (notes or k.audience = 'public')
      group by k.ticket_id limit 101
    ), seen_rows as (
      select r.id, to_jsonb(r) as shown
      from private.ticket_rows(array(select t from changed c join public.tickets t on t.id = c.ticket_id
        where staff or t.customer_id = me), staff) r
    )
    select jsonb_agg(jsonb_build_object('id', c.ticket_id, 'kinds', c.kinds)
        || case when r.id is null then '{}' else jsonb_build_object('row', r.shown) end), count(*) > 100
      into tickets, reset
    from changed c left join seen_rows r on r.id = c.ticket_id;
  end if;
  return jsonb_build_object('reset', reset, 'tickets', case when reset then '[]' else coalesce(tickets, '[]') end,
    'cursor', format('%s/%s/%s', server, floor(extract(epoch from now())), seen),
    'topics', private.topics_of(me, staff));
end
$$;

-- What open pages ask: the rows of tickets that changed since a cursor, or since they were loaded.

-- The first question of a page is answered by when changes committed. Whether it asks for too many does not depend on
-- whose changes they are: else a customer would miss their own beside a bulk change of others' tickets.
create function public.changes_since(since text default null) returns jsonb
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
        -- One that was merged leaves the lists.
        where t.merged_into is null and (staff or t.customer_id = me or private.reads_since(t.id, me) is not null)),
          staff) r
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
comment on function public.changes_since(text) is
  'The tickets that changed since a cursor, as far as the caller can see them: { cursor, reset, tickets: [{ id, '
  'kinds, row }], topics }, each row as list_tickets returns it, without the long texts. Without a row: the caller '
  'can no longer see the ticket. With a number of seconds instead of a cursor, or with neither: the changes that '
  'committed in that time, at most in the last minute. topics: the realtime topics that tell of more. reset: more '
  'than 100 tickets, more than 1,000 transactions or too old a cursor, read everything again.';
grant execute on function public.changes_since(text) to authenticated, service_role;

-- A hint wakes open pages when a change commits; they then ask changes_since, which answers under their own rights. A hint
-- has nothing but ids of tickets that its topic's members see, and a lost one costs freshness only.

create function private.send_hints() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hinted constant text := coalesce(current_setting('helpdesk.hinted', true), '');
  hint record;
begin
  for hint in
    select private.staff_topic() as topic, array_agg(distinct a.ticket_id) as ids from added a
    union all
    (select private.user_topic(a.customer_id), array_agg(distinct a.ticket_id) from added a
    where a.audience = 'public' and a.customer_id is not null group by a.customer_id limit 50)
  loop
    -- One is enough for all changes of a transaction, since it arrives after the commit.
    continue when hint.ids is null or cardinality(hint.ids) = 1 and position(hint.topic || hint.ids[1] in hinted) > 0;
    perform realtime.send(jsonb_build_object('ids', hint.ids[1:100]), 'changed', hint.topic, true);
    perform set_config('helpdesk.hinted', left(coalesce(current_setting('helpdesk.hinted', true), '') || hint.topic || hint.ids[1], 10000), true);
  end loop;
  return null;
exception when others then
  raise warning 'No hint was sent: %', sqlerrm;
  return null;
end
$$;
comment on function private.send_hints() is 'Sends the ids of changed tickets to the topics of those who see them. Never fails the change.';

create trigger ticket_changes_hint after insert on private.ticket_changes
  referencing new table as added for each statement execute function private.send_hints();

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
  tickets jsonb;
  reset boolean := false;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if since ~ '^\d{1,2}(\.\d{1,3})?$' then
    window_start := greatest(window_start, now() - make_interval(secs => since::double precision));
  elsif since is not null then
    if octet_length(since) > 20000 or cardinality(cursor_parts) <> 3
      or not pg_input_is_valid(cursor_parts[2], 'bigint') or not pg_input_is_valid(cursor_parts[3], 'pg_snapshot') then
      raise exception 'The cursor is not valid' using detail = 'cursor_invalid';
    end if;
    before := cursor_parts[3];
    reset := cursor_parts[1] <> server or pg_snapshot_xmax(before) > pg_snapshot_xmax(seen) or to_timestamp(cursor_parts[2]::bigint) < now() - interval '2 days';
  end if;
  if not reset then
    with changed as materialized (
      select k.ticket_id, array_agg(distinct k.kind order by k.kind) as kinds, count(*) as changes
      from (
        select n.* from private.ticket_changes n
        where before is not null and n.xid >= pg_snapshot_xmin(before) and not pg_visible_in_snapshot(n.xid, before)
        union all
        select n.* from (select l.* from private.ticket_changes l order by l.id desc limit 1000) n
        where before is null and n.changed_at > window_start
      ) k
      where (staff or k.customer_id = me) and (notes or k.audience = 'public')
      group by k.ticket_id limit 101
    ), seen_rows as (
      select r.id, to_jsonb(r) - '{description,metadata,tags,request_id}'::text[] as shown
      from private.ticket_rows(array(select t from changed c join public.tickets t on t.id = c.ticket_id
        where staff or t.customer_id = me), staff) r
    )
    select jsonb_agg(jsonb_build_object('id', c.ticket_id, 'kinds', c.kinds)
        || case when r.id is null then '{}' else jsonb_build_object('row', r.shown) end),
      count(*) > 100 or coalesce(sum(c.changes), 0) >= 1000 and before is null
      into tickets, reset
    from changed c left join seen_rows r on r.id = c.ticket_id;
  end if;
  return jsonb_build_object('reset', reset, 'tickets', case when reset then '[]' else coalesce(tickets, '[]') end,
    'cursor', format('%s/%s/%s', server, floor(extract(epoch from now())), seen),
    'topics', private.topics_of(me, staff));
end
$$;
comment on function public.changes_since(text) is
  'The tickets that changed since a cursor, as far as the caller can see them: { cursor, reset, tickets: [{ id, kinds, row }], topics }, each row as list_tickets returns it, without the long texts. Without a row: the caller can no longer see the ticket. With a number of seconds instead of a cursor, or with neither: the changes of that time, at most of the last minute. topics: the realtime topics that tell of more. reset: more than 100 tickets or too old a cursor, read everything again.';


-- The change feed: which tickets changed, so that open pages read exactly those again. It never says what changed: a row
-- is read under the rights of whoever asks.

create table private.ticket_changes (
  id bigint generated always as identity primary key,
  -- Orders changes by transaction. A sequence or a clock would skip a transaction that began earlier and commits later.
  xid xid8 not null default pg_current_xact_id(),
  ticket_id uuid not null,
  customer_id uuid,
  kind text not null,
  audience text not null constraint ticket_changes_audience check (audience in ('public', 'staff')),
  changed_at timestamptz not null default now()
);
comment on table private.ticket_changes is 'One row for each event of a ticket, kept for three days. Survives the ticket, so that its deletion is told too.';
comment on column private.ticket_changes.customer_id is
  'Whose ticket it was: the change is told to them if its audience is public.';

alter table private.ticket_changes enable row level security;
create index ticket_changes_xid_idx on private.ticket_changes (xid);

create function private.prune_ticket_changes() returns void
language sql security definer set search_path = '' as $$
  -- Rows that another transaction prunes are left to it.
  delete from private.ticket_changes c where c.id in (
    select o.id from (select k.id, k.changed_at from private.ticket_changes k order by k.id limit 1000 for update skip locked) o
    where o.changed_at < now() - interval '3 days')
$$;
comment on function private.prune_ticket_changes() is 'Deletes up to 1,000 changes that are older than three days.';

create function private.note_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select e.ticket_id, t.customer_id, e.kind, case when e.is_internal then 'staff' else 'public' end
  from added e join public.tickets t on t.id = e.ticket_id
  union all
  -- Told to the customer who can no longer see it, too.
  select e.ticket_id, e.from_value::uuid, e.kind, 'public' from added e where e.kind = 'customer_id' and e.from_value is not null;
  if random() < 0.005 then
    perform private.prune_ticket_changes();
  end if;
  return null;
end
$$;
comment on function private.note_changes() is 'Adds the events of a statement to the change feed.';

create function private.note_deleted_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select t.id, t.customer_id, 'deleted', 'public' from gone t;
  return null;
end
$$;
comment on function private.note_deleted_tickets() is 'Adds deleted tickets to the change feed.';

create trigger ticket_events_changes after insert on public.ticket_events
  referencing new table as added for each statement execute function private.note_changes();
create trigger tickets_changes_gone after delete on public.tickets
  referencing old table as gone for each statement execute function private.note_deleted_tickets();

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
  tickets jsonb;
  reset boolean := false;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if since is not null then
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
        where before is null and n.changed_at > now() - interval '1 minute'
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
      count(*) > 100 or sum(c.changes) >= 1000 and before is null
      into tickets, reset
    from changed c left join seen_rows r on r.id = c.ticket_id;
  end if;
  return jsonb_build_object('reset', reset, 'tickets', case when reset then '[]' else coalesce(tickets, '[]') end,
    'cursor', format('%s/%s/%s', server, floor(extract(epoch from now())), seen));
end
$$;
comment on function public.changes_since(text) is
  'The tickets that changed since a cursor, as far as the caller can see them: { cursor, reset, tickets: [{ id, kinds, row }] }, each row as list_tickets returns it, without the long texts. Without a row: the caller can no longer see the ticket. Without a cursor: the changes of the last minute. reset: more than 100 tickets or too old a cursor, read everything again.';

revoke execute on function public.changes_since(text) from public, anon;
grant execute on function public.changes_since(text) to authenticated, service_role;

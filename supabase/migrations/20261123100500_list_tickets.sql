-- Lists without a text: each combination of filters and order reads an index that ends in the order.

-- Equality on every column before the time: a list merges one branch for each status and rank, and each branch stops after
-- its part of the page. Unassigned is the nil uuid, because `is null` does not fix a column for the order of an index.
create index tickets_updated_idx on public.tickets (status, priority_rank, updated_at desc, id desc);
create index tickets_waiting_idx on public.tickets (status, priority_rank, waiting_since, id)
  where waiting_since is not null and status in ('open', 'in_progress', 'pending', 'on_hold');
create index tickets_holder_created_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, created_at desc, id desc);
create index tickets_holder_updated_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, updated_at desc, id desc);
create index tickets_holder_waiting_idx on public.tickets
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid), status, priority_rank, waiting_since, id)
  where waiting_since is not null and status in ('open', 'in_progress', 'pending', 'on_hold');
-- A requester has few tickets: lists read all of them from this index.
create index tickets_requester_idx on public.tickets (customer_id, created_at desc, id desc)
  include (status, priority_rank, assigned_to, updated_at, waiting_since);
drop index public.tickets_customer_idx;

create function public.list_tickets(
  filter_status text[] default null, filter_priority text default null, filter_customer uuid default null,
  filter_assignee uuid default null, unassigned boolean default false, filter_tag text default null,
  sort_by text default 'created_at', ascending boolean default false, max_rows integer default 50,
  after_rank smallint default null, after_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text,
  creator_name text, creator_email text, assignee_name text, assignee_email text
)
language plpgsql stable security definer set search_path = ''
-- Indexes have the order of the list. Estimates would replace a merge by a sort of everything.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  active constant text[] := private.active_statuses();
  statuses text[] := private.ticket_statuses();
  ranks smallint[] := '{4,3,2,1,0}';
  rank_group smallint[];
  by_priority constant boolean := sort_by = 'priority';
  time_column constant text := case sort_by when 'updated_at' then 'updated_at' when 'waiting' then 'waiting_since' else 'created_at' end;
  reversed constant boolean := coalesce(ascending, false);
  -- Within a priority the newest is first; the longest waiting ticket has the oldest time.
  oldest_first constant boolean := case sort_by when 'priority' then false when 'waiting' then not reversed else reversed end;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  sort text := format('t.%s %s, t.id %2$s', time_column, direction);
  only_waiting constant text := case when sort_by = 'waiting' then ' and t.waiting_since is not null' else '' end;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  holder constant uuid := case when unassigned then nobody else filter_assignee end;
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  -- The part of the list after the previous page. As subselects: for a constant near the end of an index the planner
  -- would read each index to find its end.
  rest text := '';
  source text;
  sql text;
  ids uuid[];
  found public.tickets[];
  page public.tickets[] := '{}';
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if sort_by is null or sort_by not in ('created_at', 'updated_at', 'waiting', 'priority') then
    raise exception 'Tickets can be sorted by created_at, updated_at, waiting or priority' using detail = 'sort_invalid';
  end if;
  if not staff then filter_customer := me; end if;
  statuses := array(select s from unnest(statuses) s
    where (filter_status is null or s = any (filter_status) or s = any (active) and 'active' = any (filter_status))
      and (sort_by <> 'waiting' or s = any (active)));
  ranks := array(select r from unnest(ranks) r
    where (filter_priority is null or r = private.rank_of(filter_priority))
      and (after_rank is null or not by_priority or case when reversed then r >= after_rank else r <= after_rank end)
    order by case when reversed then r else -r end);
  if after_at is not null then
    rest := format(' and (t.%s, t.id) %s ((select %L::timestamptz), (select %L::uuid))', time_column,
      case when oldest_first then '>' else '<' end, after_at,
      coalesce(after_id::text, case when oldest_first then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else nobody::text end));
  end if;

  if filter_customer is null and filter_tag is null then
    while cardinality(ranks) > 0 and wanted > 0 loop
      -- By priority, rank after rank. By time, all ranks at once.
      rank_group := case when by_priority then ranks[1:1] else ranks end;
      ranks := ranks[cardinality(rank_group) + 1:];
      select string_agg(format('(select t.id, t.%I, t as ticket from public.tickets t where t.status = %L and t.priority_rank = %s', time_column, s, r)
          || coalesce(format(' and coalesce(t.assigned_to, %L) = ', nobody) || quote_literal(holder), '')
          || only_waiting || case when by_priority and r <> after_rank then '' else rest end
          || format(' order by %s limit %s)', sort, wanted), ' union all ')
        into sql from unnest(statuses) s, unnest(rank_group) r;
      exit when sql is null;
      execute format('select array(select t.ticket from (%s) t order by %s limit %s)', sql, sort, wanted) into found;
      page := page || found;
      wanted := wanted - cardinality(found);
    end loop;
  else
    -- One index has all columns of the filters and orders; only the page reads tickets. Customers see tags given at creation.
    source := case when staff and filter_tag is not null
      then format('(select k.*, k.ticket_id as id from private.tagged_tickets k where k.tag = %L) t where true', filter_tag)
        || coalesce(' and t.customer_id = ' || quote_literal(filter_customer), '')
      else format('(select k.* from public.tickets k where k.customer_id = %L order by k.created_at %s, k.id %2$s offset 0) t where true',
          filter_customer, direction)
        || coalesce(' and t.tags @> array[' || quote_literal(filter_tag) || ']', '') end;
    if by_priority then
      sort := 't.priority_rank ' || case when reversed then 'asc, ' else 'desc, ' end || sort;
      if after_rank is not null and rest <> '' then
        rest := format(' and (t.priority_rank <> %s or %s)', after_rank, substr(rest, 6));
      end if;
    end if;
    execute 'select array(select t.id from ' || source
      || format(' and t.status = any (%L) and t.priority_rank = any (%L)', statuses, ranks)
      || case when unassigned then ' and t.assigned_to is null' else coalesce(' and t.assigned_to = ' || quote_literal(holder), '') end
      || only_waiting || rest || format(' order by %s limit %s)', sort, wanted)
      into ids;
    page := array(select t::public.tickets from unnest(ids) with ordinality as k (id, place)
      join public.tickets t on t.id = k.id order by k.place);
  end if;

  return query
    -- Each person once.
    with people as materialized (
      select p.id, p.name, p.email from public.profiles p
      where p.id = any (array(select t.created_by from unnest(page) t union select t.assigned_to from unnest(page) t))
    )
    select t.id, t.number, t.subject, t.description, t.status, t.priority, t.priority_rank, t.created_by, t.customer_id,
      t.assigned_to, t.tags, t.metadata, t.request_id, t.version, t.first_response_at, t.resolved_at, t.closed_at,
      t.close_reason, t.created_at, t.updated_at, t.waiting_since, t.last_message_at, t.last_message_by,
      t.last_message_preview, creator.name, case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end
    from unnest(page) with ordinality t
    left join people creator on creator.id = t.created_by left join people assignee on assignee.id = t.assigned_to
    order by t.ordinality;
end
$$;
comment on function public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint, timestamptz, uuid) is
  'A page of tickets with the names of requester and assignee. filter_status: statuses; active means the four active ones. sort_by: created_at, updated_at, waiting (longest first; only tickets that wait) or priority (rank in the chosen direction, newest first within a rank). after_rank, after_at and after_id: rank, sorted time and id of the previous page''s last row. Customers get their own tickets, and of staff the name only.';

grant execute on function
  public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint, timestamptz, uuid)
  to authenticated, service_role;

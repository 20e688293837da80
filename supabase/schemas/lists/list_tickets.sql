-- Lists without a text: each combination of filters and order reads an index that ends in the order. Lists can be
-- sorted by subject, requester and assignee too.
create function private.ticket_orders() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['created_at', 'updated_at', 'waiting', 'priority', 'status', 'subject', 'customer', 'assignee']
$$;
comment on function private.ticket_orders() is 'The orders of a list.';
grant execute on function private.ticket_orders() to authenticated, service_role;

create function private.check_order(sort_by text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if sort_by is null or sort_by <> all (private.ticket_orders()) then
    raise exception 'Tickets can be sorted by created_at, updated_at, waiting, priority, status, subject, customer or assignee'
      using detail = 'sort_invalid';
  end if;
end
$$;
comment on function private.check_order(text) is 'Raises sort_invalid for any other order.';

-- A list with a tag or of a requester reads and sorts all of their tickets, so that it does little for each: a tag can
-- be on every sixth ticket of the workspace. In an order by text, a requester's tickets come from the index with the
-- texts.
create function private.list_page(
  filter_status text[], filter_priority text, filter_customer uuid, holder uuid, filter_tag text, staff boolean,
  sort_by text, reversed boolean, wanted integer, after_rank smallint, after_status text, after_at timestamptz,
    after_id uuid, after_text text, after_number bigint
) returns public.tickets[]
language plpgsql stable security definer set search_path = '' as $$
declare
  active constant text[] := private.active_statuses();
  statuses text[] := private.ticket_statuses();
  ranks smallint[] := '{4,3,2,1,0}';
  -- The values of the order, and those that this page can have.
  places text[];
  groups text[];
  by_group constant boolean := sort_by in ('priority', 'status');
  -- Tickets of one person have one name; then the time decides.
  by_text constant boolean := sort_by = 'subject' or sort_by = 'customer' and filter_customer is null
    or sort_by = 'assignee' and holder is null;
  after_group constant text := case sort_by when 'priority' then after_rank::text when 'status' then after_status end;
  this_group text;
  sorted constant text := case when by_text
    then case sort_by when 'subject' then 'subject_key' when 'customer' then 'requester_key' else 'assignee_key' end
    else case sort_by when 'updated_at' then 'updated_at' when 'waiting' then 'waiting_since' else 'created_at' end end;
  -- Within a priority or status the newest is first; the longest waiting ticket has the oldest time.
  oldest_first constant boolean := case when by_group then false when sort_by = 'waiting' then not reversed
    else reversed end;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- In the order of their numbers, tickets of a person are in the order of time.
  last_column constant text := case when by_text then 'number' else 'id' end;
  sort text := format('t.%s %s, t.%s %2$s', sorted, direction, last_column);
  only_waiting constant text := case when sort_by = 'waiting' then ' and t.waiting_since is not null' else '' end;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  -- The part of the list after the previous page. As subselects: for a constant near the end of an index the planner
  -- would read each index to find its end.
  rest text := '';
  source text;
  sql text;
  ids uuid[];
  found public.tickets[];
  page public.tickets[] := '{}';
begin
  statuses := array(select s from unnest(statuses) s
    where (filter_status is null or s = any (filter_status) or s = any (active) and 'active' = any (filter_status))
      and (sort_by <> 'waiting' or s = any (active)));
  ranks := array(select r from unnest(ranks) r where filter_priority is null or r = private.rank_of(filter_priority));
  if by_group then
    places := array(select k.g from unnest(case sort_by when 'priority' then '{4,3,2,1,0}'
      else private.ticket_statuses() end)
      with ordinality k (g, n) order by case when reversed then -k.n else k.n end);
    groups := array(select k.g from unnest(places) with ordinality k (g, n)
      where k.g = any (case sort_by when 'priority' then ranks::text[] else statuses end)
        and k.n >= coalesce(array_position(places, after_group), 1) order by k.n);
    if groups = '{}' then return page; end if;
    if sort_by = 'priority' then ranks := groups::smallint[]; else statuses := groups; end if;
  end if;
  if by_text and after_text is not null then
    rest := format(' and (t.%s, t.number) %s ((select %L collate "C"), (select %L::bigint))', sorted,
      case when oldest_first then '>' else '<' end, private.sort_key(after_text),
      coalesce(after_number, case when oldest_first then 9223372036854775807 else 0 end));
  elsif not by_text and after_at is not null then
    rest := format(' and (t.%s, t.id) %s ((select %L::timestamptz), (select %L::uuid))', sorted,
      case when oldest_first then '>' else '<' end, after_at,
      coalesce(after_id::text, case when oldest_first then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        else nobody::text end));
  end if;

  if filter_customer is null and filter_tag is null then
    -- By priority or status, group after group. By time, all at once.
    foreach this_group in array case when by_group then groups else '{""}' end loop
      select string_agg(format('(select t.%s, t.%I, t as ticket from public.tickets t where t.status = %L and t.priority_rank = %s',
            last_column, sorted, s, r)
          || coalesce(format(' and coalesce(t.assigned_to, %L) = ', nobody) || quote_literal(holder), '')
          || only_waiting || case when by_group and this_group is distinct from after_group then '' else rest end
          || format(' order by %s limit %s)', sort, wanted), ' union all ')
        into sql from unnest(statuses) s, unnest(ranks) r
        where not by_group or this_group = case when sort_by = 'priority' then r::text else s end;
      exit when sql is null;
      execute format('select array(select t.ticket from (%s) t order by %s limit %s)', sql, sort, wanted) into found;
      page := page || found;
      wanted := wanted - cardinality(found);
      exit when wanted = 0;
    end loop;
    return page;
  end if;

  -- An index has all columns of the filters and the order; only the page reads tickets. Customers see tags given at
  -- creation.
  source := case when staff and filter_tag is not null
    then format('(select k.*, k.ticket_id as id from private.tagged_tickets k where k.tag = %L) t where true',
      filter_tag)
      || coalesce(' and t.customer_id = ' || quote_literal(filter_customer), '')
    else format('(select k.* from public.tickets k where k.customer_id = %L order by %s offset 0) t where true',
        filter_customer, case when by_text then 'k.number' else format('k.created_at %s, k.id %1$s', direction) end)
      || coalesce(' and t.tags @> array[' || quote_literal(filter_tag) || ']', '') end;
  if by_group then
    this_group := case when sort_by = 'priority' then 't.priority_rank' else 't.status' end;
    if after_group is not null and rest <> '' then
      rest := format(' and (%s <> %L or %s)', this_group, after_group, substr(rest, 6));
    end if;
    sort := case sort_by when 'priority' then this_group || case when reversed then '' else ' desc' end
      else (select 'case t.status' || string_agg(format(' when %L then %s', k.g, k.n), ''
        order by array_position(private.ticket_statuses(), k.g) desc)
        || ' end' from unnest(groups) with ordinality k (g, n)) end || ', ' || sort;
  end if;
  -- No condition that every ticket meets, and first the statuses that most have: they are checked for each ticket of
  -- the tag.
  execute 'select array(select t.id from ' || source
    || case when statuses @> private.ticket_statuses() then '' else format(' and t.status = any (%L)',
        array(select s from unnest(statuses) s order by array_position(private.ticket_statuses(), s) desc)) end
    || case when cardinality(ranks) = 5 then '' else format(' and t.priority_rank = any (%L)', ranks) end
    || case when holder = nobody then ' and t.assigned_to is null'
      else coalesce(' and t.assigned_to = ' || quote_literal(holder), '') end
    || only_waiting || rest || format(' order by %s limit %s)', sort, wanted)
    into ids;
  return array(select t::public.tickets from unnest(ids) with ordinality as k (id, place)
    join public.tickets t on t.id = k.id order by k.place);
end
$$;
comment on function private.list_page(text[], text, uuid, uuid, text, boolean, text, boolean, integer, smallint, text,
  timestamptz, uuid, text, bigint) is
  'The tickets of list_tickets, in order. The caller has applied the rights: of customers filter_customer is their '
  'own id. holder: an assignee, or the nil uuid for unassigned.';

create function public.list_tickets(
  filter_status text[] default null, filter_priority text default null, filter_customer uuid default null,
  filter_assignee uuid default null, unassigned boolean default false, filter_tag text default null,
  sort_by text default 'created_at', ascending boolean default false, max_rows integer default 50,
  after_rank smallint default null, after_at timestamptz default null, after_id uuid default null,
    after_status text default null,
  after_text text default null, after_number bigint default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean
)
language plpgsql stable security definer set search_path = ''
-- Indexes have the order of the list. Estimates would replace a merge by a sort of everything.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  staff constant boolean := private.can_see_all_tickets();
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not staff and private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  perform private.check_order(sort_by);
  return query select * from private.ticket_rows(private.list_page(
    filter_status, filter_priority, case when staff then filter_customer else auth.uid() end,
    case when unassigned then nobody else filter_assignee end, filter_tag, staff, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), after_rank, after_status, after_at, after_id,
    after_text, after_number), staff);
end
$$;
comment on function public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint,
  timestamptz, uuid, text, text, bigint) is
  'A page of tickets with what a row shows. filter_status: statuses; active means the four active ones. sort_by: '
  'created_at, updated_at, waiting (longest first; only tickets that wait), priority (rank in the chosen direction, '
  'newest first within a rank), status (order of the workflow, newest first within a status), subject, customer or '
  'assignee (of people the name). after_rank, after_status, after_at, after_id, after_text and after_number: rank, '
  'status, sorted time, id, sorted text and number of the previous page''s last row. Customers get their own tickets, '
  'and of staff the name only.';
grant execute on function public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint,
  timestamptz, uuid, text, text, bigint) to authenticated, service_role;

create function public.list_ticket_ids(
  filter_status text[] default null, filter_priority text default null, filter_customer uuid default null,
  filter_assignee uuid default null, unassigned boolean default false, filter_tag text default null,
  sort_by text default 'created_at', ascending boolean default false
) returns uuid[]
language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set jit = off as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to select tickets' using detail = 'agent_required';
  end if;
  perform private.check_order(sort_by);
  return array(select t.id from unnest(private.list_page(filter_status, filter_priority, filter_customer,
    case when unassigned then '00000000-0000-0000-0000-000000000000' else filter_assignee end, filter_tag, true,
      sort_by,
    coalesce(ascending, false), 1000, null, null, null, null, null, null)) with ordinality t order by t.ordinality);
end
$$;
comment on function public.list_ticket_ids(text[], text, uuid, uuid, boolean, text, text, boolean) is
  'Staff: the ids of all tickets of a list, in its order, at most 1,000.';
grant execute on function public.list_ticket_ids(text[], text, uuid, uuid, boolean, text, text,
  boolean) to authenticated, service_role;

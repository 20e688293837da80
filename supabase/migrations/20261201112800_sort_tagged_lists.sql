-- As before, but a list with a tag or of a requester does less for each of their tickets: all of them are read and sorted, and
-- a tag can be on every sixth ticket of the workspace.
create or replace function private.list_page(
  filter_status text[], filter_priority text, filter_customer uuid, holder uuid, filter_tag text, staff boolean,
  sort_by text, reversed boolean, wanted integer, after_rank smallint, after_status text, after_at timestamptz, after_id uuid, after_text text, after_number bigint
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
  oldest_first constant boolean := case when by_group then false when sort_by = 'waiting' then not reversed else reversed end;
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
    places := array(select k.g from unnest(case sort_by when 'priority' then '{4,3,2,1,0}' else private.ticket_statuses() end)
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
      coalesce(after_id::text, case when oldest_first then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else nobody::text end));
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

  -- An index has all columns of the filters and the order; only the page reads tickets. Customers see tags given at creation.
  source := case when staff and filter_tag is not null
    then format('(select k.*, k.ticket_id as id from private.tagged_tickets k where k.tag = %L) t where true', filter_tag)
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
      else (select 'case t.status' || string_agg(format(' when %L then %s', k.g, k.n), '' order by array_position(private.ticket_statuses(), k.g) desc)
        || ' end' from unnest(groups) with ordinality k (g, n)) end || ', ' || sort;
  end if;
  -- No condition that every ticket meets, and first the statuses that most have: they are checked for each ticket of the tag.
  execute 'select array(select t.id from ' || source
    || case when statuses @> private.ticket_statuses() then '' else format(' and t.status = any (%L)',
        array(select s from unnest(statuses) s order by array_position(private.ticket_statuses(), s) desc)) end
    || case when cardinality(ranks) = 5 then '' else format(' and t.priority_rank = any (%L)', ranks) end
    || case when holder = nobody then ' and t.assigned_to is null' else coalesce(' and t.assigned_to = ' || quote_literal(holder), '') end
    || only_waiting || rest || format(' order by %s limit %s)', sort, wanted)
    into ids;
  return array(select t::public.tickets from unnest(ids) with ordinality as k (id, place)
    join public.tickets t on t.id = k.id order by k.place);
end
$$;

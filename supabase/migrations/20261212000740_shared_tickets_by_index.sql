-- A requester of a ticket that was merged into another's reads both by their indexes.
create or replace function private.list_page(
  filter private.ticket_filter, staff boolean, sort_by text, reversed boolean, after jsonb, max_rows integer
) returns public.tickets[]
language plpgsql stable security definer set search_path = '' as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  asked constant private.ticket_filter := private.filter_for_order(filter, sort_by);
  ordered constant private.ticket_order := (select o from private.declared_orders() o where o.name = sort_by);
  holder constant uuid := case when asked.unassigned then nobody else asked.assignee end;
  place constant public.ticket_row := private.read_place(after);
  statuses text[] := coalesce(asked.status, private.ticket_statuses());
  ranks smallint[] := array(select r from unnest('{4,3,2,1,0}'::smallint[]) r
    where asked.priority is null or r in (select private.rank_of(p) from unnest(asked.priority) p));
  -- The values of the order, and those that this page can have.
  places text[];
  groups text[];
  by_group constant boolean := ordered.kind = 'group';
  -- Tickets of one person have one name; then the time decides.
  by_text constant boolean := ordered.kind = 'text' and not (sort_by = 'customer' and asked.requester is not null
    or sort_by = 'assignee' and holder is not null);
  after_group constant text := case sort_by when 'priority' then private.rank_of(place.priority)::text
    when 'status' then place.status end;
  after_at constant timestamptz := case when ordered.kind = 'time' then (to_jsonb(place) ->> ordered.field)::timestamptz
    else place.created_at end;
  after_text constant text := case when after is not null then coalesce(to_jsonb(place) ->> ordered.field, '') end;
  this_group text;
  sorted constant text := case when ordered.kind = 'text' and not by_text then 'created_at' else ordered.sorted_by end;
  -- Within a priority or status the newest is first.
  oldest_first constant boolean := not by_group and reversed <> ordered.oldest_first;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- In the order of their numbers, tickets of a person are in the order of time.
  last_column constant text := case when by_text then 'number' else 'id' end;
  sort text := format('t.%s %s, t.%s %2$s', sorted, direction, last_column);
  -- The part of the list after the previous page. As subselects: for a constant near the end of an index the planner
  -- would read each index to find its end.
  rest text := '';
  -- Of the filter, what the index does not have.
  others private.ticket_filter;
  wanted integer := max_rows;
  index_of record;
  source text;
  sql text;
  columns text;
  ids uuid[];
  found public.tickets[];
  page public.tickets[] := '{}';
  -- Of others, into which theirs were merged.
  shared constant uuid[] := case when not staff then array(select private.shared_tickets(asked.requester)) end;
begin
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
      coalesce(place.number, case when oldest_first then 9223372036854775807 else 0 end));
  elsif not by_text and after_at is not null then
    rest := format(' and (t.%s, t.id) %s ((select %L::timestamptz), (select %L::uuid))', sorted,
      case when oldest_first then '>' else '<' end, after_at,
      coalesce(place.id::text, case when oldest_first then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        else nobody::text end));
  end if;

  index_of := private.filter_source(asked, staff);
  source := index_of.source;
  others := index_of.others;
  if source is null and asked.requester is null then
    others.status := null;
    others.priority := null;
    others.assignee := null;
    others.unassigned := null;
    -- By priority or status, group after group. By time, all at once.
    foreach this_group in array case when by_group then groups else '{""}' end loop
      select string_agg(
          format('(select t.%s, t.%I, t as ticket from public.tickets t', last_column, sorted)
          || format(' where t.status = %L and t.priority_rank = %s', s, r)
          || coalesce(format(' and coalesce(t.assigned_to, %L) = ', nobody) || quote_literal(holder), '')
          || private.filter_condition(others)
          || case when by_group and this_group is distinct from after_group then '' else rest end
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

  -- An index has all columns of the filter and the order; only the page reads tickets.
  others.status := nullif(array(select s from unnest(private.ticket_statuses()) s where s = any (statuses)),
    private.ticket_statuses());
  others.priority := array(select (private.ticket_priorities())[r + 1] from unnest(ranks) r
    where cardinality(ranks) < 5);
  others.priority := nullif(others.priority, '{}');
  if source is null then
    others.requester := null;
    -- Customers see tags given at creation.
    others.tag := null;
    source := format('(select k.* from public.tickets k where k.customer_id = %L order by %s offset 0) t where true',
        asked.requester, case when by_text then 'k.number' else format('k.created_at %s, k.id %1$s', direction) end)
      || coalesce(' and t.tags @> array[' || quote_literal(asked.tag) || ']', '');
  end if;
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
  -- Merged tickets have no rank of the lists.
  rest := private.filter_condition(others) || ' and t.priority_rank >= 0' || rest
    || format(' order by %s limit %s', sort, wanted);
  if shared = '{}' then
    sql := 'select t.id from ' || source || rest;
  else
    -- Apart, so that the others are read from their index alone.
    columns := format('select t.id, t.%I', sorted) || case when by_text then ', t.number' else '' end
      || case when by_group then ', t.status, t.priority_rank' else '' end || ' from ';
    sql := format('select t.id from ((%s) union all (%s)) t order by %s limit %s', columns || source || rest,
      columns || format('(select k.* from public.tickets k where k.id = any (%L) offset 0) t where true', shared)
        || coalesce(' and t.tags @> array[' || quote_literal(asked.tag) || ']', '') || rest, sort, wanted);
  end if;
  execute 'select array(' || sql || ')' into ids;
  return array(select t::public.tickets from unnest(ids) with ordinality as k (id, place)
    join public.tickets t on t.id = k.id order by k.place);
end
$$;
comment on function private.list_page(private.ticket_filter, boolean, text, boolean, jsonb, integer) is
  'The tickets of list_tickets, in order. The caller has applied the rights: of customers, filter.requester is '
  'their own id.';

create or replace function public.get_customer_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  -- Of others, into which theirs were merged.
  shared constant uuid[] := array(select private.shared_tickets(me));
begin
  if private.current_role() is null then
    raise exception 'Not authenticated' using detail = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'open_tickets', (select count(*) from public.tickets t where t.customer_id = me and t.status = 'open'
        and t.priority_rank >= 0)
      + (select count(*) from public.tickets t where t.id = any (shared) and t.status = 'open'),
    'recent_activity', (select count(*) from public.tickets t
        where t.customer_id = me and t.updated_at >= now() - interval '24 hours' and t.priority_rank >= 0)
      + (select count(*) from public.tickets t
        where t.id = any (shared) and t.updated_at >= now() - interval '24 hours'),
    'average_response_minutes', (
      select round(avg(extract(epoch from t.first_response_at - t.created_at)) / 60)
      from public.tickets t where t.customer_id = me and t.first_response_at is not null and t.priority_rank >= 0),
    'recent_tickets', coalesce((
      select jsonb_agg(to_jsonb(recent) order by recent.updated_at desc, recent.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from (
          (select k.* from public.tickets k where k.customer_id = me and k.priority_rank >= 0
            order by k.updated_at desc, k.id desc limit 5)
          union all
          (select k.* from public.tickets k where k.id = any (shared))
        ) t
        order by t.updated_at desc, t.id desc limit 5
      ) recent), '[]'::jsonb));
end
$$;
comment on function public.get_customer_dashboard() is
  'The caller as a customer: {open_tickets, recent_activity, average_response_minutes|null, recent_tickets[5]}.';
grant execute on function public.get_customer_dashboard() to authenticated, service_role;

-- Finds the first tickets of a list by scanning the index that has its order.
create function private.rank_of(priority text) returns smallint
language sql immutable set search_path = '' as $$
  select (array_position(private.ticket_priorities(), priority) - 1)::smallint
$$;
comment on function private.rank_of(text) is 'The priority_rank of a priority; null when unknown.';

create function private.scan_sql(scope text, branched boolean, filter_status text, filter_rank smallint, tail text)
returns text language sql immutable set search_path = '' as $$
  -- Each branch has the order and limit of the whole, so that merging them reads no more than a page.
  select 'select t.* from (' || string_agg(
    '(select t.created_at, t.id, t.ctid as place, t as hit from public.tickets t where true' || scope
      || coalesce(' and t.status = ' || quote_literal(s), '') || coalesce(' and t.priority_rank = ' || r || '::smallint', '')
      || tail || ')', ' union all ') || ') t' || substr(tail, strpos(tail, ' order by'))
  from unnest(case when filter_status is not null then array[filter_status]
      when branched or scope <> '' and filter_rank is not null
      then private.ticket_statuses() else array[null] end) s,
    unnest(case when filter_rank is not null then array[filter_rank]
      when branched or scope <> '' and filter_status is not null
      then array[4, 3, 2, 1, 0]::smallint[] else array[null]::smallint[] end) r
$$;
comment on function private.scan_sql(text, boolean, text, smallint, text) is
  'SQL for the first tickets of a scope (customer or assignee), status and rank; where the index has other columns in between, a merge of one branch per value. tail: condition, order and limit.';

create function private.scan_tickets(
  scope text, branched boolean, filter_status text, filter_rank smallint, newest boolean, needle text, share numeric,
  wanted integer, pages integer, inout since timestamptz, inout after_id uuid, out matches public.tickets[], out used integer, out ended boolean
) language plpgsql stable set search_path = ''
-- Always in index order: where the planner expects few rows it would read all and sort.
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  sort constant text := case when newest then 't.created_at desc, t.id desc' else 't.created_at, t.id' end;
  rows integer := case when needle = '' then wanted when share is null then least(100, pages) else 60 end;
  sql text;
  branches integer;
  looked record;
begin
  matches := '{}';
  used := 0;
  loop
    sql := private.scan_sql(scope, branched, filter_status, filter_rank, case when since is null then '' else format(
        -- As subselects: for a constant near the end of an index the planner would read each index to find its end.
        ' and t.created_at %1$s= (select %2$L::timestamptz) and (t.created_at, t.id) %1$s ((select %2$L::timestamptz), (select %3$L::uuid))',
        case when newest then '<' else '>' end, since, after_id) end || format(' order by %s limit %s', sort, rows));
    branches := array_length(string_to_array(sql, ' union all '), 1);
    -- A row costs a page unless it is next to the previous one; with branches it always does.
    execute format(
      'with looked as materialized (%1$s) select count(*) as rows, count(*) filter (where %4$s) as pages,'
        || ' (array_agg(created_at order by n desc))[1] as at, (array_agg(id order by n desc))[1] as id,'
        || ' (array_agg(hit order by n) filter (where %2$s))[:%3$s] as matches'
        || ' from (select l.*, t.subject, t.description, t.tag_keys, row_number() over () as n,'
        || ' split_part(l.place::text, '','', 1) is distinct from lag(split_part(l.place::text, '','', 1)) over () as turned'
        || ' from looked l, lateral (select (l.hit).subject, (l.hit).description, (l.hit).tag_keys) t) t',
      sql, 'true' || needle, wanted - cardinality(matches),
      case when branches > 1 then 'true' else 'turned' end)
      into looked;
    matches := matches || coalesce(looked.matches, '{}');
    used := used + looked.pages + 3 * branches;
    ended := looked.rows < rows;
    exit when ended or cardinality(matches) >= wanted;
    since := looked.at;
    after_id := looked.id;
    -- The cost so far tells how many more rows can be read, and whether that can be enough.
    exit when used + 3 * branches + 10 >= pages or share is not null
      and (wanted - cardinality(matches)) / share * looked.pages / looked.rows > 1.5 * (pages - used);
    rows := least(greatest((pages - used) * looked.rows / looked.pages, 10), 2000);
  end loop;
end
$$;
comment on function private.scan_tickets(text, boolean, text, smallint, boolean, text, numeric, integer, integer, timestamptz, uuid) is
  'The first tickets after a row that contain the needle (share: of all tickets, null if unknown), by reading every ticket until there are enough, the limit of pages is reached, or it cannot suffice. Then since and after_id are the last one read.';

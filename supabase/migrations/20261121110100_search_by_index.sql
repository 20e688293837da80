-- A search with filters costs as much as its hits, not as the rows that pass one of its conditions: text, tags
-- and filters are looked up in one index together, and only as far back in time as a page needs.

create extension if not exists btree_gin with schema extensions;

create function private.time_keys(at timestamptz) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  select array[day, 1000000 + day / 8, 2000000 + day / 64, 3000000 + day / 512]
  from (select floor(extract(epoch from at) / 86400)::integer as day) d
$$;
comment on function private.time_keys(timestamptz) is 'The day, and the 8, 64 and 512 days, that a moment lies in.';

create function private.time_keys(earliest timestamptz, latest timestamptz) returns integer[]
language sql immutable set search_path = '' as $$
  select array_agg(level * 1000000 + n)
  from (
    select level, a / 8 ^ level::numeric as a, b / 8 ^ level::numeric as b
    from (select floor(extract(epoch from earliest) / 86400) as a, floor(extract(epoch from latest) / 86400) as b) days,
      generate_series(0, 3) level
    where level = 3 or floor(b / 8 ^ level::numeric) - floor(a / 8 ^ level::numeric) <= 8
    order by level limit 1
  ) fit, generate_series(floor(a)::integer, floor(b)::integer) n
$$;
comment on function private.time_keys(timestamptz, timestamptz) is 'The shortest list of keys, about eight, that covers a span of time.';
revoke execute on function private.time_keys(timestamptz), private.time_keys(timestamptz, timestamptz)
  from public, anon, authenticated;
-- Whoever writes a ticket computes what is indexed.
grant execute on function private.time_keys(timestamptz) to authenticated, service_role;

-- GIN knows no `is null`; nobody is the nil uuid. Nor does it know an order: a span of time is a few keys.
drop index public.tickets_text_idx;
drop index public.tickets_created_at_brin;
create index tickets_text_idx on public.tickets using gin (
  (subject || ' ' || description) extensions.gin_trgm_ops, tags, status, priority_rank,
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)),
  (coalesce(customer_id, '00000000-0000-0000-0000-000000000000'::uuid)), (private.time_keys(created_at))
) with (fastupdate = off);
-- How frequent a text is decides how it is sought: the sample tells apart what is in 1 of 300 tickets. A larger
-- one would have to be read for every search.
alter index public.tickets_text_idx alter column 1 set statistics 300;

-- Who has a ticket and in which status it is go together; taken one by one they mislead the planner.
create statistics public.tickets_filters (mcv, dependencies) on status, priority_rank,
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)) from public.tickets;
alter statistics public.tickets_filters set statistics 1000;

create function private.rank_of(priority text) returns smallint
language sql immutable set search_path = '' as $$
  select case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'normal' then 1
    when 'low' then 0 end::smallint
$$;
comment on function private.rank_of(text) is 'What tickets.priority_rank is for a priority; null for an unknown one.';
revoke execute on function private.rank_of(text) from public, anon, authenticated;

create function private.ticket_walk(scope text, filter_status text, filter_rank smallint, more text, tail text)
returns text language sql immutable set search_path = '' as $$
  -- Each branch has the order and the limit of the whole, so that merging them reads no more than the page.
  select 'select t.* from (' || string_agg(
    '(select t.* from public.tickets t where true' || scope || coalesce(' and t.status = ' || quote_literal(s), '')
      || coalesce(' and t.priority_rank = ' || r || '::smallint', '') || more || tail || ')', ' union all ') || ') t' || tail
  from unnest(case when filter_status is not null then array[filter_status]
      when scope <> '' and filter_rank is not null
      then array['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'] else array[null] end) s,
    unnest(case when filter_rank is not null then array[filter_rank]
      when scope <> '' and filter_status is not null
      then array[4, 3, 2, 1, 0]::smallint[] else array[null]::smallint[] end) r
$$;
comment on function private.ticket_walk(text, text, smallint, text, text) is
  'SQL of the first tickets of a scope (whose), status and rank: where the index has a column between, as branches that are merged in its order.';

create function private.walk_tickets(walk text) returns setof public.tickets
language plpgsql stable set search_path = ''
-- In the order of an index, always: where the planner guesses few rows it would read them all and sort.
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  return query execute walk;
end
$$;
comment on function private.walk_tickets(text) is 'Runs what ticket_walk wrote.';

create function private.glance_at_tickets(walk text, needle text, sort text, wanted integer) returns public.tickets[]
language plpgsql stable set search_path = ''
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  matches public.tickets[];
begin
  execute format('select array_agg(t::public.tickets order by %1$s) from (select t.* from (%2$s) t where true%3$s order by %1$s limit %4$s) t',
    sort, walk, needle, wanted)
    into matches;
  return coalesce(matches, '{}');
end
$$;
comment on function private.glance_at_tickets(text, text, text, integer) is 'The first of what ticket_walk wrote that contain what is sought; stops when it has enough.';

create function private.estimate_rows(conditions text) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  plan json;
begin
  execute 'explain (format json) select from public.tickets t where ' || conditions into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric;
end
$$;
comment on function private.estimate_rows(text) is 'How many tickets the planner expects to meet the conditions; nothing is read.';

create function private.count_hits(conditions text) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  plan jsonb;
begin
  -- The text index is read to its end before the first ticket is, and after that one this stops. Materialized,
  -- so that the plan is that of reading them all.
  execute 'explain (analyze, timing off, format json) with hits as materialized (select from public.tickets t where '
    || conditions || ') select from hits limit 1' into plan;
  return coalesce((jsonb_path_query_first(plan, '$.** ? (@."Index Name" == "tickets_text_idx")."Actual Rows"'))::numeric,
    private.estimate_rows(conditions));
end
$$;
comment on function private.count_hits(text) is
  'How many tickets the text index knows for the conditions, without reading them. What it cannot look up does not count.';

create function private.seek_tickets(conditions text, sort text, wanted integer) returns public.tickets[]
language plpgsql stable set search_path = '' as $$
declare
  matches public.tickets[];
begin
  -- Materialized, so that the limit does not tempt the planner to walk an index in the hope of early hits.
  execute format(
    'with hits as materialized (select t as hit, t.created_at, t.id, t.priority_rank from public.tickets t where %1$s)'
      || ' select array_agg(t.hit order by %2$s) from (select t.* from hits t order by %2$s limit %3$s) t',
    conditions, sort, wanted)
    into matches;
  return coalesce(matches, '{}');
end
$$;
comment on function private.seek_tickets(text, text, integer) is
  'The first tickets that meet the conditions, all of which are found by index and then sorted.';

create function private.seek_in_time(conditions text, expected numeric, newest boolean, wanted integer, since timestamptz)
returns public.tickets[] language plpgsql stable set search_path = '' as $$
declare
  sort text := case when newest then 't.created_at desc, t.id desc' else 't.created_at, t.id' end;
  oldest timestamptz;
  latest timestamptz;
  near timestamptz;
  far timestamptz;
  -- A span that should hold a few more than are wanted; what it did hold tells how long the next must be.
  step interval;
  bound text := '';
  last boolean;
  matches public.tickets[] := '{}';
begin
  select min(t.created_at), max(t.created_at) into oldest, latest from public.tickets t;
  since := coalesce(since, case when newest then latest else oldest end);
  near := since;
  step := greatest(latest - oldest, interval '1 day') * (1.4 * wanted / greatest(expected, 1))::double precision;
  loop
    far := case when newest then near - step else near + step end;
    last := case when newest then far <= oldest else far >= latest end;
    far := case when not last then far when newest then oldest else latest end;
    matches := matches || private.seek_tickets(conditions || bound || format(
      ' and private.time_keys(t.created_at) && %L and t.created_at + interval %L %s %L',
      private.time_keys(least(near, far), greatest(near, far)), '0', case when newest then '>=' else '<=' end, far),
      sort, wanted - cardinality(matches));
    exit when last or cardinality(matches) >= wanted;
    bound := format(' and t.created_at + interval %L %s %L', '0', case when newest then '<' else '>' end, far);
    step := (case when newest then since - far else far - since end)
      * least(greatest(1.4 * (wanted - cardinality(matches)) / greatest(cardinality(matches), 0.5), 0.5), 30)::double precision;
    near := far;
  end loop;
  return matches;
end
$$;
comment on function private.seek_in_time(text, numeric, boolean, integer, timestamptz) is
  'The newest (or oldest) tickets that meet the conditions, from a point in time on, span by span until there are enough; expected are those of all times.';

revoke execute on function private.ticket_walk(text, text, smallint, text, text), private.walk_tickets(text),
  private.glance_at_tickets(text, text, text, integer), private.estimate_rows(text), private.count_hits(text), private.seek_tickets(text, text, integer),
  private.seek_in_time(text, numeric, boolean, integer, timestamptz)
  from public, anon, authenticated;


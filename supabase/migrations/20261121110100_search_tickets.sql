-- Every list of tickets is this one function: with or without a text, by date or by priority, in both
-- directions. It applies the rights itself, because under row level security the planner may not use a text
-- index before the policy has run. Order by priority is the order by date, one rank after the other.

drop function public.search_tickets(text, text, text, uuid, uuid, boolean, integer, timestamptz, uuid);

create function private.rank_of(priority text) returns smallint
language sql immutable set search_path = '' as $$
  select case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'normal' then 1
    when 'low' then 0 end::smallint
$$;
comment on function private.rank_of(text) is 'What tickets.priority_rank is for a priority; null for an unknown one.';

create function private.ticket_walk(scope text, filter_status text, filter_rank smallint, more text)
returns text language sql immutable set search_path = '' as $$
  select string_agg(
    'select t.* from public.tickets t where true' || scope
      || coalesce(' and t.status = ' || quote_literal(s), '') || coalesce(' and t.priority_rank = ' || r, '') || more,
    ' union all ')
  from unnest(case when filter_status is not null then array[filter_status]
      when scope <> '' and filter_rank is not null
      then array['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'] else array[null] end) s,
    unnest(case when filter_rank is not null then array[filter_rank]
      when scope <> '' and filter_status is not null
      then array[4, 3, 2, 1, 0]::smallint[] else array[null]::smallint[] end) r
$$;
comment on function private.ticket_walk(text, text, smallint, text) is
  'SQL of the tickets of a scope (whose), status and rank: where the index has a column between, as branches that are merged in its order.';

create function private.match_tickets(
  walk text, filters text, needle text, indexable boolean, newest boolean, wanted integer
) returns public.tickets[]
language plpgsql stable set search_path = '' as $$
declare
  direction text := case when newest then 'desc' else 'asc' end;
  -- Texts that the text index cannot look up are sought among more, and only among these.
  glance integer := case when indexable then 600 else 2000 end;
  matches public.tickets[];
  seen integer;
  first_at timestamptz;
  last_at timestamptz;
  -- How far the text index is read in time, from the end of what was seen to the end of all tickets.
  frontier timestamptz;
  horizon timestamptz;
  reach interval;
begin
  -- Frequent words, and everything in a short list, are found among the first rows.
  execute format(
    'with near as materialized (select t.* from (%1$s) t order by t.created_at %2$s, t.id %2$s limit %3$s)'
      || ' select (select array_agg(h.hit order by h.created_at %2$s, h.id %2$s) from (select t::public.tickets as hit, t.created_at, t.id'
      || ' from near t where %4$s order by t.created_at %2$s, t.id %2$s limit %5$s) h), count(*), min(created_at), max(created_at) from near',
    walk, direction, glance, needle, wanted)
    into matches, seen, first_at, last_at;
  if not indexable or seen < glance or cardinality(matches) >= wanted then
    return matches;
  end if;
  -- Rarer words: the text index, over a span that should hold enough of them, then over a longer one.
  select case when newest then min(t.created_at) else max(t.created_at) end into horizon from public.tickets t;
  reach := greatest(last_at - first_at, interval '1 minute')
    * greatest(8, 2.0 * wanted / greatest(cardinality(matches), 0.5));
  loop
    frontier := case when newest then greatest(first_at - reach, horizon) else least(last_at + reach, horizon) end;
    execute format(
      'with hits as materialized (select t.ctid as place, t.created_at, t.id from public.tickets t where %1$s%2$s%3$s)'
        || ' select array_agg(t order by t.created_at %4$s, t.id %4$s) from public.tickets t where t.ctid = any (array('
        || 'select place from hits order by created_at %4$s, id %4$s limit %5$s))',
      needle, filters,
      case when frontier <> horizon then format(' and t.created_at %s %L', case when newest then '>=' else '<=' end, frontier)
        else '' end, direction, wanted)
      into matches;
    exit when cardinality(matches) >= wanted or frontier = horizon;
    reach := reach * 16;
  end loop;
  return matches;
end
$$;
comment on function private.match_tickets(text, text, text, boolean, boolean, integer) is
  'The first tickets of a walk, in its order, that contain what is sought. All texts are SQL written by search_tickets.';
revoke execute on function private.rank_of(text), private.ticket_walk(text, text, smallint, text),
  private.match_tickets(text, text, text, boolean, boolean, integer) from public, anon, authenticated;

create function public.search_tickets(
  query text default null, filter_status text default null, filter_priority text default null,
  filter_customer uuid default null, filter_assignee uuid default null, unassigned boolean default false,
  filter_tag text default null, sort_by text default 'created_at', ascending boolean default false,
  max_rows integer default 50, after_rank smallint default null, after_created_at timestamptz default null,
  after_id uuid default null
) returns setof public.tickets
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  words text := btrim(coalesce(query, ''));
  newest boolean := sort_by = 'priority' or not coalesce(ascending, false);
  ranks smallint[] := array[null]::smallint[];
  rank smallint;
  scope text := '';
  rest text := '';
  needle text := '';
  edge text := '';
  more text;
  matches public.tickets[];
  got integer;
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if sort_by is null or sort_by not in ('created_at', 'priority') then
    raise exception 'Tickets can be sorted by created_at or priority' using detail = 'sort_invalid';
  end if;
  if my_role = 'customer' then
    filter_customer := auth.uid();
  end if;
  -- Only the conditions that are in force are written, so that each combination has its own index.
  if unassigned then scope := ' and t.assigned_to is null';
  elsif filter_assignee is not null then scope := format(' and t.assigned_to = %L', filter_assignee); end if;
  if filter_customer is not null then rest := scope; scope := format(' and t.customer_id = %L', filter_customer); end if;
  if words <> '' then
    needle := format(' and t.subject || '' '' || t.description ilike %L',
      '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end if;
  if filter_tag is not null then needle := needle || format(' and t.tags @> array[%L]', filter_tag); end if;
  if filter_priority is not null then
    ranks := array_remove(array[private.rank_of(filter_priority)], null);
  elsif sort_by = 'priority' then
    ranks := case when ascending then array[0, 1, 2, 3, 4] else array[4, 3, 2, 1, 0] end;
  end if;
  if sort_by = 'priority' and after_rank is not null then
    ranks := array(select r from unnest(ranks) with ordinality as list (r, n)
      where case when ascending then r >= after_rank else r <= after_rank end order by n);
  end if;

  foreach rank in array ranks loop
    edge := '';
    -- The row of the page before is in the first rank of this one, if that rank is still in question.
    if after_created_at is not null and (after_rank is null or sort_by <> 'priority' or rank = after_rank) then
      edge := format(case when newest then ' and t.created_at <= %1$L and (t.created_at, t.id) < (%1$L, %2$L::uuid)'
        else ' and t.created_at >= %1$L and (t.created_at, t.id) > (%1$L, %2$L::uuid)' end, after_created_at,
        coalesce(after_id, case when newest then '00000000-0000-0000-0000-000000000000'::uuid
          else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end));
    end if;
    if needle = '' then
      return query execute private.ticket_walk(scope, filter_status, rank, edge || rest)
        || case when newest then ' order by created_at desc, id desc' else ' order by created_at, id' end
        || ' limit ' || wanted;
      get diagnostics got = row_count;
    else
      more := scope || coalesce(' and t.status = ' || quote_literal(filter_status), '')
        || coalesce(' and t.priority_rank = ' || rank, '') || edge || rest;
      matches := private.match_tickets(private.ticket_walk(scope, filter_status, rank, edge), more,
        'true' || needle || rest,
        -- Three letters in a row are what the text index can look up.
        filter_tag is not null or words ~ '[[:alnum:]]{3}', newest, wanted);
      return query select t.* from unnest(matches) t;
      got := coalesce(cardinality(matches), 0);
    end if;
    wanted := wanted - got;
    exit when wanted <= 0;
  end loop;
end
$$;
comment on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid) is
  'Every list of tickets: filters, a text in subject or description (any case) and a tag; by created_at or by priority (rank in the chosen direction, newest first within), paged by the last row of the page before. Customers get their own.';

revoke execute on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid) to authenticated, service_role;

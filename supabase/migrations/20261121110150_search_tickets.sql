-- Every list of tickets is this one function: with or without a text, by date or by priority, in both
-- directions. It applies the rights itself, because under row level security the planner may not use a text
-- index before the policy has run. Order by priority is the order by date, one rank after the other.

drop function public.search_tickets(text, text, text, uuid, uuid, boolean, integer, timestamptz, uuid);

create function private.search_rank(
  walk text, conditions text, needle text, after text, expected numeric, among numeric, newest boolean,
  wanted integer, glance integer, since timestamptz
) returns public.tickets[]
language plpgsql stable set search_path = '' as $$
declare
  sort text := case when newest then 't.created_at desc, t.id desc' else 't.created_at, t.id' end;
  few constant integer := 120;
  matches public.tickets[];
begin
  -- An estimate is good for words that the sample holds several times; of the others the index knows the number.
  if expected <= 4 * few and not (expected <= few and expected > among / 120) then
    expected := private.count_hits(conditions || needle);
  end if;
  if expected = 0 then
    return '{}';
  elsif expected <= few then
    return private.seek_tickets(conditions || needle || after, sort, wanted);
  end if;
  -- What every other ticket contains is found soon by just looking; what no index knows, in no other way.
  if expected is null or expected * glance > 2 * wanted * among then
    matches := private.glance_at_tickets(walk, needle, sort, wanted);
    if expected is null or cardinality(matches) >= wanted then
      return matches;
    end if;
  end if;
  return private.seek_in_time(conditions || needle || after, expected, newest, wanted, since);
end
$$;
comment on function private.search_rank(text, text, text, text, numeric, numeric, boolean, integer, integer, timestamptz) is
  'The first tickets by date that meet the conditions and contain what is sought, given how many are expected to contain it (null: no index knows) among how many. All texts are SQL written by search_tickets.';
revoke execute on function private.search_rank(text, text, text, text, numeric, numeric, boolean, integer, integer, timestamptz)
  from public, anon, authenticated;

create function public.search_tickets(
  query text default null, filter_status text default null, filter_priority text default null,
  filter_customer uuid default null, filter_assignee uuid default null, unassigned boolean default false,
  filter_tag text default null, sort_by text default 'created_at', ascending boolean default false,
  max_rows integer default 50, after_rank smallint default null, after_created_at timestamptz default null,
  after_id uuid default null
) returns setof public.tickets
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  my_role text := private.current_role();
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  words text := btrim(coalesce(query, ''));
  newest boolean := sort_by = 'priority' or not coalesce(ascending, false);
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  -- Three letters in a row are what the text index can look up.
  indexable boolean := filter_tag is not null or words ~ '[[:alnum:]]{3}';
  ranks smallint[] := array[null]::smallint[];
  rank smallint;
  scope text := '';
  rest text := '';
  needle text := '';
  filters text;
  sort text;
  edge text;
  after text;
  since timestamptz;
  conditions text;
  few constant integer := 120;
  expected numeric;
  density numeric;
  among numeric;
  glance integer;
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
  sort := case when newest then 't.created_at desc, t.id desc' else 't.created_at, t.id' end;
  if filter_priority is not null then
    ranks := array_remove(array[private.rank_of(filter_priority)], null);
  elsif sort_by = 'priority' then
    ranks := case when ascending then array[0, 1, 2, 3, 4] else array[4, 3, 2, 1, 0] end;
  end if;
  if sort_by = 'priority' and after_rank is not null then
    ranks := array(select r from unnest(ranks) with ordinality as list (r, n)
      where case when ascending then r >= after_rank else r <= after_rank end order by n);
  end if;
  if cardinality(ranks) = 0 then
    return;
  end if;

  -- Only the conditions that are in force are written. The scope comes as the sorted indexes know it...
  if unassigned then scope := ' and t.assigned_to is null';
  elsif filter_assignee is not null then scope := format(' and t.assigned_to = %L', filter_assignee); end if;
  if filter_customer is not null then rest := scope; scope := format(' and t.customer_id = %L', filter_customer); end if;
  -- ... and all filters together as the text index knows them.
  filters := coalesce(' and t.status = ' || quote_literal(filter_status), '')
    || case when unassigned or filter_assignee is not null then
      format(' and coalesce(t.assigned_to, %L::uuid) = %L', nobody, case when unassigned then nobody else filter_assignee end) else '' end
    || coalesce(format(' and coalesce(t.customer_id, %L::uuid) = ', nobody) || quote_literal(filter_customer), '');
  if words <> '' then
    needle := format(' and t.subject || '' '' || t.description ilike %L',
      '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end if;
  if filter_tag is not null then needle := needle || format(' and t.tags @> array[%L]', filter_tag); end if;

  if indexable then
    edge := '';
    if cardinality(ranks) > 1 then
      edge := format(' and t.priority_rank + 0 = any (%L::integer[])', ranks);
      if after_rank is not null and after_created_at is not null then
        edge := edge || format(' and (t.priority_rank <> %s::smallint or (t.created_at, t.id) < (%L, %L::uuid))',
          after_rank, after_created_at, coalesce(after_id, nobody));
      end if;
    end if;
    expected := private.estimate_rows('true' || needle || filters);
    -- Few hits in all ranks together: find them all, then sort.
    if cardinality(ranks) > 1 and expected <= 2 * few then
      expected := private.count_hits('true' || needle || filters);
      if expected <= few then
        return query select t.* from unnest(private.seek_tickets('true' || needle || filters || edge,
          't.priority_rank' || case when ascending then ', ' else ' desc, ' end || sort, wanted)) t;
        return;
      end if;
    end if;
    density := expected / greatest(private.estimate_rows('true' || filters), 1);
  end if;
  -- How many tickets may be looked at one by one; they lie close together only where nothing filters.
  glance := case when filters = '' and ranks = array[null]::smallint[] then 2000 else 180 / cardinality(ranks) end;
  after_id := coalesce(after_id, case when newest then nobody else 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end);
  foreach rank in array ranks loop
    since := null;
    edge := '';
    after := '';
    -- The row of the page before is in the first rank of this one, if that rank is still in question.
    if after_created_at is not null and (after_rank is null or sort_by <> 'priority' or rank = after_rank) then
      since := after_created_at;
      edge := format(' and t.created_at %1$s= %2$L and (t.created_at, t.id) %1$s (%2$L, %3$L::uuid)',
        case when newest then '<' else '>' end, since, after_id);
      -- The same beside the text index, in words that no index of dates answers with half of all tickets.
      after := format(' and (t.created_at + interval %4$L, t.id) %1$s (%2$L, %3$L::uuid)',
        case when newest then '<' else '>' end, since, after_id, '0');
    end if;
    if needle = '' then
      return query select t.* from private.walk_tickets(private.ticket_walk(scope, filter_status, rank, edge || rest,
        format(' order by %s limit %s', sort, wanted))) t;
      get diagnostics got = row_count;
    else
      conditions := 'true' || filters || coalesce(' and t.priority_rank = ' || rank || '::smallint', '');
      among := case when indexable then greatest(private.estimate_rows(conditions), 1) end;
      matches := private.search_rank(
        private.ticket_walk(scope, filter_status, rank, edge || rest, format(' order by %s limit %s', sort, glance)),
        conditions, needle, after, density * among, among, newest, wanted, glance, since);
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

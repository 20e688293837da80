-- Lists and search. The function checks rights itself: under row level security the planner cannot use a text index before
-- the policy, because `ilike` and `@@` are not leakproof.

create function private.plan_search(
  words text, filter_tag text, filter_status text, holder uuid, filter_customer uuid,
  out keys text[], out shares numeric[], out rest text, out density numeric, out known numeric, out total numeric
) language plpgsql stable set search_path = '' as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  pieces integer := 0;
begin
  total := greatest(private.estimate_rows('true'), 1);
  density := 1;
  if words ~ '[[:alnum:]]{3}' then
    select l.lookups, l.shares, l.hits, cardinality(l.lookups) into keys, shares, density, pieces from private.text_lookups(words) l;
  end if;
  if filter_tag is not null then
    keys := keys || format('t.tag_keys && %L', filter_tag);
    shares := shares || private.estimate_rows(format('t.tag_keys && %L', filter_tag)) / total;
    density := density * shares[pieces + 1];
  end if;
  -- Estimates are good for texts that occur several times in the samples; for the others the index is counted, unless
  -- every part is common, which would read half the index.
  if density < 0.015 and (select min(share) from unnest(shares) share) < 0.05 then
    keys := array[array_to_string(keys, ' and ')];
    known := private.count_found(keys[1]);
    density := known / total;
    shares := array[density];
  else
    density := greatest(density, 0.001);
    -- Trigrams of one word occur together: each after the first excludes little.
    if pieces > 1 then
      shares := shares[1] || array_fill(0.95::numeric, array[pieces - 1]) || shares[pieces + 1:];
    end if;
  end if;
  -- A filter that excludes less than half is not worth its reads if the others exclude enough.
  select array_agg(key order by share) filter (where share < 0.5 or not is_filter),
    array_agg(share order by share) filter (where share < 0.5 or not is_filter),
    coalesce(string_agg(' and ' || key, '') filter (where share >= 0.5 and is_filter), '')
  into keys, shares, rest
  from (
    select sought.key, sought.share, false as is_filter from unnest(keys, shares) as sought (key, share)
    union all
    select key, private.estimate_rows(plain) / total, true
    from (values
      (format('t.status || %L = %L', '', filter_status), 't.status = ' || quote_literal(filter_status)),
      (format('coalesce(t.assigned_to, %L::uuid) = %L', nobody, holder),
        format('coalesce(t.assigned_to, %L::uuid) = ', nobody) || quote_literal(holder)),
      (format('coalesce(t.customer_id, %L::uuid) = %L', nobody, filter_customer),
        format('coalesce(t.customer_id, %L::uuid) = ', nobody) || quote_literal(filter_customer))
    ) as given (key, plain) where plain is not null
  ) every;
end
$$;
comment on function private.plan_search(text, text, text, uuid, uuid) is
  'Conditions of a search for the text index, rarest first, with the share of tickets that each finds, and the remaining filters; the share (density) or number (known) of tickets with that text and tag.';

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
  sort text := case when newest then 't.created_at desc, t.id desc' else 't.created_at, t.id' end;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  holder uuid := case when unassigned then nobody else filter_assignee end;
  -- Limit of tickets read but not returned, and of pages read by a scan.
  most constant integer := 220;
  few constant integer := 110;
  pages integer := 220;
  ranks smallint[] := array[null]::smallint[];
  rank smallint;
  scope text := '';
  branched boolean;
  needle text := '';
  indexable boolean;
  planned boolean := false;
  filters text;
  -- After the last row of the previous page.
  behind text := '';
  plan record;
  here numeric;
  walk record;
  seek record;
  since timestamptz;
  since_id uuid;
  checks text;
  keys text[];
  shares numeric[];
  density numeric;
  matches public.tickets[];
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
  -- From here on filter_tag contains the hashes of the tag.
  filter_tag := private.tag_lookup(filter_tag, my_role = 'customer')::text;
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

  -- Only conditions in use are written. First the scope, in the form of the sorted indexes...
  branched := filter_customer is not null and holder is not null;
  if branched then
    scope := format(' and t.customer_id = %L and coalesce(t.assigned_to, %L::uuid) = %L', filter_customer, nobody, holder);
  elsif filter_customer is not null then scope := format(' and t.customer_id = %L', filter_customer);
  elsif unassigned then scope := ' and t.assigned_to is null';
  elsif filter_assignee is not null then scope := format(' and t.assigned_to = %L', filter_assignee); end if;
  -- ... then all filters in the form of the planner's statistics, and the text.
  filters := coalesce(' and t.status = ' || quote_literal(filter_status), '')
    || coalesce(format(' and coalesce(t.assigned_to, %L::uuid) = ', nobody) || quote_literal(holder), '')
    || coalesce(format(' and coalesce(t.customer_id, %L::uuid) = ', nobody) || quote_literal(filter_customer), '');
  if words <> '' then
    needle := format(' and t.subject || '' '' || t.description ilike %L',
      '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end if;
  if filter_tag is not null then needle := needle || format(' and t.tag_keys && %L', filter_tag); end if;
  after_rank := case when sort_by = 'priority' then after_rank end;
  after_id := coalesce(after_id, case when newest then nobody else 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid end);
  if after_created_at is not null then
    behind := format(' and (%s(t.created_at, t.id) %s (%L, %L::uuid))', coalesce('t.priority_rank <> ' || after_rank || ' or ', ''),
      case when newest then '<' else '>' end, after_created_at, after_id);
  end if;

  -- The text index looks up trigrams.
  indexable := filter_tag is not null or words ~ '[[:alnum:]]{3}';
  if indexable then
    here := private.estimate_rows('true' || filters);
  end if;
  -- Few tickets in the scope: read them all first.
  if indexable and not (here <= few and ranks[1] is null) then
    plan := private.plan_search(words, filter_tag, filter_status, holder, filter_customer);
    planned := true;
    density := plan.density;
    if plan.known = 0 then
      return;
    end if;
    -- Few tickets in all ranks: find all, then sort.
    if plan.known <= most or cardinality(ranks) > 1 and density * here <= 0.75 * most then
      seek := private.find_by_index(private.enough_keys(plan.keys, plan.shares, plan.total, 0.75 * most), 'true' || needle || filters || behind
        || case when ranks[1] is null then '' else format(' and t.priority_rank = any (%L)', ranks) end,
        case when sort_by = 'priority' then 't.priority_rank' || case when ascending then ', ' else ' desc, ' end else '' end || sort,
        wanted, most);
      if seek.complete then
        return query select t.* from unnest(seek.matches) t;
        return;
      end if;
    end if;
  end if;

  for n in 1 .. cardinality(ranks) loop
    rank := ranks[n];
    -- The last row of the previous page lies in the first rank of this one, if that rank is still wanted.
    since := case when after_rank is null or rank = after_rank then after_created_at end;
    since_id := after_id;
    if indexable then
      here := private.estimate_rows('true' || filters || coalesce(' and t.priority_rank = ' || rank, ''));
    end if;
    -- Scans for texts that are frequent, and for those that no index can look up.
    if not indexable or pages > 0 and (here <= few or not branched
        and wanted / density <= case when filters = '' and rank is null then 2000 else 250 end) then
      walk := private.scan_tickets(scope, branched, filter_status, rank, newest,
        needle, density, wanted, pages / (cardinality(ranks) - n + 1), since, since_id);
      return query select t.* from unnest(walk.matches) t;
      wanted := wanted - cardinality(walk.matches);
      pages := greatest(pages - walk.used, 0);
      exit when wanted <= 0;
      continue when walk.ended or not indexable;
      since := walk.since;
      since_id := walk.after_id;
    end if;
    if not planned then
      plan := private.plan_search(words, filter_tag, filter_status, holder, filter_customer);
      density := plan.density;
    end if;
    checks := 'true' || needle || filters || coalesce(' and t.priority_rank = ' || rank, '')
      || case when since is null then '' else
        format(' and (t.created_at, t.id) %s (%L, %L::uuid)', case when newest then '<' else '>' end, since, since_id) end;
    keys := case when rank is null then '{}' else array['t.priority_rank + 0 = ' || rank] end || plan.keys;
    shares := case when rank is null then '{}'::numeric[] else array[0.2] end || plan.shares;
    matches := null;
    if density * here <= few then
      seek := private.find_by_index(private.enough_keys(keys, shares, plan.total, few), checks, sort, wanted, most);
      matches := case when seek.complete then seek.matches end;
    end if;
    if matches is null then
      matches := private.find_by_index_in_time(private.enough_keys(keys, shares, plan.total, 0), plan.rest, checks, density * here, newest, wanted, since, most);
    end if;
    return query select t.* from unnest(matches) t;
    wanted := wanted - cardinality(matches);
    exit when wanted <= 0;
  end loop;
end
$$;
comment on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid) is
  'Lists tickets by filters, a text in subject or description (any case) and a tag; sorted by created_at or by priority (rank in the chosen direction, newest first within a rank), paged by the last row of the previous page. Customers get their own.';

grant execute on function
  public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer, smallint, timestamptz, uuid)
  to authenticated, service_role;

-- The index that search reads: text, tags, filters and time together, so that a search costs as much as its results and
-- not as the rows that match one of its conditions.

create extension if not exists btree_gin with schema extensions;

create function private.time_keys(at timestamptz) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  select array[day, 1000000 + day / 8, 2000000 + day / 64, 3000000 + day / 512]
  from (select floor(extract(epoch from at) / 86400)::integer as day) d
$$;
comment on function private.time_keys(timestamptz) is 'The day of a time, and its periods of 8, 64 and 512 days.';

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
comment on function private.time_keys(timestamptz, timestamptz) is 'The shortest list of periods, about eight, that covers a span of time.';

create index tickets_text_idx on public.tickets using gin (
  (subject || ' ' || description) extensions.gin_trgm_ops, tag_keys, (status || ''), (priority_rank + 0),
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)),
  (coalesce(customer_id, '00000000-0000-0000-0000-000000000000'::uuid)), (private.time_keys(created_at))
) with (fastupdate = off);

-- The frequency of a text decides the plan of a search. 300 samples show texts in 1 of 300 tickets; every search reads
-- the samples, so more would cost more.
alter index public.tickets_text_idx alter column 1 set statistics 300;

-- Assignee and status are correlated; estimated independently they mislead the planner.
create statistics public.tickets_filters (mcv, dependencies) on status, priority_rank,
  (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)) from public.tickets;
alter statistics public.tickets_filters set statistics 1000;

create function private.estimate_rows(conditions text) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  plan json;
begin
  execute 'explain (format json) select from public.tickets t where ' || conditions into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric;
end
$$;
comment on function private.estimate_rows(text) is 'The planner''s estimate of matching tickets. Reads no ticket.';

create function private.text_lookups(words text, out lookups text[], out shares numeric[], out hits numeric)
language plpgsql stable set search_path = '' as $$
begin
  -- The index looks up trigrams. Only the rarest are used; the others are checked on the ticket itself. The statistics
  -- are cast once, because each access to an anyarray fetches it again.
  with stored as materialized (
    select s.most_common_vals::text::text[] as vals, s.most_common_freqs as freqs, s.histogram_bounds::text::text[] as bounds
    from pg_catalog.pg_stats s where s.schemaname = 'public' and s.tablename = 'tickets_text_idx' and s.attname = 'expr'
  ), sample as materialized (
    select lower(v) as v, w from (
      select v, f::numeric as w from stored, unnest(vals, freqs) as common (v, f)
      union all
      select v, (1 - coalesce((select sum(f) from unnest(freqs) f), 0))::numeric / cardinality(bounds) from stored, unnest(bounds) v
    ) texts
  ), pieces as materialized (
    select p, coalesce((select sum(w) from sample where position(letters in v) > 0), 0) as share
    from (select substr(words, i, 3) as p, lower(substr(words, i, 3)) as letters, min(i) as i from generate_series(1, char_length(words) - 2) i
      where substr(words, i, 3) ~ '^[[:alnum:]]{3}$' group by 1 order by 3 limit 40) p
  ), chosen as (
    select * from (select *, row_number() over (order by share, p) as n, min(share) over () as least from pieces) ranked
    where n = 1 or n <= 6 and share < 0.02 or least >= 0.02 and (n = 2 or n <= 4 and share < 0.3)
  )
  select array_agg(format('t.subject || '' '' || t.description ilike %L', '%' || p || '%') order by n), array_agg(share order by n),
    (select coalesce(sum(w), 0) from sample where position(lower(words) in v) > 0)
  into lookups, shares, hits from chosen;
end
$$;
comment on function private.text_lookups(text) is
  'The rarest trigrams of a text as conditions for the text index, the share of tickets with each, and the share with the whole text. Estimated from samples: 0 means rare.';

create function private.count_found(lookups text) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  plan jsonb;
begin
  -- Reads the whole index but only one ticket. Materialized, so that the plan is that of reading all of them.
  execute 'explain (analyze, timing off, format json) with found as materialized (select from public.tickets t where '
    || lookups || ') select from found limit 1' into plan;
  return coalesce((jsonb_path_query_first(plan, '$.** ? (@."Index Name" == "tickets_text_idx")."Actual Rows"'))::numeric,
    private.estimate_rows(lookups));
end
$$;
comment on function private.count_found(text) is
  'Number of index entries of the text index that match the conditions, without reading tickets.';

grant execute on function private.time_keys(timestamptz) to authenticated, service_role;

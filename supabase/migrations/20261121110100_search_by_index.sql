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

-- GIN knows no `is null`; nobody is the nil uuid. Nor does it know an order: a span of time is a few keys. Status
-- and rank are written as no other index knows them, so that the planner does not read half the table from one.
drop index public.tickets_text_idx;
drop index public.tickets_created_at_brin;
create index tickets_text_idx on public.tickets using gin (
  (subject || ' ' || description) extensions.gin_trgm_ops, tags, (status || ''), (priority_rank + 0),
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

create function private.text_lookups(words text, out lookups text[], out shares numeric[], out hits numeric)
language plpgsql stable set search_path = '' as $$
begin
  -- The index answers three letters at a time. Read rarest first, the common ones are not read at all: what they
  -- would exclude is excluded by the ticket itself.
  -- anyarray has no functions of its own, and each look at it fetches it again.
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
  'The rarest three letters of a text, as conditions for the text index, how many of all tickets contain each, and how many the whole text. A sample tells: 0 means rare.';

create function private.count_found(lookups text) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  plan jsonb;
begin
  -- The text index is read to its end before the first ticket is, and after that one this stops. Materialized,
  -- so that the plan is that of reading them all.
  execute 'explain (analyze, timing off, format json) with found as materialized (select from public.tickets t where '
    || lookups || ') select from found limit 1' into plan;
  return coalesce((jsonb_path_query_first(plan, '$.** ? (@."Index Name" == "tickets_text_idx")."Actual Rows"'))::numeric,
    private.estimate_rows(lookups));
end
$$;
comment on function private.count_found(text) is
  'How many tickets the text index knows for the conditions, without reading them.';

create function private.seek_tickets(
  lookups text, checks text, sort text, wanted integer, most integer, out matches public.tickets[], out complete boolean
) language plpgsql stable set search_path = '' set enable_indexscan = off as $$
begin
  execute format(
    'with found as materialized (select t.* from public.tickets t where %1$s limit %5$s)'
      || ' select (select count(*) from found) < coalesce(%5$s, 1e9), array_agg(t::public.tickets order by %3$s)'
      || ' from (select t.* from found t where %2$s order by %3$s limit %4$s) t',
    lookups, checks, sort, wanted, coalesce((most + 1)::text, 'null'))
    into complete, matches;
  matches := case when complete then coalesce(matches, '{}') else '{}' end;
end
$$;
comment on function private.seek_tickets(text, text, text, integer, integer) is
  'The first tickets of those that the text index knows for the lookups and that meet the checks. Not complete, and none, if it knows more than most (null: no matter how many).';

create function private.seek_in_time(
  lookups text, rest text, checks text, expected numeric, newest boolean, wanted integer, since timestamptz, most integer
) returns public.tickets[] language plpgsql stable set search_path = '' as $$
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
  span record;
  matches public.tickets[] := '{}';
begin
  select min(t.created_at), max(t.created_at) into oldest, latest from public.tickets t;
  since := coalesce(since, case when newest then latest else oldest end);
  since := case when newest then least(since, latest) else greatest(since, oldest) end;
  near := since;
  step := greatest(latest - oldest, interval '1 day') * (1.4 * wanted / greatest(expected, 1))::double precision;
  loop
    far := case when newest then near - step else near + step end;
    last := case when newest then far <= oldest else far >= latest end;
    far := case when not last then far when newest then oldest else latest end;
    span := private.seek_tickets(
      lookups || format(' and private.time_keys(t.created_at) && %L', private.time_keys(least(near, far), greatest(near, far))),
      checks || bound || format(' and t.created_at %s %L', case when newest then '>=' else '<=' end, far),
      sort, wanted - cardinality(matches), case when abs(extract(epoch from far - near)) > 86400 then most end);
    if not span.complete then
      -- More than expected lie here: nothing is taken, but with all filters looked up or in a shorter span.
      if rest = '' then
        step := (greatest(far, near) - least(far, near)) / 4;
      end if;
      lookups := lookups || rest;
      rest := '';
      continue;
    end if;
    matches := matches || span.matches;
    exit when last or cardinality(matches) >= wanted;
    bound := format(' and t.created_at %s %L', case when newest then '<' else '>' end, far);
    step := (case when newest then since - far else far - since end)
      * least(greatest(1.4 * (wanted - cardinality(matches)) / greatest(cardinality(matches), 0.5), 0.5), 30)::double precision;
    near := far;
  end loop;
  return matches;
end
$$;
comment on function private.seek_in_time(text, text, text, numeric, boolean, integer, timestamptz, integer) is
  'The newest (or oldest) tickets that seek_tickets finds, from a point in time on, span by span until there are enough; expected are those of all times. The rest of the lookups is used where the others find too many.';

revoke execute on function private.estimate_rows(text), private.text_lookups(text), private.count_found(text),
  private.seek_tickets(text, text, text, integer, integer),
  private.seek_in_time(text, text, text, numeric, boolean, integer, timestamptz, integer)
  from public, anon, authenticated;

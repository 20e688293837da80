-- Finds tickets through tickets_text_idx, all at once or span by span of time.

create function private.find_by_index(
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
comment on function private.find_by_index(text, text, text, integer, integer) is
  'First tickets found by index with the lookups that pass the checks. Incomplete and empty when the index finds more than most (null: no limit).';

create function private.find_by_index_in_time(
  lookups text, rest text, checks text, expected numeric, newest boolean, wanted integer, since timestamptz, most integer
) returns public.tickets[] language plpgsql stable set search_path = '' as $$
declare
  sort text := case when newest then 't.created_at desc, t.id desc' else 't.created_at, t.id' end;
  oldest timestamptz;
  latest timestamptz;
  near timestamptz;
  far timestamptz;
  -- A span expected to contain a few more than wanted; its result determines the length of the next.
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
    span := private.find_by_index(
      lookups || format(' and private.time_keys(t.created_at) && %L', private.time_keys(least(near, far), greatest(near, far))),
      checks || bound || format(' and t.created_at %s %L', case when newest then '>=' else '<=' end, far),
      sort, wanted - cardinality(matches), case when abs(extract(epoch from far - near)) > 86400 then most end);
    if not span.complete then
      -- More than expected: retry with all filters looked up, or in a shorter span.
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
comment on function private.find_by_index_in_time(text, text, text, numeric, boolean, integer, timestamptz, integer) is
  'The newest (or oldest) tickets found by find_by_index from a point in time on, span by span until there are enough. expected: estimate for all times. rest: lookups added where the others find too many.';

create function private.enough_keys(keys text[], shares numeric[], rows numeric, target numeric) returns text
language plpgsql immutable set search_path = '' as $$
declare
  lookups text := keys[1];
begin
  for n in 2 .. cardinality(keys) loop
    rows := rows * shares[n - 1];
    exit when rows <= target;
    lookups := lookups || ' and ' || keys[n];
  end loop;
  return lookups;
end
$$;
comment on function private.enough_keys(text[], numeric[], numeric, numeric) is
  'Joins only as many keys as are needed to reach the target number of rows; each key costs index reads.';

-- As before, but a search reads back by the days that it has covered. When the newest period had just begun, it took its few
-- hits for those of four days and went on with 64: on one day in eight, a common word cost ten times as many reads.
create or replace function private.newest_documents(
  wanted tsquery, whose uuid, max_rows integer, earliest timestamptz, latest timestamptz, ascending boolean,
  filters tsquery default null, also tsquery default null)
returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  first timestamptz := greatest(earliest, (select min(t.created_at) from public.tickets t));
  last timestamptz := least(latest, (select max(t.created_at) from public.tickets t));
  all_days constant double precision := extract(epoch from last - first) / 86400;
  direction integer := case when ascending then 1 else -1 end;
  -- Null: all of them. The few of most customers are read at once. 0: the period under way, in which a common word is in
  -- more tickets than are wanted; each of them is a page to read.
  days double precision := case when whose is null or private.has_many_tickets(whose) then 0 end;
  period integer;
  near bigint;
  place double precision;
  -- Days that were read: whole periods, and the part of the nearest one in which there are tickets.
  covered double precision;
  span tsquery;
  owner constant tsquery := quote_literal('c:' || whose)::tsquery;
  -- Places of rows. An array of rows would read the words of each, and most callers need none.
  found tid[];
begin
  if whose is not null then
    filters := coalesce(filters && owner, owner);
    if wanted::text ~ '''[^:='']+'':[*]' then
      -- The index would collect the documents of the whole desk that have a beginning of a word.
      also := coalesce(also && wanted, wanted);
      wanted := null;
    end if;
  end if;
  loop
    -- All periods of 8, 64 or 512 days up to that day, so that their documents are the newest.
    period := case when days <= 128 then 8 when days <= 1024 then 64 when days <= 8192 or coalesce(wanted, filters) is null then 512 end;
    place := extract(epoch from case when ascending then first else last end) / 86400;
    near := floor(place / period);
    covered := ceil(days / period) * period + case when ascending then (near + 1) * period - place else place - near * period end;
    span := (select string_agg(format('''d%s:%s''', period, near + direction * n), ' | ')::tsquery
      from generate_series(0, ceil(days / period)::integer) n);
    found := array(
      select d.ctid from private.search_documents d
      -- Three conditions, between whose hits the index leaps: as one query, rare words would lead it through all times.
      where d.words @@ coalesce(wanted, span, filters) and d.words @@ coalesce(span, filters, wanted) and d.words @@ coalesce(filters, span, wanted)
        and case when also is null then true else d.words @@ also end and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows);
    exit when cardinality(found) = max_rows or coalesce(days > all_days, true);
    -- As many days as this density of hits asks for, and half of them again.
    days := ceil(greatest(covered, 0.25) * least(1.5 * max_rows / greatest(cardinality(found), 1), 16));
    if days > all_days and coalesce(wanted, filters) is not null then days := null; end if;
  end loop;
  -- Within a statement's snapshot a row keeps its place.
  return query select d.* from private.search_documents d where d.ctid = any (found);
end
$$;

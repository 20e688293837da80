-- Search at a million tickets: conditions of the index that it can leap between, and beginnings of words for customers
-- with many tickets.

-- Words of any length, since the vocabulary now says what a beginning of a word stands for.
create or replace function private.index_tickets(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  new_words text[];
  counts integer[];
begin
  -- A concurrent change of the same ticket waits here and then reads what the first one wrote.
  perform from private.search_documents d where d.ticket_id = any (ids) order by d.ticket_id, d.is_internal for update;
  with built as materialized (
    select * from private.build_documents(ids)
  ), gone as (
    delete from private.search_documents d where d.ticket_id = any (ids) and d.is_internal
      and not exists (select from built b where b.ticket_id = d.ticket_id and b.is_internal)
  ), kept as (
    insert into private.search_documents as d select * from built
    on conflict (ticket_id, is_internal) do update set words = excluded.words, created_at = excluded.created_at
    where d.words <> excluded.words or d.created_at <> excluded.created_at
  ), news as (
    select l.word, count(*)::integer as docs
    from built b left join private.search_documents d on d.ticket_id = b.ticket_id and d.is_internal = b.is_internal
    cross join lateral (
      select unnest(tsvector_to_array(b.words)) except select unnest(tsvector_to_array(d.words))) l (word)
    where l.word !~ '[:=]' and length(l.word) >= 2 group by 1
  )
  select array_agg(n.word), array_agg(n.docs) into new_words, counts from news n;
  if new_words is not null then
    perform private.learn_words(new_words, counts);
  end if;
end
$$;

create or replace procedure private.rebuild_search()
language plpgsql security definer set search_path = '' set maintenance_work_mem = '256MB' as $$
declare
  ids uuid[];
  last bigint := 0;
  written text := (select pg_get_indexdef(i.indexrelid) from pg_catalog.pg_index i where i.indexrelid = 'private.search_documents_words_idx'::regclass);
begin
  truncate private.search_documents, private.search_words;
  drop index private.search_documents_words_idx;
  loop
    select array_agg(t.id), max(t.number) into ids, last from (
      select k.id, k.number from public.tickets k where k.number > last order by k.number limit 5000) t;
    exit when ids is null;
    insert into private.search_documents select * from private.build_documents(ids);
  end loop;
  execute written;
  insert into private.search_words (word, docs, stem_en, stem_de)
  select s.word, s.ndoc, private.stem(s.word, 'pg_catalog.english_stem'), private.stem(s.word, 'pg_catalog.german_stem')
  from ts_stat('select words from private.search_documents') s
  where s.word !~ '[:=]' and length(s.word) >= 2;
end
$$;

insert into private.search_words (word, docs, stem_en, stem_de)
select s.word, s.ndoc, private.stem(s.word, 'pg_catalog.english_stem'), private.stem(s.word, 'pg_catalog.german_stem')
from ts_stat('select words from private.search_documents') s
where s.word !~ '[:=]' and length(s.word) > 40
on conflict (word) do nothing;

comment on table private.search_words is 'Words of search_documents. docs: number of documents, to 64 exact but for words that came in two transactions at once, and then estimated. A customer''s search reads them only where that changes nothing of what it finds: the words that a beginning stands for.';

create function private.has_many_tickets(whose uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.tickets t where t.customer_id = whose offset 999)
$$;
comment on function private.has_many_tickets(uuid) is 'Whether a customer has so many tickets that a search should not read all.';

create function private.beginning(start text, is_listed boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  if not is_listed then
    return quote_literal(start) || ':*';
  end if;
  return (select case when count(*) <= 100 then coalesce(string_agg(quote_literal(k.word), ' | '), quote_literal(start))
      else quote_literal(start) || ':*' end
    from (select w.word from private.search_words w where w.word >= start and w.word < start || U&'\+10FFFF' limit 101) k);
end
$$;
comment on function private.beginning(text, boolean) is
  'A query for the words that begin so. is_listed: the words themselves, if there are at most 100; they find the same.';

create or replace function private.word_query(word text, is_first boolean, is_last boolean, is_exact boolean, whose uuid) returns tsquery
-- In plpgsql, which keeps the plan for the next search.
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  en constant text := private.stem(word, 'pg_catalog.english_stem');
  de constant text := private.stem(word, 'pg_catalog.german_stem');
  -- For a beginning, the index first collects the documents of the whole desk that have a word with it.
  is_listed constant boolean := not is_exact and private.has_many_tickets(whose);
begin
  if is_exact then
    return quote_literal(word)::tsquery;
  elsif whose is not null then
    -- Words that begin with a stem: studi for studies, study.
    return (select string_agg(case when f.is_open then private.beginning(f.start, is_listed) else quote_literal(f.start) end, ' | ')::tsquery from (
      select word, is_last and length(word) >= 3
      union select stem, true from unnest(array[en, de, regexp_replace(en, 'i$', 'y')]) stem where length(stem) >= 4) f (start, is_open));
  end if;
  return (select string_agg(distinct quote_literal(f.word), ' | ')::tsquery from (
    select $1 as word
    union all (select k.word from private.search_words k where k.stem_en = en order by k.docs desc limit 8)
    union all (select k.word from private.search_words k where k.stem_de = de order by k.docs desc limit 8)
    union all (select k.word from private.search_words k
      where is_last and k.word >= $1 and k.word < $1 || U&'\FFFF' order by k.docs desc limit 30)
    -- A text within words: the start of a query may be the end of a word. 2,000 hits fill a result, even with a filter.
    union all (select k.word from (
        select k.word, sum(k.docs) over (order by k.docs desc, k.word) - k.docs as more_frequent from private.search_words k
        where is_first and length($1) >= 3 and not exists (select from private.search_words w where w.word = $1 and w.docs >= 2000)
          and k.word like '%' || $1 || case when is_last then '%' else '' end
      ) k where k.more_frequent < 2000 order by k.more_frequent limit 200)
  ) f);
end
$$;

drop function private.newest_documents(tsquery, uuid, integer, timestamptz, timestamptz, boolean);
create function private.newest_documents(
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
    near := floor(extract(epoch from case when ascending then first else last end) / 86400 / period);
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
    days := ceil(greatest(days, 4) * least(1.5 * max_rows / greatest(cardinality(found), 1), 16));
    if days > all_days and coalesce(wanted, filters) is not null then days := null; end if;
  end loop;
  -- Within a statement's snapshot a row keeps its place.
  return query select d.* from private.search_documents d where d.ctid = any (found);
end
$$;
comment on function private.newest_documents(tsquery, uuid, integer, timestamptz, timestamptz, boolean, tsquery, tsquery) is
  'The newest (ascending: oldest) documents that match, or without wanted all, from a span of time. filters: found by the index beside wanted; also: read in the documents. For a customer (whose) those of their tickets.';

create or replace function private.rank_documents(
  wanted tsquery, meant tsquery, subject tsquery, title tsquery, filters tsquery, whose uuid, earliest timestamptz, latest timestamptz)
returns setof private.hit language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with newest as materialized (
      select * from private.newest_documents(wanted, whose, 400, earliest, latest, false, filters)
    ), found as (
      select * from newest
      -- Hits in the subject count more than newer ones elsewhere, however many there are. The whole subject has all words.
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(subject, whose, 100, earliest, latest, false, filters, wanted) d where c.n = 400
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(title, whose, 20, earliest, latest, false, filters) d where c.n = 400
    )
    select d.ticket_id, max(
      case when d.words @@ title then 2 else 0 end + case when d.words @@ subject then 1 else 0 end
      + ts_rank(d.words, meant) * (0.5 + 0.5 * exp(-extract(epoch from now() - d.created_at) / 15552000))),
      max(d.created_at), null::smallint
    -- A document out of line is read once, not for each operator.
    from (select f.ticket_id, f.created_at, f.words || ''::tsvector as words from found f offset 0) d group by 1;
end
$$;

create or replace function private.find_tickets(
  query text, corrected text, wanted tsquery, whose uuid, filter_status text, filter_priority text, filter_customer uuid, holder text, filter_tag text,
  sort_by text, ascending boolean, max_rows integer, first_row integer, after_rank smallint, after_at timestamptz, after_id uuid,
  earliest timestamptz, latest timestamptz, meant tsquery default null
) returns uuid[] language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  filters constant tsquery := private.search_filters(whose, filter_status, filter_priority, filter_customer, holder, filter_tag);
  has_text constant boolean := btrim(coalesce(query, '')) <> '';
  by_rank constant boolean := sort_by = 'priority';
  oldest_first constant boolean := ascending and sort_by = 'created_at';
  -- The terms of a query whose words the index finds at once, where that of another would be a beginning.
  narrow constant tsquery := case when corrected is null and private.has_many_tickets(whose) then (
    select private.all_of(part) from unnest(private.search_query(query, whose)) part where part::text !~ ':[*]') end;
  given_number constant bigint := (
    select substring(query from format('(?i)^\s*(?:#|%s-)?(\d{1,15})\s*$', w.ticket_prefix)) from public.workspace_settings w)::bigint;
  hits private.hit[] := '{}';
  rank smallint;
  this_rank tsquery;
begin
  if has_text and sort_by = 'relevance' then
    hits := array(select r from private.rank_documents(wanted, coalesce(meant, wanted), private.subject_query(coalesce(corrected, query)),
      quote_literal('j=' || md5(private.plain_words(query)))::tsquery, coalesce(filters && narrow, filters, narrow), whose, earliest, latest) r);
  elsif not has_text or wanted is not null then
    -- By priority, rank after rank until the page is full. By date, all at once.
    foreach rank in array case when not by_rank then array[null::smallint] when ascending then '{0,1,2,3,4}' else '{4,3,2,1,0}' end loop
      continue when case when ascending then rank < after_rank else rank > after_rank end;
      this_rank := quote_literal('p:' || rank)::tsquery;
      hits := hits || array(select (d.ticket_id, null, d.created_at, rank)::private.hit
        from private.newest_documents(wanted, whose, 400,
          case when oldest_first then greatest(after_at, earliest) else earliest end,
          case when oldest_first or rank <> after_rank then latest else least(after_at, latest) end, oldest_first,
          coalesce(filters && this_rank, this_rank, filters)) d);
      -- A ticket may have two documents.
      exit when cardinality(hits) > 2 * max_rows;
    end loop;
  end if;
  if has_text then
    -- Parts of words come last: not where the hits fill all pages. Its public document answers for rights, and any of them for filters.
    hits := hits || array(
      select (t.id, case when t.number = given_number then 10 else 0 end, t.created_at, t.priority_rank)::private.hit
      from public.tickets t join private.search_documents d on d.ticket_id = t.id
      where t.id = any (array(select k.id from public.tickets k where k.number = given_number union all
          select c.id from unnest(case when cardinality(hits) < case when sort_by = 'relevance' then 200 else 400 end
            then private.newest_containing(query, whose) end) c (id) where c.id not in (select h.id from unnest(hits) h)))
        and coalesce(d.words @@ filters, true) and t.created_at between coalesce(earliest, '-infinity') and coalesce(latest, 'infinity'));
  end if;
  return array(
    select h.id from (
      select k.id, max(k.score) as score, max(k.created_at) as created_at, max(k.priority_rank) as rank from unnest(hits) k group by k.id
    ) h
    where after_at is null or sort_by = 'relevance' or case
      when by_rank and h.rank <> after_rank then (h.rank > after_rank) = ascending
      when oldest_first then (h.created_at, h.id) > (after_at, after_id)
      else (h.created_at, h.id) < (after_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000')) end
    order by case when sort_by = 'relevance' then -h.score end, case when by_rank then h.rank * case when ascending then 1 else -1 end end,
      case when oldest_first then h.created_at end, case when oldest_first then h.id end, h.created_at desc, h.id desc
    offset greatest(coalesce(first_row, 0), 0) limit max_rows);
end
$$;

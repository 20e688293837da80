-- From what people type to text search queries. Where `whose` is given, a customer asks, and nothing but the query and
-- their own documents may decide what it becomes.
create aggregate private.all_of(tsquery) (sfunc = pg_catalog.tsquery_and, stype = tsquery, parallel = safe);
comment on aggregate private.all_of(tsquery) is 'One query that needs all.';

create aggregate private.any_of(tsquery) (sfunc = pg_catalog.tsquery_or, stype = tsquery, parallel = safe);
comment on aggregate private.any_of(tsquery) is 'One query that needs any.';

create aggregate private.phrase_of(tsquery) (sfunc = pg_catalog.tsquery_phrase, stype = tsquery, parallel = safe);
comment on aggregate private.phrase_of(tsquery) is 'One query that needs all in a row; use order by.';

create function private.search_terms(query text)
returns table (typed text, words text[], is_quoted boolean, place bigint, is_last boolean)
language sql immutable set search_path = '' as $$
  select t.m[1], string_to_array(private.plain_words(t.m[1]), ' '), t.m[1] ^@ '"', row_number() over w, row_number() over w = count(*) over ()
  from regexp_matches(left(query, 200), '("[^"]+"|[^\s"]+)', 'g') with ordinality t (m, at)
  where private.plain_words(t.m[1]) <> ''
  window w as (order by t.at)
  limit 8
$$;
comment on function private.search_terms(text) is
  'The terms of a query: words, and quoted phrases or what letters and signs make one (ORD-4839, an e-mail address) as several words in a row.';

create function private.word_query(word text, is_first boolean, is_last boolean, is_exact boolean, whose uuid) returns tsquery
-- In plpgsql, which keeps the plan for the next search.
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  en constant text := private.stem(word, 'pg_catalog.english_stem');
  de constant text := private.stem(word, 'pg_catalog.german_stem');
begin
  if is_exact then
    return quote_literal(word)::tsquery;
  elsif whose is not null then
    -- Words that begin with a stem: studi for studies, study.
    return (select string_agg(quote_literal(f.start) || case when f.is_open then ':*' else '' end, ' | ')::tsquery from (
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
comment on function private.word_query(text, boolean, boolean, boolean, uuid) is
  'A word and what it stands for as a query. is_first: the query may start, is_last: it may end within a word. For staff the words of its stem, the 30 most frequent completions of a last word, and those that contain a part: the most frequent until they have 2,000 hits, at most 200; for customers what begins with the word or its stem.';

create function private.search_query(query text, whose uuid) returns tsquery[]
language sql stable set search_path = '' as $$
  select array_agg(coalesce(term.wanted || term.of_staff, term.wanted) order by term.place)
  from (
    select t.place,
      private.phrase_of(private.word_query(w.word, t.place = 1 and w.at = 1, t.is_last and w.at = cardinality(t.words),
        t.is_quoted or w.at > 1 and w.at < cardinality(t.words), whose) order by w.at) as wanted,
      -- Tokens have no positions: in a phrase they would undo it.
      case when whose is null then private.all_of(format(case when t.is_last and not t.is_quoted and w.at = cardinality(t.words)
          then case when length(array_to_string(t.words, '.')) >= 3 then '''u:%1$s'':* | ''n:%1$s'':* | ''e:%1$s'' | ''e=%2$s'':*' else '''u:%1$s'':* | ''n:%1$s'' | ''e:%1$s''' end
          else '''u:%1$s'' | ''n:%1$s'' | ''e:%1$s''' end, w.word, array_to_string(t.words, '.'))::tsquery) end as of_staff
    from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at) group by t.place
  ) term
$$;
comment on function private.search_query(text, uuid) is
  'One text search query for each term of a query; a ticket has to match all. Staff find tags by their words, and people by those of their names and addresses.';

create function private.subject_query(query text) returns tsquery
language sql immutable set search_path = '' as $$
  select private.all_of((quote_literal('j:' || w.word)
    || case when t.is_last and w.at = cardinality(t.words) and length(w.word) >= 3 then ':*' else '' end)::tsquery)
  from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at)
$$;
comment on function private.subject_query(text) is 'All words of a query in the subject.';

create function private.newest_documents(
  wanted tsquery, whose uuid, max_rows integer, earliest timestamptz, latest timestamptz, ascending boolean)
returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  first timestamptz := greatest(earliest, (select min(t.created_at) from public.tickets t));
  last timestamptz := least(latest, (select max(t.created_at) from public.tickets t));
  all_days constant double precision := extract(epoch from last - first) / 86400;
  direction integer := case when ascending then 1 else -1 end;
  -- Null: all of them. The few of most customers are read at once. 0: the period under way, in which a common word is in
  -- more tickets than are wanted; each of them is a page to read.
  days double precision := case when whose is null or exists (select from public.tickets t where t.customer_id = whose offset 999) then 0 end;
  period integer;
  near bigint;
  span tsquery;
  -- Places of rows. An array of rows would read the words of each, and most callers need none.
  found tid[];
begin
  if whose is not null and days is null then
    -- The index would collect all documents with a beginning of a word, of whichever customer.
    return query select d.* from (
        select k.* from private.search_documents k where k.words @@ quote_literal('c:' || whose)::tsquery offset 0) d
      where coalesce(d.words @@ wanted, true) and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows;
    return;
  end if;
  loop
    -- All periods of 8, 64 or 512 days up to that day, so that their documents are the newest.
    period := case when days <= 128 then 8 when days <= 1024 then 64 when days <= 8192 or wanted is null then 512 end;
    near := floor(extract(epoch from case when ascending then first else last end) / 86400 / period);
    span := (select string_agg(format('''d%s:%s''', period, near + direction * n), ' | ')::tsquery
      from generate_series(0, ceil(days / period)::integer) n);
    found := array(
      select d.ctid from private.search_documents d
      where d.words @@ coalesce(wanted && span, wanted, span) and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows);
    exit when cardinality(found) = max_rows or coalesce(days > all_days, true);
    -- As many days as this density of hits asks for, and half of them again.
    days := ceil(greatest(days, 4) * least(1.5 * max_rows / greatest(cardinality(found), 1), 16));
    if days > all_days and wanted is not null then days := null; end if;
  end loop;
  -- Within a statement's snapshot a row keeps its place.
  return query select d.* from private.search_documents d where d.ctid = any (found);
end
$$;
comment on function private.newest_documents(tsquery, uuid, integer, timestamptz, timestamptz, boolean) is
  'The newest (ascending: oldest) documents that match, or without wanted all, from a span of time.';

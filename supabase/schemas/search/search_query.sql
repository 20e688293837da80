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
  select t.m[1], string_to_array(private.plain_words(t.m[1]), ' '), t.m[1] ^@ '"', row_number() over w, row_number()
    over w = count(*) over ()
  from regexp_matches(left(query, 200), '("[^"]+"|[^\s"]+)', 'g') with ordinality t (m, at)
  where private.plain_words(t.m[1]) <> ''
  window w as (order by t.at)
  limit 8
$$;
comment on function private.search_terms(text) is
  'The terms of a query: words, and quoted phrases or what letters and signs make one (ORD-4839, an e-mail address) '
  'as several words in a row.';

create function private.word_query(word text, is_first boolean, is_last boolean, is_exact boolean,
  whose uuid) returns tsquery
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
    return (select string_agg(case when f.is_open then private.beginning(f.start, is_listed)
      else quote_literal(f.start) end, ' | ')::tsquery from (
      select word, is_last and length(word) >= 3
      union select stem, true from unnest(array[en, de, regexp_replace(en, 'i$', 'y')]) stem
        where length(stem) >= 4) f (start, is_open));
  end if;
  return (select string_agg(distinct quote_literal(f.word), ' | ')::tsquery from (
    select $1 as word
    union all (select k.word from private.search_words k where k.stem_en = en order by k.docs desc limit 8)
    union all (select k.word from private.search_words k where k.stem_de = de order by k.docs desc limit 8)
    union all (select k.word from private.search_words k
      where is_last and k.word >= $1 and k.word < $1 || U&'\FFFF' order by k.docs desc limit 30)
    -- A text within words: the start of a query may be the end of a word. 2,000 hits fill a result, even with a filter.
    union all (select k.word from (
        select k.word, sum(k.docs) over (order by k.docs desc, k.word) - k.docs as more_frequent
          from private.search_words k
        where is_first and length($1) >= 3 and not exists (select from private.search_words w where w.word = $1
          and w.docs >= 2000)
          and k.word like '%' || $1 || case when is_last then '%' else '' end
      ) k where k.more_frequent < 2000 order by k.more_frequent limit 200)
  ) f);
end
$$;
comment on function private.word_query(text, boolean, boolean, boolean, uuid) is
  'A word and what it stands for as a query. is_first: the query may start, is_last: it may end within a word. For '
  'staff the words of its stem, the 30 most frequent completions of a last word, and those that contain a part: the '
  'most frequent until they have 2,000 hits, at most 200; for customers what begins with the word or its stem.';

create function private.search_query(query text, whose uuid) returns tsquery[]
language sql stable set search_path = '' as $$
  select array_agg(coalesce(term.wanted || term.of_staff, term.wanted) order by term.place)
  from (
    select t.place,
      private.phrase_of(private.word_query(w.word, t.place = 1 and w.at = 1, t.is_last and w.at = cardinality(t.words),
        t.is_quoted or w.at > 1 and w.at < cardinality(t.words), whose) order by w.at) as wanted,
      -- Tokens have no positions: in a phrase they would undo it.
      case when whose is null then private.all_of(case
          when not o.is_open then format('''u:%1$s'' | ''n:%1$s'' | ''e:%1$s''', w.word)
          when length(o.address) < 3 then concat_ws(' | ', private.beginning('u:' || w.word, true),
            format('''n:%1$s'' | ''e:%1$s''', w.word))
          else concat_ws(' | ', private.beginning('u:' || w.word, true), private.beginning('n:' || w.word, true),
            quote_literal('e:' || w.word), private.beginning('e=' || o.address, true)) end::tsquery) end as of_staff
    from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at),
      lateral (select t.is_last and not t.is_quoted and w.at = cardinality(t.words),
        array_to_string(t.words, '.')) o (is_open, address)
    group by t.place
  ) term
$$;
comment on function private.search_query(text, uuid) is
  'One text search query for each term of a query; a ticket has to match all. Staff find tags by their words, and '
  'people by those of their names and addresses.';

create function private.subject_query(query text) returns tsquery
language sql immutable set search_path = '' as $$
  select private.all_of((quote_literal('j:' || w.word)
    || case when t.is_last and w.at = cardinality(t.words) and length(w.word) >= 3 then ':*' else '' end)::tsquery)
  from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at)
$$;
comment on function private.subject_query(text) is 'All words of a query in the subject.';

create function private.has_many_tickets(whose uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.tickets t where t.customer_id = whose offset 999)
$$;
comment on function private.has_many_tickets(uuid) is
  'Whether a customer has so many tickets that a search should not read all.';

create function private.beginning(start text, is_listed boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  if not is_listed then
    return quote_literal(start) || ':*';
  end if;
  return (select case when count(*) <= 100 then coalesce(string_agg(quote_literal(k.word), ' | '), quote_literal(start))
      else quote_literal(start) || ':*' end
    from (select w.word from private.search_words w where w.word >= start and w.word < start || U&'\+10FFFF'
      union all select n.token from private.search_names n where n.token >= start and n.token < start || U&'\+10FFFF'
        limit 101) k);
end
$$;
comment on function private.beginning(text, boolean) is
  'A query for the words, names, tags or addresses that begin so. is_listed: they themselves, if there are at most '
  '100; they find the same.';

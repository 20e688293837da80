-- From what people type to text search queries. Where `whose` is given, a customer asks, and nothing but the query and
-- their own documents may decide what it becomes.

create index profiles_words_idx on public.profiles using gin (private.word_vector(name || ' ' || email));
-- An index runs its functions as the user who writes the row.
grant execute on function private.plain_words(text), private.word_vector(text) to authenticated, service_role;

create function private.search_terms(query text)
returns table (words text[], is_quoted boolean, is_first boolean, is_last boolean)
language sql immutable set search_path = '' as $$
  select string_to_array(private.plain_words(coalesce(m[1], m[2])), ' '), m[1] is not null,
    row_number() over w = 1, row_number() over w = count(*) over ()
  from regexp_matches(left(query, 200), '"([^"]+)"|([^\s"]+)', 'g') with ordinality t (m, at)
  where private.plain_words(coalesce(m[1], m[2])) <> ''
  window w as (order by at)
  limit 8
$$;
comment on function private.search_terms(text) is
  'The terms of a query: words, and quoted phrases or what letters and signs make one (ORD-4839, an e-mail address) as several words in a row.';

create function private.word_family(word text, is_first boolean, is_last boolean) returns text[]
-- In plpgsql, which keeps the plan for the next search.
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return (select array_agg(distinct f.word) from (
    select $1 as word
    union all (select k.word from private.search_words k where k.stem_en = private.stem($1, 'pg_catalog.english_stem') order by k.docs desc limit 8)
    union all (select k.word from private.search_words k where k.stem_de = private.stem($1, 'pg_catalog.german_stem') order by k.docs desc limit 8)
    union all (select k.word from private.search_words k
      where is_last and k.word >= $1 and k.word < $1 || U&'\FFFF' order by k.docs desc limit 30)
    -- A text within words: the start of a query may be the end of a word. A word that fills a result by itself needs none.
    union all (select k.word from private.search_words k
      where is_first and length($1) >= 3 and not exists (select from private.search_words w where w.word = $1 and w.docs >= 200)
        and k.word like '%' || $1 || case when is_last then '%' else '' end order by k.docs desc limit 30)
  ) f);
end
$$;
comment on function private.word_family(text, boolean, boolean) is
  'Staff: a word with those of its stem, at the end of a query with its 30 most frequent completions, and those that contain it as a part.';

create function private.word_query(word text, is_first boolean, is_last boolean, is_exact boolean, whose uuid)
returns tsquery language plpgsql stable set search_path = '' as $$
declare
  given text := quote_literal(word) || case when is_last and length(word) >= 3 then ':*' else '' end;
begin
  if is_exact then
    return quote_literal(word)::tsquery;
  elsif whose is null then
    return array_to_string(array(
      select quote_literal(f) from unnest(private.word_family(word, is_first, is_last)) f), ' | ')::tsquery;
  end if;
  return array_to_string(array(
    select given
    union select quote_literal(stem) || ':*' from (
      select private.stem(word, 'pg_catalog.english_stem') union select private.stem(word, 'pg_catalog.german_stem')) s (stem)
    where length(stem) >= 4), ' | ')::tsquery;
end
$$;
comment on function private.word_query(text, boolean, boolean, boolean, uuid) is
  'A word and what it stands for as a query. is_first: the query may start, is_last: it may end within a word.';

create function private.people_named(words text[], is_last boolean) returns tsquery
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return (select string_agg(format('''o:%1$s'' | ''a:%1$s''', f.id), ' | ')::tsquery
  from (
    select p.id from public.profiles p
    where private.word_vector(p.name || ' ' || p.email)
      @@ (array_to_string(array(select quote_literal(w) from unnest(words) w), ' <-> ')
        || case when is_last and length(words[cardinality(words)]) >= 3 then ':*' else '' end)::tsquery
    limit 30
  ) f);
end
$$;
comment on function private.people_named(text[], boolean) is
  'Staff: tickets of up to 30 people whose name or e-mail address has the words in a row. Looked up for each query, so that a new name needs no new documents.';

create function private.search_query(query text, whose uuid) returns tsquery[]
language plpgsql stable set search_path = '' as $$
declare
  term record;
  parts tsquery[] := '{}';
  part tsquery;
  word tsquery;
  size integer;
begin
  for term in select * from private.search_terms(query) loop
    size := cardinality(term.words);
    part := null;
    for i in 1 .. size loop
      word := private.word_query(term.words[i], term.is_first and i = 1, term.is_last and i = size,
        term.is_quoted or i > 1 and i < size, whose);
      part := case when part is null then word else part <-> word end;
    end loop;
    if whose is null then
      -- A tag is found by its words. Its tokens have no positions: in a phrase they would undo it.
      part := part || (select string_agg(quote_literal('u:' || w.word)
          || case when term.is_last and not term.is_quoted and w.at = size then ':*' else '' end, ' & ')::tsquery
        from unnest(term.words) with ordinality w (word, at));
      part := coalesce(part || private.people_named(term.words, term.is_last and not term.is_quoted), part);
    end if;
    parts := parts || part;
  end loop;
  return parts;
end
$$;
comment on function private.search_query(text, uuid) is 'One text search query for each term of a query; a ticket has to match all.';

create function private.subject_query(query text) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(quote_literal('j:' || w.word)
    || case when t.is_last and w.at = cardinality(t.words) and length(w.word) >= 3 then ':*' else '' end, ' & ')::tsquery
  from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at)
$$;
comment on function private.subject_query(text) is 'All words of a query in the subject.';

create function private.fold_query(parts tsquery[], is_any boolean default false) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  folded tsquery := parts[1];
begin
  for i in 2 .. cardinality(parts) loop
    folded := case when is_any then folded || parts[i] else folded && parts[i] end;
  end loop;
  return folded;
end
$$;
comment on function private.fold_query(tsquery[], boolean) is 'All parts, or any of them, as one query; null without parts.';

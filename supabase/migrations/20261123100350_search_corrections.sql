-- A word that is misspelt becomes its most frequent neighbour: one letter more, less or other, or two neighbours swapped.

create function private.is_neighbour(a text, b text) returns boolean
language sql immutable set search_path = '' as $$
  select a <> b and abs(length(a) - length(b)) <= 1 and (extensions.levenshtein_less_equal(a, b, 1) = 1
    or length(a) = length(b) and exists (
      select from generate_series(1, length(a) - 1) i
      where b = overlay(a placing reverse(substr(a, i, 2)) from i for 2)))
$$;
comment on function private.is_neighbour(text, text) is 'True when one edit or one swap of neighbouring letters turns a into b.';

create function private.correct_for_staff(word text, is_last boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  -- What begins with the word counts as the word while it is being typed.
  return (with known as materialized (
    select coalesce(max(k.docs), 0) as docs from private.search_words k
    where k.word = $1 or is_last and k.word >= $1 and k.word < $1 || U&'\FFFF'
  ), near as materialized (
    select k.word from private.search_words k
    where left(k.word, 1) = left($1, 1) and length(k.word) between length($1) - 1 and length($1) + 1
      and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
    union
    select k.word from private.search_words k
    where right(k.word, 1) = right($1, 1) and length(k.word) between length($1) - 1 and length($1) + 1
      and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
  )
  select k.word from near n join private.search_words k on k.word = n.word
  where k.docs >= 3 and k.docs > 20 * (select docs from known) and private.is_neighbour($1, k.word)
  order by k.docs desc, k.word limit 1);
end
$$;
comment on function private.correct_for_staff(text, boolean) is 'A neighbour that is 20 times as frequent; null when the word seems right.';

create function private.correct_for_customer(word text, whose uuid) returns text
language sql stable set search_path = '' as $$
  select l.word
  from (
    select d.words from private.search_documents d
    where d.words @@ quote_literal('c:' || whose)::tsquery order by d.created_at desc limit 300
  ) own, unnest(tsvector_to_array(own.words)) l (word)
  where length(l.word) between length($1) - 1 and length($1) + 1 and l.word !~ '[:=]'
    and extensions.levenshtein_less_equal(l.word, $1, 2) <= 2 and private.is_neighbour($1, l.word)
  group by 1 order by count(*) desc, 1 limit 1
$$;
comment on function private.correct_for_customer(text, uuid) is
  'The neighbour in most of the customer''s newest 300 tickets, so that a correction tells them nothing of others.';

create function private.correct_query(query text, whose uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  term record;
  fixed text := query;
  better text;
begin
  for term in select * from private.search_terms(query) loop
    continue when term.is_quoted or cardinality(term.words) > 1 or length(term.words[1]) < 4 or term.words[1] ~ '\d';
    if whose is null then
      better := case when private.people_named(term.words, term.is_last) is null
        then private.correct_for_staff(term.words[1], term.is_last) end;
    elsif not exists (
      select from private.search_documents d
      where d.words @@ (quote_literal('c:' || whose)::tsquery && private.word_query(term.words[1], false, term.is_last, false, whose))) then
      better := private.correct_for_customer(term.words[1], whose);
    end if;
    -- The first place where the word stands alone, as it was typed.
    fixed := coalesce(regexp_replace(fixed, '(^|[^[:alnum:]])' || term.words[1] || '($|[^[:alnum:]])', '\1' || better || '\2', 'i'), fixed);
    better := null;
  end loop;
  return nullif(fixed, query);
end
$$;
comment on function private.correct_query(text, uuid) is 'The query with misspelt words corrected; null when none is.';

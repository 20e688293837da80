-- Corrections replace the term as it was typed: a word with an accent was looked for without it and not found there.

create or replace function private.correct_for_staff(word text, is_last boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  -- What begins with the word counts as the word while it is being typed.
  return (with known as materialized (
    select coalesce(max(k.docs), 0) as docs from private.search_words k
    where k.word = $1 or is_last and k.word >= $1 and k.word < $1 || U&'\FFFF'
  ), near as materialized (
    -- From the indexes alone.
    select k.word from private.search_words k where left(k.word, 1) = left($1, 1)
      and length(k.word) between length($1) - 1 and length($1) + 1 and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
    union
    select k.word from private.search_words k where right(k.word, 1) = right($1, 1)
      and length(k.word) between length($1) - 1 and length($1) + 1 and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
  )
  select k.word from near n join private.search_words k on k.word = n.word
  where k.docs >= 3 and k.docs > 20 * (select docs from known) and private.is_neighbour($1, k.word)
    -- Not the name or address of a person.
    and not exists (select from public.profiles p where private.word_vector(p.name || ' ' || p.email)
      @@ (quote_literal($1) || case when is_last and length($1) >= 3 then ':*' else '' end)::tsquery)
  order by k.docs desc, k.word limit 1);
end
$$;

create or replace function private.correct_for_customer(word text, is_last boolean, whose uuid) returns text
language sql stable set search_path = '' as $$
  select l.word
  from (
    select d.words from private.search_documents d
    where d.words @@ quote_literal('c:' || whose)::tsquery order by d.created_at desc limit 300
  ) own, unnest(tsvector_to_array(own.words)) l (word)
  where length(l.word) between length($1) - 1 and length($1) + 1 and l.word !~ '[:=]'
    and extensions.levenshtein_less_equal(l.word, $1, 2) <= 2 and private.is_neighbour($1, l.word)
    and not exists (select from private.search_documents d
      where d.words @@ (quote_literal('c:' || whose)::tsquery && private.word_query($1, false, is_last, false, whose)))
  group by 1 order by count(*) desc, 1 limit 1
$$;
comment on function private.correct_for_customer(text, boolean, uuid) is
  'For a word in none of the customer''s tickets the neighbour in most of their newest 300, so that a correction tells them nothing of others.';
drop function private.correct_for_customer(text, uuid);

create or replace function private.correct_query(query text, whose uuid) returns text
language sql stable set search_path = '' as $$
  select case when count(fixed.word) > 0 then string_agg(coalesce(fixed.word, t.typed), ' ' order by t.place) end
  from private.search_terms(query) t left join lateral (
    select case when whose is null then private.correct_for_staff(t.words[1], t.is_last)
      else private.correct_for_customer(t.words[1], t.is_last, whose) end
  ) fixed (word) on not t.is_quoted and cardinality(t.words) = 1 and length(t.words[1]) >= 4 and t.words[1] !~ '\d'
$$;

drop function private.read_query(text, uuid, boolean);
create function private.read_query(query text, whose uuid, as_typed boolean,
  out corrected text, out parts tsquery[], out wanted tsquery, out marks tsquery)
language plpgsql stable security definer set search_path = '' as $$
declare
  fixed tsquery[];
begin
  corrected := case when not coalesce(as_typed, false) then private.correct_query(query, whose) end;
  parts := private.search_query(query, whose);
  fixed := private.search_query(corrected, whose);
  -- What was typed is found all the same.
  wanted := (select private.any_of(either.wanted) from (
    select private.all_of(p) from unnest(parts) p union all select private.all_of(p) from unnest(fixed) p) either (wanted));
  parts := parts || fixed;
  marks := (select private.any_of(p) from unnest(parts) p);
end
$$;
comment on function private.read_query(text, uuid, boolean) is
  'What a query asks for: as corrected (null: nothing to correct), term by term, as a whole, and what to mark in texts.';

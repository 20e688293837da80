-- Corrections of misspelt words, with nothing but what the caller may read.

-- A word that is misspelt becomes its most frequent neighbour. A rare word loses its typos to more frequent neighbours.
-- A missing letter and a swap point at one of few words; a wrong or an additional letter, which people type about as
-- often, at one of 25 times as many. A known word is replaced only by a word ten times as frequent: with the
-- frequencies of 74,000 English words, one in fifteen of those in at least 5 of a million tickets is still corrected
-- (with twice, one in seven). Letters typed twice or once, and vowels taken for each other, are common among misspelt
-- words, so they count for more than any other wrong letter.
create function private.typo_weight(typed text, word text) returns integer
language sql immutable set search_path = '' as $$
  select case
    when extensions.levenshtein_less_equal(typed, word, 1) = 1 then case
      when length(word) > length(typed) or regexp_replace(typed, '(.)\1', '\1', 'g') = regexp_replace(word,
        '(.)\1', '\1', 'g') then 20
      when length(word) = length(typed) and translate(typed, 'aeiouy', 'aaaaaa') = translate(word, 'aeiouy', 'aaaaaa')
        then 4
      else 1 end
    when typed <> word and length(typed) = length(word) and exists (
      select from generate_series(1, length(typed) - 1) i
        where word = overlay(typed placing reverse(substr(typed, i, 2)) from i for 2)) then 20
    else 0 end
$$;
comment on function private.typo_weight(text, text) is
  'How likely typed is meant to be word: 20 when it lacks a letter, has one doubled or two neighbours swapped, 4 with '
  'another vowel, 1 with another letter or one more, 0 otherwise.';

create function private.correct_for_staff(word text, is_last boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  -- One edit leaves the first half of a word as it is, or the second half without its first letter.
  head constant text := left(word, length(word) / 2);
  tail constant text := left(reverse(word), (length(word) - 1) / 2);
begin
  -- What begins with the word counts as the word while it is being typed.
  return (with known as materialized (
    select coalesce(max(k.docs), 0) as docs from private.search_words k
    where k.word = $1 or is_last and k.word >= $1 and k.word < $1 || U&'\FFFF'
  ), near as materialized (
    select n.word, private.typo_weight($1, n.word) as weight from (
      -- From the indexes alone.
      select k.word from private.search_words k where k.word >= head and k.word < head || U&'\FFFF'
        and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
      union
      select k.word from private.search_words k
        where length(k.word) = any (array[length($1) - 1, length($1), length($1) + 1])
        and reverse(k.word) >= tail and reverse(k.word) < tail || U&'\FFFF'
          and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
    ) n
  )
  select k.word from near n join private.search_words k on k.word = n.word
  -- Ten times as frequent as the word with one of the common errors, two hundred times with a rare one. A word that
  -- stands nowhere becomes one of a single ticket, too.
  where n.weight > 0 and k.docs * n.weight > 200 * (select docs from known)
    -- Not the name or address of a person.
    and not exists (select from public.profiles p where private.word_vector(p.name || ' ' || p.email)
      @@ (quote_literal($1) || case when is_last and length($1) >= 3 then ':*' else '' end)::tsquery)
  order by k.docs * n.weight desc, k.word limit 1);
end
$$;
comment on function private.correct_for_staff(text, boolean) is
  'The likeliest neighbour, which is far more frequent than the word; null when the word seems right.';

create function private.correct_for_customer(word text, is_last boolean, whose uuid) returns text
language sql stable set search_path = '' as $$
  select l.word
  -- Not sorted here: that would read all documents of the customer.
  from private.newest_documents(quote_literal('c:' || whose)::tsquery, whose, 300, null, null, false) own,
    unnest(tsvector_to_array(own.words)) l (word)
  where length(l.word) between length($1) - 1 and length($1) + 1 and l.word !~ '[:=]'
    and extensions.levenshtein_less_equal(l.word, $1, 2) <= 2 and private.typo_weight($1, l.word) > 0
    and not exists (select from private.newest_documents(
      quote_literal('c:' || whose)::tsquery && private.word_query($1, false, is_last, false, whose), whose, 1, null,
        null, false))
  group by 1 order by count(*) * private.typo_weight($1, l.word) desc, 1 limit 1
$$;
comment on function private.correct_for_customer(text, boolean, uuid) is
  'For a word in none of the customer''s tickets the likeliest neighbour in their newest 300, so that a correction '
  'tells them nothing of others.';

-- Corrections replace the term as it was typed: a word with an accent was looked for without it and not found there.
create function private.correct_query(query text, whose uuid) returns text
language sql stable set search_path = '' as $$
  select case when count(fixed.word) > 0 then string_agg(coalesce(fixed.word, t.typed), ' ' order by t.place) end
  from private.search_terms(query) t left join lateral (
    select case when whose is null then private.correct_for_staff(t.words[1], t.is_last)
      else private.correct_for_customer(t.words[1], t.is_last, whose) end
  ) fixed (word) on not t.is_quoted and cardinality(t.words) = 1 and length(t.words[1]) >= 4 and t.words[1] !~ '\d'
$$;
comment on function private.correct_query(text, uuid) is 'The query with misspelt words corrected; null when none is.';

create function private.read_query(query text, whose uuid, as_typed boolean) returns private.search_question
language plpgsql stable security definer set search_path = '' as $$
declare
  question private.search_question;
  fixed tsquery[];
begin
  question.corrected := case when not coalesce(as_typed, false) then private.correct_query(query, whose) end;
  question.parts := private.search_query(query, whose);
  fixed := private.search_query(question.corrected, whose);
  -- What was typed is found all the same.
  question.wanted := (select private.any_of(either.wanted) from (
    select private.all_of(p) from unnest(question.parts) p union all select private.all_of(p)
      from unnest(fixed) p) either (wanted));
  question.meant := (select private.all_of(p) from unnest(coalesce(fixed, question.parts)) p);
  question.parts := question.parts || fixed;
  question.marks := (select private.any_of(p) from unnest(question.parts) p);
  return question;
end
$$;
comment on function private.read_query(text, uuid,
  boolean) is 'What a query asks for; whose: the customer who asks, null for staff.';

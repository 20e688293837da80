-- A right word of an agent was taken for a misspelt one too often: twice as frequent a neighbour was enough where it has
-- one letter more. With the frequencies of 74,000 English words, one in seven of those in at least 5 of a million tickets
-- was corrected; with ten times it is one in fifteen. Letters typed twice or once, and vowels taken for each other, are
-- common among misspelt words, so they count for more than any other wrong letter.

create or replace function private.typo_weight(typed text, word text) returns integer
language sql immutable set search_path = '' as $$
  select case
    when extensions.levenshtein_less_equal(typed, word, 1) = 1 then case
      when length(word) > length(typed) or regexp_replace(typed, '(.)\1', '\1', 'g') = regexp_replace(word, '(.)\1', '\1', 'g') then 20
      when length(word) = length(typed) and translate(typed, 'aeiouy', 'aaaaaa') = translate(word, 'aeiouy', 'aaaaaa') then 4
      else 1 end
    when typed <> word and length(typed) = length(word) and exists (
      select from generate_series(1, length(typed) - 1) i where word = overlay(typed placing reverse(substr(typed, i, 2)) from i for 2)) then 20
    else 0 end
$$;
comment on function private.typo_weight(text, text) is
  'How likely typed is meant to be word: 20 when it lacks a letter, has one doubled or two neighbours swapped, 4 with another vowel, 1 with another letter or one more, 0 otherwise.';

create or replace function private.correct_for_staff(word text, is_last boolean) returns text
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
      select k.word from private.search_words k where length(k.word) = any (array[length($1) - 1, length($1), length($1) + 1])
        and reverse(k.word) >= tail and reverse(k.word) < tail || U&'\FFFF' and extensions.levenshtein_less_equal(k.word, $1, 2) <= 2
    ) n
  )
  select k.word from near n join private.search_words k on k.word = n.word
  -- Ten times as frequent as the word with one of the common errors, two hundred times with a rare one.
  where n.weight > 0 and k.docs >= 3 and k.docs * n.weight > 200 * (select docs from known)
    -- Not the name or address of a person.
    and not exists (select from public.profiles p where private.word_vector(p.name || ' ' || p.email)
      @@ (quote_literal($1) || case when is_last and length($1) >= 3 then ':*' else '' end)::tsquery)
  order by k.docs * n.weight desc, k.word limit 1);
end
$$;

-- A word needed three tickets before a typo in it was corrected.
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

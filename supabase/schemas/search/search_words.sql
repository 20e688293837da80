-- The words of all documents with their frequencies: staff's searches complete, correct and stem with them. Customers'
-- searches never read them, because the words of others would show through.

create table private.search_words (
  word text collate "C" primary key,
  docs integer not null,
  stem_en text collate "C" not null,
  stem_de text collate "C" not null
) with (fillfactor = 80);
comment on table private.search_words is
  'Words of search_documents. docs: number of documents, to 64 exact but for words that came in two transactions at '
  'once, and then estimated. A customer''s search reads them only where that changes nothing of what it finds: the '
  'words that a beginning stands for.';

create index search_words_stem_en_idx on private.search_words (stem_en);
create index search_words_stem_de_idx on private.search_words (stem_de);
create index search_words_parts_idx on private.search_words using gin (word extensions.gin_trgm_ops);
create index search_words_end_idx on private.search_words (length(word), reverse(word), word);

create function private.stem(word text, language regdictionary) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif((ts_lexize(language, word))[1], ''), word)
$$;
comment on function private.stem(text, regdictionary) is 'The stem of a word; a stop word is its own.';

create function private.learn_words(words text[], counts integer[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  with news as materialized (
    select n.word, n.docs, k.docs as known
    from unnest(words, counts) n (word, docs) left join private.search_words k on k.word = n.word
  ), added as (
    -- In one order, so that concurrent comments with the same new words do not deadlock.
    insert into private.search_words (word, docs, stem_en, stem_de)
    select n.word, n.docs, private.stem(n.word, 'pg_catalog.english_stem'),
      private.stem(n.word, 'pg_catalog.german_stem')
    from news n where n.known is null order by n.word
    on conflict (word) do nothing
  )
  update private.search_words w set docs = w.docs + s.step
  from (
    -- One in 16 counts for 16: common words would be a lock that every comment waits for.
    select k.word, n.docs * case when n.known < 64 then 1 else 16 end as step
    from news n join private.search_words k on k.word = n.word
    where n.known < 64 or random() < 1.0 / 16 order by k.word for no key update of k skip locked
  ) s where w.word = s.word;
end
$$;
comment on function private.learn_words(text[], integer[]) is
  'Adds words and counts the documents that have come to contain them.';

-- Staff find people and tags by a beginning of a word. For one, the index collects all places of all tokens that begin
-- so; for given tokens, it skips the places that cannot match. So a search names the tokens.
create table private.search_names (token text collate "C" primary key);
comment on table private.search_names is
  'The tokens n:, u: and e= of search_documents, and such as were there once. Only searches of staff read them.';

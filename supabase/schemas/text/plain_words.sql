-- Texts as search and sort keys read them: lower case, without accents and signs.

-- In plpgsql, which keeps the plans of a session: for each call of an SQL function within another one they are made
-- anew.
create function private.plain_words(words text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(lower(extensions.unaccent('extensions.unaccent'::regdictionary, words)),
    '[^[:alnum:]]+', ' ', 'g'));
end
$$;
comment on function private.plain_words(text) is
  'Letters and digits in lower case, without accents, separated by spaces. The text search parser would keep e-mail '
  'addresses and hyphenated words whole.';
grant execute on function private.plain_words(text) to authenticated, service_role;

create function private.word_vector(words text) returns tsvector
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Not to_tsvector: its parser splits 02e74f into a number and a letter. Words over 255 letters are no words.
  return (select coalesce(string_agg(w.word || ':' || least(w.at, 16383), ' '), '')::tsvector
    from string_to_table(private.plain_words(words), ' ') with ordinality w (word, at)
    where length(w.word) between 1 and 255);
end
$$;
comment on function private.word_vector(text) is 'The plain words of a text with their positions.';
grant execute on function private.word_vector(text) to authenticated, service_role;

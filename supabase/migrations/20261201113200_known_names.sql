-- Staff find people and tags by a beginning of a word. For one, the index collects all places of all tokens that begin so;
-- between the places of given tokens it leaps. So a search names the tokens.
create table private.search_names (token text collate "C" primary key);
comment on table private.search_names is 'The tokens n:, u: and e= of search_documents, and such as were there once. Only searches of staff read them.';

insert into private.search_names
select token from public.profiles p, unnest(private.person_tokens(p)) token where token ~ '^(n:|e=)'
union
select 'u:' || word from private.known_tags k, string_to_table(private.plain_words(k.name), ' ') word where word <> '';

create or replace function private.index_tickets(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  new_words text[];
  counts integer[];
begin
  -- A concurrent change of the same ticket waits here and then reads what the first one wrote.
  perform from private.search_documents d where d.ticket_id = any (ids) order by d.ticket_id, d.is_internal for update;
  with built as materialized (
    select * from private.build_documents(ids)
  ), gone as (
    delete from private.search_documents d where d.ticket_id = any (ids) and d.is_internal
      and not exists (select from built b where b.ticket_id = d.ticket_id and b.is_internal)
  ), kept as (
    insert into private.search_documents as d select * from built
    on conflict (ticket_id, is_internal) do update set words = excluded.words, created_at = excluded.created_at
    where d.words <> excluded.words or d.created_at <> excluded.created_at
  ), news as (
    select l.word, count(*)::integer as docs
    from built b left join private.search_documents d on d.ticket_id = b.ticket_id and d.is_internal = b.is_internal
    cross join lateral (
      select unnest(tsvector_to_array(b.words)) except select unnest(tsvector_to_array(d.words))) l (word)
    group by 1
  ), names as (
    -- In one order, as words.
    insert into private.search_names select n.word from news n
    where n.word ~ '^(n:|u:|e=)' and not exists (select from private.search_names k where k.token = n.word) order by 1
    on conflict (token) do nothing
  )
  select array_agg(n.word), array_agg(n.docs) into new_words, counts from news n where n.word !~ '[:=]' and length(n.word) >= 2;
  if new_words is not null then
    perform private.learn_words(new_words, counts);
  end if;
end
$$;

create or replace procedure private.rebuild_search()
language plpgsql security definer set search_path = '' set maintenance_work_mem = '256MB' as $$
declare
  ids uuid[];
  last bigint := 0;
  written text := (select pg_get_indexdef(i.indexrelid) from pg_catalog.pg_index i where i.indexrelid = 'private.search_documents_words_idx'::regclass);
begin
  truncate private.search_documents, private.search_words, private.search_names;
  drop index private.search_documents_words_idx;
  loop
    select array_agg(t.id), max(t.number) into ids, last from (
      select k.id, k.number from public.tickets k where k.number > last order by k.number limit 5000) t;
    exit when ids is null;
    insert into private.search_documents select * from private.build_documents(ids);
  end loop;
  execute written;
  with found as materialized (
    select s.word, s.ndoc from ts_stat('select words from private.search_documents') s
  ), names as (
    insert into private.search_names select f.word from found f where f.word ~ '^(n:|u:|e=)'
  )
  insert into private.search_words (word, docs, stem_en, stem_de)
  select f.word, f.ndoc, private.stem(f.word, 'pg_catalog.english_stem'), private.stem(f.word, 'pg_catalog.german_stem')
  from found f where f.word !~ '[:=]' and length(f.word) >= 2;
end
$$;

create or replace function private.beginning(start text, is_listed boolean) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  if not is_listed then
    return quote_literal(start) || ':*';
  end if;
  return (select case when count(*) <= 100 then coalesce(string_agg(quote_literal(k.word), ' | '), quote_literal(start))
      else quote_literal(start) || ':*' end
    from (select w.word from private.search_words w where w.word >= start and w.word < start || U&'\+10FFFF'
      union all select n.token from private.search_names n where n.token >= start and n.token < start || U&'\+10FFFF' limit 101) k);
end
$$;
comment on function private.beginning(text, boolean) is
  'A query for the words, names, tags or addresses that begin so. is_listed: they themselves, if there are at most 100; they find the same.';

create or replace function private.search_query(query text, whose uuid) returns tsquery[]
language sql stable set search_path = '' as $$
  select array_agg(coalesce(term.wanted || term.of_staff, term.wanted) order by term.place)
  from (
    select t.place,
      private.phrase_of(private.word_query(w.word, t.place = 1 and w.at = 1, t.is_last and w.at = cardinality(t.words),
        t.is_quoted or w.at > 1 and w.at < cardinality(t.words), whose) order by w.at) as wanted,
      -- Tokens have no positions: in a phrase they would undo it.
      case when whose is null then private.all_of(case
          when not o.is_open then format('''u:%1$s'' | ''n:%1$s'' | ''e:%1$s''', w.word)
          when length(o.address) < 3 then concat_ws(' | ', private.beginning('u:' || w.word, true), format('''n:%1$s'' | ''e:%1$s''', w.word))
          else concat_ws(' | ', private.beginning('u:' || w.word, true), private.beginning('n:' || w.word, true),
            quote_literal('e:' || w.word), private.beginning('e=' || o.address, true)) end::tsquery) end as of_staff
    from private.search_terms(query) t, unnest(t.words) with ordinality w (word, at),
      lateral (select t.is_last and not t.is_quoted and w.at = cardinality(t.words), array_to_string(t.words, '.')) o (is_open, address)
    group by t.place
  ) term
$$;

-- Several processes build the search documents together, which halves the time on two cores.
alter function private.person_tokens(public.profiles) parallel safe;
alter function private.search_tokens(public.tickets, text[]) parallel safe;
alter function private.build_documents(uuid[]) parallel safe;

-- One value for each ticket, which processes that share a query can compute; a set of rows they could not.
create function private.documents_of(ticket uuid) returns private.search_documents[]
language plpgsql stable parallel safe cost 10000 security definer set search_path = '' as $$
begin
  return array(select d from private.build_documents(array[ticket]) d);
end
$$;
comment on function private.documents_of(uuid) is 'The documents of one ticket.';

create or replace procedure private.rebuild_search()
language plpgsql security definer set search_path = '' set maintenance_work_mem = '256MB' set work_mem = '256MB' as $$
declare
  written text := (select pg_get_indexdef(i.indexrelid) from pg_catalog.pg_index i
    where i.indexrelid = 'private.search_documents_words_idx'::regclass);
begin
  truncate private.search_documents, private.search_words, private.search_names;
  drop index private.search_documents_words_idx;
  -- Documents are most of the work. Several processes share it in a query that makes a table, not in an insert.
  execute 'create temporary table rebuilt as select private.documents_of(t.id) as documents from public.tickets t';
  execute 'insert into private.search_documents
    select d.* from pg_temp.rebuilt r cross join lateral unnest(r.documents) d
    order by d.created_at, d.ticket_id, d.is_internal';
  execute 'drop table pg_temp.rebuilt';
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

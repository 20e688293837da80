-- Triggers keep documents and words up to date.

-- Words of any length: the vocabulary says what a beginning of a word stands for.
create function private.index_documents(ids uuid[]) returns void
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
  select array_agg(n.word), array_agg(n.docs) into new_words, counts from news n where n.word !~ '[:=]'
    and length(n.word) >= 2;
  if new_words is not null then
    perform private.learn_words(new_words, counts);
  end if;
end
$$;
comment on function private.index_documents(uuid[]) is
  'Writes the documents of tickets again and learns their new words.';

-- Documents of merged tickets have the tokens of the one that shows them.
create function private.index_tickets(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  select private.index_documents(array(
    select distinct b.id from unnest(ids) k (id) cross join lateral private.merged_below(k.id) b))
$$;
comment on function private.index_tickets(uuid[]) is
  'Writes the documents of tickets and of those merged into them again.';

create procedure private.rebuild_search()
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
comment on procedure private.rebuild_search() is
  'Builds all documents and words from the tables, after changes that fired no trigger.';

create function private.follow_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.index_tickets(array_agg(n.id)) from written n;
  else
    perform private.index_tickets(array_agg(n.id)) from written n join replaced o on o.id = n.id
    where (n.subject, n.description, n.created_at, private.filter_tokens(n::public.tickets))
      is distinct from (o.subject, o.description, o.created_at, private.filter_tokens(o::public.tickets))
    having count(*) > 0;
  end if;
  return null;
end
$$;
comment on function private.follow_tickets() is 'Keeps the documents of new and changed tickets.';

create function private.follow_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'ticket_tags' then
    perform private.index_tickets(array_agg(distinct c.ticket_id)) from changed c having count(*) > 0;
  else
    -- Words alone, which a ticket shares with none.
    perform private.index_documents(array_agg(distinct c.ticket_id)) from changed c having count(*) > 0;
  end if;
  return null;
end
$$;
comment on function private.follow_parts() is
  'Keeps the documents of tickets whose comments, files or staff tags change.';

create function private.follow_edits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_documents(array_agg(distinct n.ticket_id)) from written n join replaced o on o.id = n.id
  where (n.content, n.is_internal) is distinct from (o.content, o.is_internal)
  having count(*) > 0;
  return null;
end
$$;
comment on function private.follow_edits() is
  'Keeps the documents of tickets whose comments are edited. Names of authors are in none.';

create trigger tickets_search_new after insert on public.tickets
  referencing new table as written for each statement execute function private.follow_tickets();
create trigger tickets_search after update on public.tickets
  referencing old table as replaced new table as written for each statement execute function private.follow_tickets();
create trigger comments_search_new after insert on public.comments
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger comments_search after update on public.comments
  referencing old table as replaced new table as written for each statement execute function private.follow_edits();
create trigger comments_search_left after delete on public.comments
  referencing old table as changed for each statement execute function private.follow_parts();
create trigger attachments_search_new after insert on public.attachments
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger attachments_search_left after delete on public.attachments
  referencing old table as changed for each statement execute function private.follow_parts();
create trigger ticket_tags_search_new after insert on public.ticket_tags
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger ticket_tags_search after update on public.ticket_tags
  referencing new table as changed for each statement execute function private.follow_parts();
create trigger ticket_tags_search_left after delete on public.ticket_tags
  referencing old table as changed for each statement execute function private.follow_parts();

-- A message or file of a ticket changes its own document, not those of the hundreds that may be merged into it.
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

create or replace function private.index_tickets(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  select private.index_documents(array(
    select distinct b.id from unnest(ids) k (id) cross join lateral private.merged_below(k.id) b))
$$;
comment on function private.index_tickets(uuid[]) is
  'Writes the documents of tickets and of those merged into them again.';

create or replace function private.follow_parts() returns trigger
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

create or replace function private.follow_edits() returns trigger
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

create or replace function private.build_documents(ids uuid[]) returns setof private.search_documents
language plpgsql stable parallel safe security definer set search_path = ''
set plan_cache_mode = force_generic_plan as $$
begin
  return query
    with asked as materialized (
      select t.id, case when t.merged_into is null then t.id else private.merge_root(t.id) end as root
      from public.tickets t where t.id = any (ids)
    ), shown as materialized (
      select r.id, r.created_at, private.search_tokens(r, (
        select g.tags from public.ticket_tags g where g.ticket_id = r.id)) as tokens
      from public.tickets r where r.id in (select a.root from asked a)
    )
    select d.id, v.is_internal, d.created_at, d.words || case
      when v.is_internal then setweight(private.word_vector(d.internal_files), 'C')
        || setweight(private.word_vector(d.notes), 'D')
      when d.customer_id is not null then array_to_tsvector(array['c:' || d.customer_id]) else '' end
    from (
      select t.id, t.customer_id, shown.created_at, said.notes, files.internal_files,
        setweight(private.word_vector(t.subject), 'A') || setweight(private.word_vector(t.description), 'B')
          || setweight(private.word_vector(concat_ws(' ', said.public, files.public, array_to_string(t.tags, ' '))),
            'C')
          || array_to_tsvector(shown.tokens
            || array(select token from public.profiles p, unnest(private.person_tokens(p)) token
              where t.merged_into is not null and p.id = t.customer_id)) as words
      from asked a join public.tickets t on t.id = a.id join shown on shown.id = a.root
      cross join lateral (
        select string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where not c.is_internal) as public,
          string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where c.is_internal) as notes
        -- A bound for the document's size; PostgreSQL's is 1 MB. Of each kind, so that notes push out no public
        -- comment.
        from unnest('{false,true}'::boolean[]) kind, lateral (
          select * from public.comments k where k.ticket_id = t.id and k.is_internal = kind order by k.created_at desc
            limit 150) c
      ) said
      cross join lateral (
        select string_agg(a.file_name, ' ') filter (where not coalesce(c.is_internal, false)) as public,
          string_agg(a.file_name, ' ') filter (where c.is_internal) as internal_files
        from public.attachments a left join public.comments c on c.id = a.comment_id where a.ticket_id = t.id
      ) files
      offset 0
    ) d cross join (values (false), (true)) v (is_internal)
    where not v.is_internal or d.notes is not null;
end
$$;
comment on function private.build_documents(uuid[]) is 'The documents of tickets, from their present rows.';

-- Words of a merged ticket find the one that shows it.
drop function private.search_snippet(uuid, tsquery[], boolean);
create or replace function private.build_documents(ids uuid[]) returns setof private.search_documents
language plpgsql stable parallel safe security definer set search_path = ''
set plan_cache_mode = force_generic_plan as $$
begin
  return query select d.id, v.is_internal, d.created_at, d.words || case
      when v.is_internal then setweight(private.word_vector(d.internal_files), 'C')
        || setweight(private.word_vector(d.notes), 'D')
      when d.customer_id is not null then array_to_tsvector(array['c:' || d.customer_id]) else '' end
    from (
      select t.id, t.customer_id, shown.created_at, said.notes, files.internal_files,
        setweight(private.word_vector(t.subject), 'A') || setweight(private.word_vector(t.description), 'B')
          || setweight(private.word_vector(concat_ws(' ', said.public, files.public, array_to_string(t.tags, ' '))),
            'C')
          || array_to_tsvector(private.search_tokens(shown, (select g.tags from public.ticket_tags g
            where g.ticket_id = shown.id))
            || array(select token from public.profiles p, unnest(private.person_tokens(p)) token
              where t.merged_into is not null and p.id = t.customer_id)) as words
      from public.tickets t cross join lateral private.shown_as(t) shown
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
      where t.id = any (ids) offset 0
    ) d cross join (values (false), (true)) v (is_internal)
    where not v.is_internal or d.notes is not null;
end
$$;
comment on function private.build_documents(uuid[]) is 'The documents of tickets, from their present rows.';

create or replace function private.index_tickets(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  new_words text[];
  counts integer[];
begin
  -- Documents of merged tickets have the tokens of the one that shows them.
  ids := array(select distinct b.id from unnest(ids) k (id) cross join lateral private.merged_below(k.id) b);
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
comment on function private.index_tickets(uuid[]) is
  'Writes the documents of tickets again and learns their new words.';

create or replace function private.search_snippet(target uuid, parts tsquery[], whose uuid, out found_in text,
  out found_by text, out snippet text)
language sql stable security definer set search_path = '' as $$
  with described as materialized (
    -- Of each ticket of the thread, the description is from before a merge that the reader came by.
    select t.*, k.since, whose is null as is_staff, d.said,
      case when k.since = '-infinity' then private.hits_in(d.said, parts) else 0 end as hits
    from private.thread_of(target, whose) k join public.tickets t on t.id = k.id
    cross join lateral (
      select case when t.id = target then t.description else concat(t.subject, ' · ', t.description) end as said) d
  ), ticket as (
    select * from described d where d.hits < cardinality(parts)
  )
  select f.kind, f.author, ts_headline('private.search_headline', f.text, (select private.any_of(p)
    from unnest(parts) p),
    U&'StartSel=\E000, StopSel=\E001, MaxWords=24, MinWords=10')
  from (
    select 1 as place, 'description' as kind, null as author, d.said as text, d.created_at, d.hits
      from described d
    union all
    select x.*, private.hits_in(x.text, parts)
    from (
      select 2, 'file', null, a.file_name, a.created_at
      from ticket t join public.attachments a on a.ticket_id = t.id left join public.comments c on c.id = a.comment_id
      where (t.is_staff or not coalesce(c.is_internal, false))
        and coalesce(c.created_at, t.created_at) >= t.since
      union all
      (select 3, case when c.is_internal then 'note' else 'comment' end, c.author_name, left(c.content, 2000),
        c.created_at
      from ticket t join public.comments c on c.ticket_id = t.id
      where (t.is_staff or not c.is_internal) and c.created_at >= t.since order by c.created_at desc limit 150)
      union all
      select 4, 'tag', null, array_to_string(case when t.is_staff then (select g.tags from public.ticket_tags g
        where g.ticket_id = t.id) else t.tags end, ', '), t.created_at
      from ticket t where t.since = '-infinity'
      union all
      select 5, case when p.id = t.customer_id then 'requester' else 'assignee' end, null, p.name || ' · ' || p.email,
        t.created_at
      from ticket t join public.profiles p on p.id in (t.customer_id, t.assigned_to) where t.is_staff
    ) x (place, kind, author, text, created_at)
  ) f where f.hits > 0
  order by f.hits desc, f.place, f.created_at desc limit 1
$$;
comment on function private.search_snippet(uuid, tsquery[], uuid) is
  'Where a ticket matches besides its subject, with U+E000 and U+E001 around the hits: description, file, comment, '
  'note, tag, requester or assignee; the author of a comment or note. Of a customer (whose) what they read.';

create or replace function public.search_tickets(
  filter jsonb default '{}', sort_by text default 'created_at', ascending boolean default false,
    after jsonb default null,
  max_rows integer default 50
) returns table (ticket jsonb, marked_subject text, found_in text, found_by text, snippet text, corrected text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  my_role constant text := private.current_role();
  whose constant uuid := case when my_role = 'customer' then auth.uid() end;
  row_limit constant integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  asked private.ticket_filter;
  question private.search_question;
  ids uuid[];
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  asked := private.read_ticket_filter(filter);
  if asked.text is null and asked.created_from is null and asked.created_until is null then
    return query select to_jsonb(l), null::text, null::text, null::text, null::text, null::text
      from public.list_tickets(filter - '{text,created_from,created_until}'::text[], sort_by, ascending, after,
        max_rows) l;
    return;
  elsif sort_by is null or sort_by not in ('created_at', 'priority', 'relevance') then
    raise exception 'Found tickets can be sorted by relevance, created_at or priority' using detail = 'sort_invalid';
  end if;
  question := private.read_query(asked.text, whose, asked.as_typed);
  ids := private.find_tickets(asked, question, whose, sort_by, coalesce(ascending, false), after, row_limit);
  return query
    select to_jsonb(t), coalesce(ts_headline('private.search_headline', t.subject, question.marks,
        U&'StartSel=\E000, StopSel=\E001, HighlightAll=true'), t.subject),
      s.found_in, s.found_by, s.snippet, question.corrected
    from private.ticket_rows(array(select k::public.tickets from unnest(ids) with ordinality page (id, n)
      join public.tickets k on k.id = page.id
        where whose is null or k.customer_id = whose or private.reads_since(k.id, whose) is not null
        order by page.n),
        whose is null) t
    left join lateral private.search_snippet(t.id, question.parts, whose) s on true
    order by array_position(ids, t.id);
end
$$;
comment on function public.search_tickets(jsonb, text, boolean, jsonb, integer) is
  'Finds tickets by filter.text, each as {ticket: its row, and where it was found}: by words in any order, of '
  'which the last may be incomplete, by a part of subject or description, by number, and without a text by times. '
  'Staff find a part of a word in the most frequent words with it, up to 200; any other text, and all parts for '
  'customers, are found in the newest 2,000 tickets. sort_by: relevance (after: {count}, the number of rows '
  'before), created_at or priority (after: the last row). Without text and times it is list_tickets. Customers '
  'get their own. Hits lie between U+E000 and U+E001; corrected is the query that was searched too, unless '
  'filter.as_typed.';
grant execute on function public.search_tickets(jsonb, text, boolean, jsonb, integer) to authenticated, service_role;

create or replace function private.similar_tickets(whose uuid, given text)
returns table (id uuid, number bigint, subject text, status text, created_at timestamptz)
language plpgsql stable rows 3 security definer set search_path = '' as $$
declare
  -- Documents with the token of the customer's id are theirs.
  hits constant uuid[] := array(select d.ticket_id from private.newest_documents(
    private.search_filters(null, whose) && (private.read_query(given, whose, true)).wanted,
    whose, 20, null, null, false) d);
begin
  -- With execute, the planner knows whether this customer has few tickets.
  return query execute
    'select t.id, t.number, t.subject, t.status, t.created_at
    from (
      -- Bounded, so that the cost does not grow with the number of tickets.
      (select own.id, own.number, own.subject, own.status, own.created_at from public.tickets own
        where own.customer_id = $1 and own.priority_rank >= 0 order by own.created_at desc, own.id desc limit 300)
      union select own.id, own.number, own.subject, own.status, own.created_at from public.tickets own
        where own.id = any ($3) and own.customer_id = $1 and own.priority_rank >= 0
    ) t
    where t.id = any ($3) or extensions.similarity(t.subject, $2) >= 0.3
    order by extensions.similarity(t.subject, $2) desc, t.created_at desc, t.id desc limit 3'
    using whose, given, hits;
end
$$;
comment on function private.similar_tickets(uuid, text) is
  'Tickets of a customer with similar subjects, see find_similar_tickets.';

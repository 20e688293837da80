-- The search that clients call: rights, then a page of found tickets with what its rows show of their hits.
create text search configuration private.search_headline (copy = pg_catalog.simple);
alter text search configuration private.search_headline alter mapping for hword, hword_part, word, asciiword,
  asciihword,
  hword_asciipart, numword, numhword, hword_numpart with extensions.unaccent, pg_catalog.simple;

-- The words of a text are read once for a snippet, not once for each term of the query.
create function private.hits_in(words text, parts tsquery[]) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  vector constant tsvector := private.word_vector(words);
begin
  return (select count(*) from unnest(parts) part where vector @@ part);
end
$$;
comment on function private.hits_in(text, tsquery[]) is 'The number of terms that a text contains.';

create function private.search_snippet(target uuid, parts tsquery[], whose uuid, out found_in text,
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

-- Terms and parts of words are read from the first 200 letters of a query, never from all of its 5 MB.
create function public.search_tickets(
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

-- For callers outside of this portal, which know it by this name and get plain rows.
create function public.search_tickets(query text, max_rows integer default 50) returns setof public.ticket_row
language sql stable set search_path = '' as $$
  select r.* from public.search_tickets(jsonb_strip_nulls(jsonb_build_object('text', left(query, 200))),
      max_rows => max_rows) s,
    jsonb_populate_record(null::public.ticket_row, s.ticket) r
$$;
comment on function public.search_tickets(text, integer) is
  'The newest tickets that a text finds, as rows of a list. Its rights and words are those of search_tickets(filter).';
grant execute on function public.search_tickets(text, integer) to authenticated, service_role;

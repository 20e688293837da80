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

create function private.search_snippet(target uuid, parts tsquery[], is_staff boolean, out found_in text,
  out found_by text, out snippet text)
language sql stable security definer set search_path = '' as $$
  with described as materialized (
    select t.*, private.hits_in(t.description, parts) as hits
    from public.tickets t where t.id = target
  ), ticket as (
    select * from described d where d.hits < cardinality(parts)
  )
  select f.kind, f.author, ts_headline('private.search_headline', f.text, (select private.any_of(p)
    from unnest(parts) p),
    U&'StartSel=\E000, StopSel=\E001, MaxWords=24, MinWords=10')
  from (
    select 1 as place, 'description' as kind, null as author, d.description as text, d.created_at, d.hits
      from described d
    union all
    select x.*, private.hits_in(x.text, parts)
    from (
      select 2, 'file', null, a.file_name, a.created_at
      from ticket t join public.attachments a on a.ticket_id = t.id left join public.comments c on c.id = a.comment_id
      where is_staff or not coalesce(c.is_internal, false)
      union all
      (select 3, case when c.is_internal then 'note' else 'comment' end, c.author_name, left(c.content, 2000),
        c.created_at
      from ticket t join public.comments c on c.ticket_id = t.id
      where is_staff or not c.is_internal order by c.created_at desc limit 150)
      union all
      select 4, 'tag', null, array_to_string(case when is_staff then (select g.tags from public.ticket_tags g
        where g.ticket_id = t.id) else t.tags end, ', '), t.created_at
      from ticket t
      union all
      select 5, case when p.id = t.customer_id then 'requester' else 'assignee' end, null, p.name || ' · ' || p.email,
        t.created_at
      from ticket t join public.profiles p on p.id in (t.customer_id, t.assigned_to) where is_staff
    ) x (place, kind, author, text, created_at)
  ) f where f.hits > 0
  order by f.hits desc, f.place, f.created_at desc limit 1
$$;
comment on function private.search_snippet(uuid, tsquery[], boolean) is
  'Where a ticket matches besides its subject, with U+E000 and U+E001 around the hits: description, file, comment, '
  'note, tag, requester or assignee; the author of a comment or note.';

-- Terms and parts of words are read from the first 200 letters of a query, never from all of its 5 MB.
create function public.search_tickets(
  query text default null, filter_status text default null, filter_priority text default null,
  filter_customer uuid default null, filter_assignee uuid default null, unassigned boolean default false,
  filter_tag text default null, sort_by text default 'created_at', ascending boolean default false,
  max_rows integer default 50, after_rank smallint default null, after_created_at timestamptz default null,
  after_id uuid default null, first_row integer default 0, as_typed boolean default false,
  created_from timestamptz default null, created_until timestamptz default null,
  after_status text default null, after_text text default null, after_number bigint default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean,
  marked_subject text, found_in text, found_by text, snippet text, corrected text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  my_role constant text := private.current_role();
  whose constant uuid := case when my_role = 'customer' then auth.uid() end;
  given record;
  ids uuid[];
begin
  query := left(query, 200);
  -- Longer than any is, and a word of the documents has a limit.
  filter_status := left(filter_status, 100);
  filter_tag := left(filter_tag, 100);
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif btrim(coalesce(query, '')) = '' and created_from is null and created_until is null then
    return query select l.*, null::text, null::text, null::text, null::text, null::text from public.list_tickets(
      case when filter_status is not null then array[filter_status] end, filter_priority, filter_customer,
        filter_assignee,
      unassigned, filter_tag, sort_by, ascending, max_rows, after_rank, after_created_at, after_id, after_status,
        after_text, after_number) l;
    return;
  elsif sort_by is null or sort_by not in ('created_at', 'priority', 'relevance') then
    raise exception 'Found tickets can be sorted by relevance, created_at or priority' using detail = 'sort_invalid';
  end if;
  given := private.read_query(query, whose, as_typed);
  ids := private.find_tickets(query, given.corrected, given.wanted, whose, filter_status, filter_priority,
    filter_customer,
    case when unassigned then '' else filter_assignee::text end, filter_tag, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), first_row, after_rank, after_created_at, after_id, created_from,
      created_until, given.meant);
  return query
    select t.*, coalesce(ts_headline('private.search_headline', t.subject, given.marks,
      U&'StartSel=\E000, StopSel=\E001, HighlightAll=true'), t.subject),
      s.found_in, s.found_by, s.snippet, given.corrected
    from private.ticket_rows(array(select k::public.tickets from unnest(ids) with ordinality page (id, n)
      join public.tickets k on k.id = page.id where k.customer_id = whose or whose is null order by page.n),
        whose is null) t
    left join lateral private.search_snippet(t.id, given.parts, whose is null) s on true
    order by array_position(ids, t.id);
end
$$;
comment on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer, smallint,
  timestamptz, uuid, integer, boolean, timestamptz, timestamptz, text, text, bigint) is
  'Finds tickets by words in any order, of which the last may be incomplete, by a part of subject or description, by '
  'number, and without a query by dates. Staff find a part of a word in the most frequent words with it, up to 200; '
  'any other text, and all parts for customers, are found in the newest 2,000 tickets. filter_status: a status, or '
  'active for the four active ones. Sorted by relevance (paged by first_row), created_at or priority (paged by the '
  'last row). Without a query and dates it is list_tickets; after_created_at is then the sorted time. Customers get '
  'their own. Hits lie between U+E000 and U+E001; corrected is the query that was searched too, unless as_typed.';
grant execute on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid, integer, boolean, timestamptz, timestamptz, text, text, bigint)
  to authenticated, service_role;

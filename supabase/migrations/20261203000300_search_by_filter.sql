-- Searches take a filter, an order and the last row of the previous page.
create type private.search_question as (corrected text, parts tsquery[], wanted tsquery, meant tsquery, marks tsquery);
comment on type private.search_question is
  'What a query asks for: as corrected (null: nothing to correct), term by term, as a whole, what is meant (the '
  'correction, if there is one), and what to mark in texts.';

drop function private.read_query(text, uuid, boolean);
create function private.read_query(query text, whose uuid, as_typed boolean) returns private.search_question
language plpgsql stable security definer set search_path = '' as $$
declare
  question private.search_question;
  fixed tsquery[];
begin
  question.corrected := case when not coalesce(as_typed, false) then private.correct_query(query, whose) end;
  question.parts := private.search_query(query, whose);
  fixed := private.search_query(question.corrected, whose);
  -- What was typed is found all the same.
  question.wanted := (select private.any_of(either.wanted) from (
    select private.all_of(p) from unnest(question.parts) p union all select private.all_of(p)
      from unnest(fixed) p) either (wanted));
  question.meant := (select private.all_of(p) from unnest(coalesce(fixed, question.parts)) p);
  question.parts := question.parts || fixed;
  question.marks := (select private.any_of(p) from unnest(question.parts) p);
  return question;
end
$$;
comment on function private.read_query(text, uuid,
  boolean) is 'What a query asks for; whose: the customer who asks, null for staff.';

drop function private.find_tickets(text, text, tsquery, uuid, text, text, uuid, text, text, text, boolean, integer,
  integer,
  smallint, timestamptz, uuid, timestamptz, timestamptz, tsquery);
create function private.find_tickets(
  filter private.ticket_filter, question private.search_question, whose uuid, sort_by text, ascending boolean,
    after jsonb,
  max_rows integer
) returns uuid[] language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  query constant text := filter.text;
  place constant public.ticket_row := private.read_place(after);
  after_rank constant smallint := private.rank_of(place.priority);
  filters constant tsquery := private.search_filters(filter, whose);
  has_text constant boolean := query is not null;
  by_rank constant boolean := sort_by = 'priority';
  oldest_first constant boolean := ascending and sort_by = 'created_at';
  -- The terms of a query whose words the index finds at once, where that of another would be a beginning.
  narrow constant tsquery := case when question.corrected is null and private.has_many_tickets(whose) then (
    select private.all_of(part) from unnest(private.search_query(query, whose)) part where part::text !~ ':[*]') end;
  given_number constant bigint := (
    select substring(query from format('(?i)^\s*(?:#|%s-)?(\d{1,15})\s*$', w.ticket_prefix))
      from public.workspace_settings w)::bigint;
  hits private.hit[] := '{}';
  others uuid[];
  rank smallint;
  this_rank tsquery;
begin
  if has_text and sort_by = 'relevance' then
    hits := array(select r from private.rank_documents(question.wanted, coalesce(question.meant, question.wanted),
      private.subject_query(coalesce(question.corrected, query)),
      quote_literal('j=' || md5(private.plain_words(query)))::tsquery, coalesce(filters && narrow, filters, narrow),
        whose,
      filter.created_from, filter.created_until) r);
  elsif not has_text or question.wanted is not null then
    -- By priority, rank after rank until the page is full. By date, all at once.
    foreach rank in array case when not by_rank then array[null::smallint] when ascending then '{0,1,2,3,4}'
      else '{4,3,2,1,0}' end loop
      continue when case when ascending then rank < after_rank else rank > after_rank end;
      this_rank := quote_literal('p:' || rank)::tsquery;
      hits := hits || array(select (d.ticket_id, null, d.created_at, rank)::private.hit
        from private.newest_documents(question.wanted, whose, 400,
          case when oldest_first then greatest(place.created_at, filter.created_from) else filter.created_from end,
          case when oldest_first or rank <> after_rank then filter.created_until
            else least(place.created_at, filter.created_until) end, oldest_first,
          coalesce(filters && this_rank, this_rank, filters)) d);
      -- A ticket may have two documents.
      exit when cardinality(hits) > 2 * max_rows;
    end loop;
  end if;
  if has_text then
    others := array(select k.id from public.tickets k where k.number = given_number);
    -- Parts of words come last: not where the hits fill all pages.
    if cardinality(hits) < (case when sort_by = 'relevance' then 200 else 400 end) then
      others := others || private.newest_containing(query, whose);
    end if;
    -- Its public document answers for rights, and any of them for filters.
    hits := hits || array(
      select (t.id, case when t.number = given_number then 10 else 0 end, t.created_at, t.priority_rank)::private.hit
      -- Found by id, and only then by time: the plan for any times would walk all tickets in their order.
      from (select k.id, k.number, k.created_at, k.priority_rank from public.tickets k
        where k.id = any (others) offset 0) t
        join private.search_documents d on d.ticket_id = t.id
      where (t.number = given_number or t.id not in (select h.id from unnest(hits) h))
        and coalesce(d.words @@ filters, true)
        and t.created_at between coalesce(filter.created_from, '-infinity') and coalesce(filter.created_until,
          'infinity'));
  end if;
  return array(
    select h.id from (
      select k.id, max(k.score) as score, max(k.created_at) as created_at, max(k.priority_rank) as rank
        from unnest(hits) k group by k.id
    ) h
    where place.created_at is null or sort_by = 'relevance' or case
      when by_rank and h.rank <> after_rank then (h.rank > after_rank) = ascending
      when oldest_first then (h.created_at, h.id) > (place.created_at, place.id)
      else (h.created_at, h.id) < (place.created_at, coalesce(place.id, '00000000-0000-0000-0000-000000000000')) end
    order by case when sort_by = 'relevance' then -h.score end, case when by_rank then h.rank * case when ascending
      then 1 else -1 end end,
      case when oldest_first then h.created_at end, case when oldest_first then h.id end, h.created_at desc, h.id desc
    offset case when sort_by = 'relevance' then greatest(coalesce((after ->> 'count')::integer, 0), 0) else 0 end
    limit max_rows);
end
$$;
comment on function private.find_tickets(private.ticket_filter, private.search_question, uuid, text, boolean, jsonb,
  integer) is
  'Ids of a page of found tickets, in order. whose: the customer who asks, null for staff. after: the last row of '
  'the previous page; for relevance {count}, the number of rows before.';

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
        where own.customer_id = $1 order by own.created_at desc, own.id desc limit 300)
      union select own.id, own.number, own.subject, own.status, own.created_at from public.tickets own
        where own.id = any ($3) and own.customer_id = $1
    ) t
    where t.id = any ($3) or extensions.similarity(t.subject, $2) >= 0.3
    order by extensions.similarity(t.subject, $2) desc, t.created_at desc, t.id desc limit 3'
    using whose, given, hits;
end
$$;

drop function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid, integer, boolean, timestamptz, timestamptz, text, text, bigint);
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
      join public.tickets k on k.id = page.id where k.customer_id = whose or whose is null order by page.n),
        whose is null) t
    left join lateral private.search_snippet(t.id, question.parts, whose is null) s on true
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

drop function private.statuses_of(text);

-- From a query to the ids of a page. The documents answer for all rights and filters; signs and parts of words, which
-- they do not have, are looked for in a bounded number of tickets.
create type private.search_question as (corrected text, parts tsquery[], wanted tsquery, meant tsquery, marks tsquery);
comment on type private.search_question is
  'What a query asks for: as corrected (null: nothing to correct), term by term, as a whole, what is meant (the '
  'correction, if there is one), and what to mark in texts.';

-- Hits carry what they are sorted by, so that only the tickets of the page are read, and not all 400.
create type private.hit as (id uuid, score double precision, created_at timestamptz, priority_rank smallint);
comment on type private.hit is 'A found ticket with what its place in a list depends on.';

-- Results of a correction come before those of the word as typed, which are parts of other words or names for the most
-- part.
create function private.rank_documents(
  wanted tsquery, meant tsquery, subject tsquery, title tsquery, filters tsquery, whose uuid, earliest timestamptz,
    latest timestamptz)
returns setof private.hit language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with newest as materialized (
      select * from private.newest_documents(wanted, whose, 400, earliest, latest, false, filters)
    ), found as (
      select * from newest
      -- Hits in the subject count more than newer ones elsewhere, however many there are. The whole subject has all
      -- words.
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(subject, whose, 100, earliest, latest, false, filters, wanted) d where c.n = 400
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(title, whose, 20, earliest, latest, false, filters) d where c.n = 400
    )
    select d.ticket_id, max(
      case when d.words @@ title then 2 else 0 end + case when d.words @@ subject then 1 else 0 end
      + ts_rank(d.words, meant) * (0.5 + 0.5 * exp(-extract(epoch from now() - d.created_at) / 15552000))),
      max(d.created_at), null::smallint
    -- A document out of line is read once, not for each operator.
    from (select f.ticket_id, f.created_at, f.words || ''::tsvector as words from found f offset 0) d group by 1;
end
$$;
comment on function private.rank_documents(tsquery, tsquery, tsquery, tsquery, tsquery, uuid, timestamptz, timestamptz)
  is
  'The newest matching tickets with scores: the whole subject, words of the subject, then frequency and place of the '
  'words that are meant, weighted by age (half a year halves).';

create function private.newest_containing(query text, whose uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  found uuid[];
begin
  -- With execute, the planner knows whose tickets.
  execute 'select array(select t.id from (select k.id, k.subject, k.description from public.tickets k'
    || coalesce(' where k.customer_id = ' || quote_literal(whose), '')
    || ' order by k.created_at desc, k.id desc limit 2000) t where t.subject || '' '' || t.description ilike $1)'
    into found using '%' || replace(replace(replace(btrim(query), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  return found;
end
$$;
comment on function private.newest_containing(text, uuid) is
  'Of the newest 2,000 tickets, of a customer or of all, those with the text as a part of subject and description.';

create function private.printed_number(query text) returns bigint
language sql stable set search_path = '' as $$
  select substring(query from
    format('(?i)^\s*(?:ticket\s?)?\[?(?:#|%s-)?(\d{1,15})\]?\s*$', w.ticket_prefix))::bigint
  from public.workspace_settings w
$$;
comment on function private.printed_number(text) is
  'The number of a ticket as screens and mails print it: 1042, #1042, TICKET-1042, [#1042], Ticket #1042; null for '
  'other texts.';

-- Tickets with a part of a word are read by their ids: a plan for any times walked all tickets, and 300,000 of them
-- cost 1,500 reads and 35 ms in each search with few hits.
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
  given_number constant bigint := private.printed_number(query);
  hits private.hit[] := '{}';
  others uuid[];
  rank smallint;
  this_rank tsquery;
  merged jsonb;
  unread uuid[];
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
      -- Of a merged ticket, the document has the time of the one that shows it.
      select (t.id, case when t.number = given_number then 10 else 0 end, d.created_at, t.priority_rank)::private.hit
      -- Found by id, and only then by time: the plan for any times would walk all tickets in their order.
      from (select k.id, k.number, k.created_at, k.priority_rank from public.tickets k
        where k.id = any (others) offset 0) t
        join private.search_documents d on d.ticket_id = t.id
      where (t.number = given_number or t.id not in (select h.id from unnest(hits) h))
        and coalesce(d.words @@ filters, true)
        and d.created_at between coalesce(filter.created_from, '-infinity') and coalesce(filter.created_until,
          'infinity'));
  end if;
  -- Merged tickets lead to the one that shows them.
  merged := coalesce((select jsonb_object_agg(t.id, private.merge_root(t.id)) from public.tickets t
    where t.merged_into is not null and t.id = any (array(select h.id from unnest(hits) h))), '{}');
  if filter.unread is not null then
    execute 'select array(select t.id from public.tickets t where t.id = any ($1) and ('
      || private.unread_condition('t') || '))' into unread
      using array(select coalesce((merged ->> k.id::text)::uuid, k.id) from unnest(hits) k);
  end if;
  return array(
    select h.id from (
      select coalesce((merged ->> k.id::text)::uuid, k.id) as id, max(k.score) as score,
        max(k.created_at) as created_at, max(k.priority_rank) as rank
      from unnest(hits) k group by 1
    ) h
    where (filter.snoozed is null
      or filter.snoozed = (h.id in (select z.id from public.tickets z where z.snoozed_until > now())))
    and (filter.unread is null or filter.unread = (h.id = any (unread)))
    and (place.created_at is null or sort_by = 'relevance' or case
      when by_rank and h.rank <> after_rank then (h.rank > after_rank) = ascending
      when oldest_first then (h.created_at, h.id) > (place.created_at, place.id)
      else (h.created_at, h.id) < (place.created_at, coalesce(place.id, '00000000-0000-0000-0000-000000000000')) end)
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

-- A search reads back by the days that it has covered: a newest period that has just begun would take its few hits for
-- those of four days and go on with 64.
create function private.newest_documents(
  wanted tsquery, whose uuid, max_rows integer, earliest timestamptz, latest timestamptz, ascending boolean,
  filters tsquery default null, also tsquery default null)
returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  first timestamptz := greatest(earliest, (select min(t.created_at) from public.tickets t));
  last timestamptz := least(latest, (select max(t.created_at) from public.tickets t));
  all_days constant double precision := extract(epoch from last - first) / 86400;
  direction integer := case when ascending then 1 else -1 end;
  -- Null: all of them. The few of most customers are read at once. 0: the period under way, in which a common word is
  -- in more tickets than are wanted; each of them is a page to read.
  days double precision := case when whose is null or private.has_many_tickets(whose) then 0 end;
  period integer;
  near bigint;
  place double precision;
  -- Days that were read: whole periods, and the part of the nearest one in which there are tickets.
  covered double precision;
  span tsquery;
  owner constant tsquery := quote_literal('c:' || whose)::tsquery;
  -- Places of rows. An array of rows would read the words of each, and most callers need none.
  found tid[];
begin
  if whose is not null then
    filters := coalesce(filters && owner, owner);
    if wanted::text ~ '''[^:='']+'':[*]' then
      -- The index would collect the documents of the whole desk that have a beginning of a word.
      also := coalesce(also && wanted, wanted);
      wanted := null;
    end if;
  end if;
  loop
    -- All periods of 8, 64 or 512 days up to that day, so that their documents are the newest.
    period := case when days <= 128 then 8 when days <= 1024 then 64 when days <= 8192
      or coalesce(wanted, filters) is null then 512 end;
    place := extract(epoch from case when ascending then first else last end) / 86400;
    near := floor(place / period);
    covered := ceil(days / period) * period + case when ascending then (near + 1) * period - place
      else place - near * period end;
    span := (select string_agg(format('''d%s:%s''', period, near + direction * n), ' | ')::tsquery
      from generate_series(0, ceil(days / period)::integer) n);
    found := array(
      select d.ctid from private.search_documents d
      -- Three conditions, between whose hits the index leaps: as one query, rare words would lead it through all times.
      where d.words @@ coalesce(wanted, span, filters) and d.words @@ coalesce(span, filters, wanted)
        and d.words @@ coalesce(filters, span, wanted)
        and case when also is null then true else d.words @@ also end and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows);
    exit when cardinality(found) = max_rows or coalesce(days > all_days, true);
    -- As many days as this density of hits asks for, and half of them again.
    days := ceil(greatest(covered, 0.25) * least(1.5 * max_rows / greatest(cardinality(found), 1), 16));
    if days > all_days and coalesce(wanted, filters) is not null then days := null; end if;
  end loop;
  -- Within a statement's snapshot a row keeps its place.
  return query select d.* from private.search_documents d where d.ctid = any (found);
end
$$;
comment on function private.newest_documents(tsquery, uuid, integer, timestamptz, timestamptz, boolean, tsquery,
  tsquery) is
  'The newest (ascending: oldest) documents that match, or without wanted all, from a span of time. filters: found by '
  'the index beside wanted; also: read in the documents. For a customer (whose) those of their tickets.';

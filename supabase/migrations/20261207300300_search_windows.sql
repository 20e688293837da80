-- Fewer pages at a million tickets. 24 days of a common word were read for its newest 400 hits, and each of the newest tickets
-- with the text was looked up again although it was a hit already. For customers, a beginning of a word made the index collect
-- the documents of everybody, and a correction read all documents of a customer.

create or replace function private.newest_documents(
  wanted tsquery, whose uuid, max_rows integer, earliest timestamptz, latest timestamptz, ascending boolean)
returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  first timestamptz := greatest(earliest, (select min(t.created_at) from public.tickets t));
  last timestamptz := least(latest, (select max(t.created_at) from public.tickets t));
  all_days constant double precision := extract(epoch from last - first) / 86400;
  direction integer := case when ascending then 1 else -1 end;
  -- Null: all of them. The few of most customers are read at once. 0: the period under way, in which a common word is in
  -- more tickets than are wanted; each of them is a page to read.
  days double precision := case when whose is null or exists (select from public.tickets t where t.customer_id = whose offset 999) then 0 end;
  period integer;
  near bigint;
  span tsquery;
  -- Places of rows. An array of rows would read the words of each, and most callers need none.
  found tid[];
begin
  if whose is not null and days is null then
    -- The index would collect all documents with a beginning of a word, of whichever customer.
    return query select d.* from (
        select k.* from private.search_documents k where k.words @@ quote_literal('c:' || whose)::tsquery offset 0) d
      where coalesce(d.words @@ wanted, true) and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows;
    return;
  end if;
  loop
    -- All periods of 8, 64 or 512 days up to that day, so that their documents are the newest.
    period := case when days <= 128 then 8 when days <= 1024 then 64 when days <= 8192 or wanted is null then 512 end;
    near := floor(extract(epoch from case when ascending then first else last end) / 86400 / period);
    span := (select string_agg(format('''d%s:%s''', period, near + direction * n), ' | ')::tsquery
      from generate_series(0, ceil(days / period)::integer) n);
    found := array(
      select d.ctid from private.search_documents d
      where d.words @@ coalesce(wanted && span, wanted, span) and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows);
    exit when cardinality(found) = max_rows or coalesce(days > all_days, true);
    -- As many days as this density of hits asks for, and half of them again.
    days := ceil(greatest(days, 4) * least(1.5 * max_rows / greatest(cardinality(found), 1), 16));
    if days > all_days and wanted is not null then days := null; end if;
  end loop;
  -- Within a statement's snapshot a row keeps its place.
  return query select d.* from private.search_documents d where d.ctid = any (found);
end
$$;

create or replace function private.find_tickets(
  query text, corrected text, wanted tsquery, whose uuid, filter_status text, filter_priority text, filter_customer uuid, holder text, filter_tag text,
  sort_by text, ascending boolean, max_rows integer, first_row integer, after_rank smallint, after_at timestamptz, after_id uuid,
  earliest timestamptz, latest timestamptz, meant tsquery default null
) returns uuid[] language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  filters constant tsquery := private.search_filters(whose, filter_status, filter_priority, filter_customer, holder, filter_tag);
  has_text constant boolean := btrim(coalesce(query, '')) <> '';
  by_rank constant boolean := sort_by = 'priority';
  oldest_first constant boolean := ascending and sort_by = 'created_at';
  matching constant tsquery := case when has_text then coalesce(wanted && filters, wanted) else filters end;
  given_number constant bigint := (
    select substring(query from format('(?i)^\s*(?:#|%s-)?(\d{1,15})\s*$', w.ticket_prefix)) from public.workspace_settings w)::bigint;
  hits private.hit[] := '{}';
  rank smallint;
  this_rank tsquery;
begin
  if has_text and sort_by = 'relevance' then
    hits := array(select r from private.rank_documents(wanted, coalesce(meant, wanted), private.subject_query(coalesce(corrected, query)),
      quote_literal('j=' || md5(private.plain_words(query)))::tsquery, filters, whose, earliest, latest) r);
  elsif not has_text or wanted is not null then
    -- By priority, rank after rank until the page is full. By date, all at once.
    foreach rank in array case when not by_rank then array[null::smallint] when ascending then '{0,1,2,3,4}' else '{4,3,2,1,0}' end loop
      continue when case when ascending then rank < after_rank else rank > after_rank end;
      this_rank := quote_literal('p:' || rank)::tsquery;
      hits := hits || array(select (d.ticket_id, null, d.created_at, rank)::private.hit
        from private.newest_documents(coalesce(matching && this_rank, this_rank, matching), whose, 400,
          case when oldest_first then greatest(after_at, earliest) else earliest end,
          case when oldest_first or rank <> after_rank then latest else least(after_at, latest) end, oldest_first) d);
      -- A ticket may have two documents.
      exit when cardinality(hits) > 2 * max_rows;
    end loop;
  end if;
  if has_text then
    -- Parts of words come last: not where the hits fill all pages. Its public document answers for rights, and any of them for filters.
    hits := hits || array(
      select (t.id, case when t.number = given_number then 10 else 0 end, t.created_at, t.priority_rank)::private.hit
      from public.tickets t join private.search_documents d on d.ticket_id = t.id
      where t.id = any (array(select k.id from public.tickets k where k.number = given_number union all
          select c.id from unnest(case when cardinality(hits) < case when sort_by = 'relevance' then 200 else 400 end
            then private.newest_containing(query, whose) end) c (id) where c.id not in (select h.id from unnest(hits) h)))
        and coalesce(d.words @@ filters, true) and t.created_at between coalesce(earliest, '-infinity') and coalesce(latest, 'infinity'));
  end if;
  return array(
    select h.id from (
      select k.id, max(k.score) as score, max(k.created_at) as created_at, max(k.priority_rank) as rank from unnest(hits) k group by k.id
    ) h
    where after_at is null or sort_by = 'relevance' or case
      when by_rank and h.rank <> after_rank then (h.rank > after_rank) = ascending
      when oldest_first then (h.created_at, h.id) > (after_at, after_id)
      else (h.created_at, h.id) < (after_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000')) end
    order by case when sort_by = 'relevance' then -h.score end, case when by_rank then h.rank * case when ascending then 1 else -1 end end,
      case when oldest_first then h.created_at end, case when oldest_first then h.id end, h.created_at desc, h.id desc
    offset greatest(coalesce(first_row, 0), 0) limit max_rows);
end
$$;

create or replace function private.correct_for_customer(word text, is_last boolean, whose uuid) returns text
language sql stable set search_path = '' as $$
  select l.word
  -- Not sorted here: that would read all documents of the customer.
  from private.newest_documents(quote_literal('c:' || whose)::tsquery, whose, 300, null, null, false) own,
    unnest(tsvector_to_array(own.words)) l (word)
  where length(l.word) between length($1) - 1 and length($1) + 1 and l.word !~ '[:=]'
    and extensions.levenshtein_less_equal(l.word, $1, 2) <= 2 and private.typo_weight($1, l.word) > 0
    and not exists (select from private.newest_documents(
      quote_literal('c:' || whose)::tsquery && private.word_query($1, false, is_last, false, whose), whose, 1, null, null, false))
  group by 1 order by count(*) * private.typo_weight($1, l.word) desc, 1 limit 1
$$;

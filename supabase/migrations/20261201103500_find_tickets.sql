-- From a query to the ids of a page. The documents answer for all rights and filters; signs and parts of words, which they
-- do not have, are looked for in a bounded number of tickets.
create function private.search_filters(whose uuid, filter_status text, filter_priority text, filter_customer uuid, holder text, filter_tag text)
returns tsquery language sql immutable set search_path = '' as $$
  select string_agg('(' || (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | ') from unnest(words) word) || ')', ' & ')::tsquery
  from (values
    (array['c:' || whose]), (array['p:' || private.rank_of(filter_priority)]), (array['o:' || filter_customer]), (array['a:' || holder]),
    (array[case when whose is null then 'u=' else 't=' end || filter_tag]),
    (array(select 's:' || s from unnest(private.statuses_of(filter_status)) s))) token (words)
$$;
comment on function private.search_filters(uuid, text, text, uuid, text, text) is
  'Filters as a query. For a customer it has the token of their id, which only the public documents of their tickets have.';

-- Hits carry what they are sorted by, so that only the tickets of the page are read, and not all 400.
create type private.hit as (id uuid, score double precision, created_at timestamptz, priority_rank smallint);
comment on type private.hit is 'A found ticket with what its place in a list depends on.';

-- Results of a correction come before those of the word as typed, which are parts of other words or names for the most part.
create function private.rank_documents(
  wanted tsquery, meant tsquery, subject tsquery, title tsquery, filters tsquery, whose uuid, earliest timestamptz, latest timestamptz)
returns setof private.hit language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with newest as materialized (
      select * from private.newest_documents(coalesce(wanted && filters, wanted), whose, 400, earliest, latest, false)
    ), found as (
      select * from newest
      -- Hits in the subject count more than newer ones elsewhere, however many there are. The whole subject has all words.
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(wanted && coalesce(subject && filters, subject), whose, 100, earliest, latest, false) d where c.n = 400
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(coalesce(title && filters, title), whose, 20, earliest, latest, false) d where c.n = 400
    )
    select d.ticket_id, max(
      case when d.words @@ title then 2 else 0 end + case when d.words @@ subject then 1 else 0 end
      + ts_rank(d.words, meant) * (0.5 + 0.5 * exp(-extract(epoch from now() - d.created_at) / 15552000))),
      max(d.created_at), null::smallint
    -- A document out of line is read once, not for each operator.
    from (select f.ticket_id, f.created_at, f.words || ''::tsvector as words from found f offset 0) d group by 1;
end
$$;
comment on function private.rank_documents(tsquery, tsquery, tsquery, tsquery, tsquery, uuid, timestamptz, timestamptz) is
  'The newest matching tickets with scores: the whole subject, words of the subject, then frequency and place of the words that are meant, weighted by age (half a year halves).';

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

create function private.find_tickets(
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
comment on function private.find_tickets(text, text, tsquery, uuid, text, text, uuid, text, text, text, boolean, integer, integer, smallint, timestamptz, uuid, timestamptz, timestamptz, tsquery) is
  'Ids of a page of found tickets, in order. meant: what counts for the order, wanted when null; whose: the customer who asks, null for staff; holder: an assignee, empty for unassigned.';

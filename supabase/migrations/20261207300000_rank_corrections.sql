-- Results of a correction come before those of the word as typed, which are parts of other words or names for the most part.

drop function private.read_query(text, uuid, boolean);
create function private.read_query(query text, whose uuid, as_typed boolean,
  out corrected text, out parts tsquery[], out wanted tsquery, out meant tsquery, out marks tsquery)
language plpgsql stable security definer set search_path = '' as $$
declare
  fixed tsquery[];
begin
  corrected := case when not coalesce(as_typed, false) then private.correct_query(query, whose) end;
  parts := private.search_query(query, whose);
  fixed := private.search_query(corrected, whose);
  -- What was typed is found all the same.
  wanted := (select private.any_of(either.wanted) from (
    select private.all_of(p) from unnest(parts) p union all select private.all_of(p) from unnest(fixed) p) either (wanted));
  meant := (select private.all_of(p) from unnest(coalesce(fixed, parts)) p);
  parts := parts || fixed;
  marks := (select private.any_of(p) from unnest(parts) p);
end
$$;
comment on function private.read_query(text, uuid, boolean) is
  'What a query asks for: as corrected (null: nothing to correct), term by term, as a whole, what is meant (the correction, if there is one), and what to mark in texts.';

drop function private.rank_documents(tsquery, tsquery, tsquery, tsquery, uuid, timestamptz, timestamptz);
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

drop function private.find_tickets(text, text, tsquery, uuid, text, text, uuid, text, text, text, boolean, integer, integer, smallint, timestamptz, uuid, timestamptz, timestamptz);
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
    -- Its public document answers for rights, and any of them for filters.
    hits := hits || array(
      select (t.id, case when t.number = given_number then 10 else 0 end, t.created_at, t.priority_rank)::private.hit
      from public.tickets t join private.search_documents d on d.ticket_id = t.id
      where t.id = any (case when cardinality(hits) < 400 then private.newest_containing(query, whose) end
          || array(select k.id from public.tickets k where k.number = given_number))
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

create or replace function public.search_tickets(
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
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text, requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean,
  marked_subject text, found_in text, found_by text, snippet text, corrected text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  my_role constant text := private.current_role();
  whose constant uuid := case when my_role = 'customer' then auth.uid() end;
  given record;
  ids uuid[];
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif btrim(coalesce(query, '')) = '' and created_from is null and created_until is null then
    return query select l.*, null::text, null::text, null::text, null::text, null::text from public.list_tickets(
      case when filter_status is not null then array[filter_status] end, filter_priority, filter_customer, filter_assignee,
      unassigned, filter_tag, sort_by, ascending, max_rows, after_rank, after_created_at, after_id, after_status, after_text, after_number) l;
    return;
  elsif sort_by is null or sort_by not in ('created_at', 'priority', 'relevance') then
    raise exception 'Found tickets can be sorted by relevance, created_at or priority' using detail = 'sort_invalid';
  end if;
  given := private.read_query(query, whose, as_typed);
  ids := private.find_tickets(query, given.corrected, given.wanted, whose, filter_status, filter_priority, filter_customer,
    case when unassigned then '' else filter_assignee::text end, filter_tag, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), first_row, after_rank, after_created_at, after_id, created_from, created_until, given.meant);
  return query
    select t.*, coalesce(ts_headline('private.search_headline', t.subject, given.marks, U&'StartSel=\E000, StopSel=\E001, HighlightAll=true'), t.subject),
      s.found_in, s.found_by, s.snippet, given.corrected
    from private.ticket_rows(array(select k::public.tickets from unnest(ids) with ordinality page (id, n)
      join public.tickets k on k.id = page.id where k.customer_id = whose or whose is null order by page.n), whose is null) t
    left join lateral private.search_snippet(t.id, given.parts, whose is null) s on true
    order by array_position(ids, t.id);
end
$$;

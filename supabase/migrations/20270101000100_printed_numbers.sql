-- The number of a ticket finds it in every form in which it is printed.
create function private.printed_number(query text) returns bigint
language sql stable set search_path = '' as $$
  select substring(query from
    format('(?i)^\s*(?:ticket\s?)?\[?(?:#|%s-)?(\d{1,15})\]?\s*$', w.ticket_prefix))::bigint
  from public.workspace_settings w
$$;
comment on function private.printed_number(text) is
  'The number of a ticket as screens and mails print it: 1042, #1042, TICKET-1042, [#1042], Ticket #1042; null for '
  'other texts.';

create or replace function private.find_tickets(
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
  return array(
    select h.id from (
      select coalesce((merged ->> k.id::text)::uuid, k.id) as id, max(k.score) as score,
        max(k.created_at) as created_at, max(k.priority_rank) as rank
      from unnest(hits) k group by 1
    ) h
    where (filter.snoozed is null
      or filter.snoozed = (h.id in (select z.id from public.tickets z where z.snoozed_until > now())))
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

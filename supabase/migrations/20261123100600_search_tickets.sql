-- From a query to the ids of a page: what it asks for, which documents match, and in which order.

create function private.has_few_tickets(whose uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) between 1 and 1999 from (select from public.tickets t where t.customer_id = whose limit 2000) t
$$;
comment on function private.has_few_tickets(uuid) is 'True for a customer with 1 to 1,999 tickets.';

create function private.newest_documents(
  wanted tsquery, whose uuid, max_rows integer, earliest timestamptz, latest timestamptz, ascending boolean)
returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  first timestamptz := greatest(earliest, (select min(t.created_at) from public.tickets t));
  last timestamptz := least(latest, (select max(t.created_at) from public.tickets t));
  period bigint;
  near bigint;
  step integer := case when ascending then 1 else -1 end;
  span tsquery;
  found private.search_documents[];
begin
  -- Two periods of 8, 64 or 512 days at the near end are complete, so that their documents are the newest; then all. The
  -- few of most customers are read at once.
  foreach period in array case when private.has_few_tickets(whose) then '{0}'::bigint[] else '{8,64,512,0}' end loop
    near := floor(extract(epoch from case when ascending then first else last end) / 86400 / nullif(period, 0));
    span := case when near is not null then format('''d%1$s:%2$s'' | ''d%1$s:%3$s''', period, near, near + step)::tsquery end;
    found := array(
      select d from private.search_documents d
      where d.words @@ coalesce(wanted && span, wanted) and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows);
    exit when cardinality(found) = max_rows;
  end loop;
  return query select * from unnest(found);
end
$$;
comment on function private.newest_documents(tsquery, uuid, integer, timestamptz, timestamptz, boolean) is
  'The newest (ascending: oldest) documents that match, from a span of time.';

create function private.search_filters(whose uuid, filter_status text, filter_priority text, filter_customer uuid, holder text, filter_tag text)
returns tsquery language sql immutable set search_path = '' as $$
  select string_agg('''' || replace(replace(token, '\', '\\'), '''', '''''') || '''', ' & ')::tsquery
  from unnest(array['c:' || whose, 's:' || filter_status, 'p:' || private.rank_of(filter_priority), 'o:' || filter_customer, 'a:' || holder,
    case when whose is null then 'u=' else 't=' end || filter_tag]) token where token is not null
$$;
comment on function private.search_filters(uuid, text, text, uuid, text, text) is
  'Filters as a query. For a customer it has the token of their id, which only the public documents of their tickets have.';

create function private.rank_documents(
  wanted tsquery, subject tsquery, title tsquery, filters tsquery, whose uuid, earliest timestamptz, latest timestamptz)
returns table (ticket_id uuid, score double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  found private.search_documents[] := array(
    select d from private.newest_documents(coalesce(wanted && filters, wanted), whose, 400, earliest, latest, false) d);
begin
  -- Hits in the subject count more than newer ones elsewhere, however many there are.
  if cardinality(found) = 400 then
    subject := wanted && coalesce(subject && filters, subject);
    title := wanted && coalesce(title && filters, title);
    found := found || array(select d from private.newest_documents(subject, whose, 100, earliest, latest, false) d)
      || array(select d from private.newest_documents(title, whose, 20, earliest, latest, false) d);
  end if;
  return query
    select d.ticket_id, max(
      case when d.words @@ title then 2 else 0 end + case when d.words @@ subject then 1 else 0 end
      + ts_rank(d.words, wanted) * (0.5 + 0.5 * exp(-extract(epoch from now() - d.created_at) / 15552000)))
    from unnest(found) d group by 1;
end
$$;
comment on function private.rank_documents(tsquery, tsquery, tsquery, tsquery, uuid, timestamptz, timestamptz) is
  'Scores of the newest matching tickets: the whole subject, words of the subject, then frequency and place of the words, weighted by age (half a year halves).';

create function private.own_tickets_containing(query text, whose uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tickets t
  where t.customer_id = whose and t.subject || ' ' || t.description
    ilike '%' || replace(replace(replace(btrim(query), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by t.created_at desc limit 400
$$;
comment on function private.own_tickets_containing(text, uuid) is 'A customer''s tickets with the text as a part of subject and description.';

create function private.read_query(query text, whose uuid, as_typed boolean, out corrected text, out parts tsquery[], out wanted tsquery)
language plpgsql stable security definer set search_path = '' as $$
begin
  corrected := case when not coalesce(as_typed, false) then private.correct_query(query, whose) end;
  parts := private.search_query(query, whose);
  wanted := private.fold_query(parts);
  -- What was typed is found all the same.
  if corrected is not null then
    wanted := wanted || private.fold_query(private.search_query(corrected, whose));
    parts := parts || private.search_query(corrected, whose);
  end if;
end
$$;
comment on function private.read_query(text, uuid, boolean) is
  'What a query asks for: as corrected (null: nothing to correct), term by term, and as a whole.';

create function private.find_tickets(
  query text, corrected text, wanted tsquery, whose uuid, filter_status text, filter_priority text, filter_customer uuid, holder text, filter_tag text,
  sort_by text, ascending boolean, max_rows integer, first_row integer, after_rank smallint, after_at timestamptz, after_id uuid,
  earliest timestamptz, latest timestamptz
) returns uuid[] language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  filters tsquery := private.search_filters(whose, filter_status, filter_priority, filter_customer, holder, filter_tag);
  hits uuid[];
  scores double precision[];
  rank smallint;
begin
  if sort_by = 'relevance' then
    select array_agg(r.ticket_id), array_agg(r.score) into hits, scores
    from private.rank_documents(wanted, private.subject_query(coalesce(corrected, query)),
      quote_literal('j=' || md5(private.plain_words(query)))::tsquery, filters, whose, earliest, latest) r;
  elsif sort_by = 'created_at' then
    hits := array(select d.ticket_id from private.newest_documents(coalesce(wanted && filters, wanted), whose, 400,
      case when ascending then greatest(after_at, earliest) else earliest end,
      case when ascending then latest else least(after_at, latest) end, ascending) d);
  else
    foreach rank in array case when ascending then '{0,1,2,3,4}'::smallint[] else '{4,3,2,1,0}' end loop
      continue when case when ascending then rank < after_rank else rank > after_rank end;
      hits := hits || array(select d.ticket_id from private.newest_documents(
        wanted && coalesce(filters && quote_literal('p:' || rank)::tsquery, quote_literal('p:' || rank)::tsquery), whose, 400,
        earliest, case when rank = after_rank then least(after_at, latest) else latest end, false) d);
      -- A ticket may have two documents.
      exit when cardinality(hits) > 2 * max_rows;
    end loop;
  end if;
  if whose is not null then
    hits := hits || array(select c from private.own_tickets_containing(query, whose) c);
  end if;
  if query ~* '^\s*(#|ticket-)?\d{1,15}\s*$' then
    hits := array(select t.id from public.tickets t where t.number = regexp_replace(query, '\D', '', 'g')::bigint) || hits;
    scores := case when cardinality(hits) > 0 then array[10::double precision] end || scores;
  end if;
  return array(
    select t.id from (select h.id, max(h.score) as score from unnest(hits, scores) h (id, score) group by 1) h
    join public.tickets t on t.id = h.id
    -- The documents answer for rights and filters; what came here otherwise has to pass them too.
    where (whose is null or t.customer_id = whose) and (filter_status is null or t.status = filter_status)
      and (filter_priority is null or t.priority = filter_priority) and (filter_customer is null or t.customer_id = filter_customer)
      and (holder is null or coalesce(t.assigned_to::text, '') = holder)
      and t.created_at between coalesce(earliest, '-infinity') and coalesce(latest, 'infinity')
      and (filter_tag is null or filter_tag = any (case when whose is null
        then (select g.tags from public.ticket_tags g where g.ticket_id = t.id) else t.tags end))
      and (after_at is null or sort_by = 'relevance' or case
        when sort_by = 'priority' and t.priority_rank <> after_rank then (t.priority_rank > after_rank) = ascending
        when sort_by = 'created_at' and ascending then (t.created_at, t.id) > (after_at, after_id)
        else (t.created_at, t.id) < (after_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000')) end)
    order by case when sort_by = 'relevance' then -coalesce(h.score, 0) end,
      case when sort_by = 'priority' then t.priority_rank * case when ascending then 1 else -1 end end,
      case when sort_by = 'created_at' and ascending then t.created_at end,
      case when sort_by = 'created_at' and ascending then t.id end, t.created_at desc, t.id desc
    offset greatest(coalesce(first_row, 0), 0) limit max_rows);
end
$$;
comment on function private.find_tickets(text, text, tsquery, uuid, text, text, uuid, text, text, text, boolean, integer, integer, smallint, timestamptz, uuid, timestamptz, timestamptz) is
  'Ids of a page of found tickets, in order. whose: the customer who asks, null for staff; holder: an assignee, empty for unassigned.';

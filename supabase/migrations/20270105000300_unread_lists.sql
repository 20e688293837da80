-- Lists, views, counts and searches by what the caller has not read.
alter type private.ticket_filter add attribute unread boolean;
create index tickets_last_message_at_idx on public.tickets (last_message_at);

create function private.unread_condition(of_ticket text) returns text
language sql stable set search_path = '' as $$
  select format($condition$%1$s.last_message_by is distinct from %2$L and %1$s.last_message_at > %3$L
    and not exists (select from private.ticket_reads r
      where r.user_id = %2$L and r.ticket_id = %1$s.id and r.read_at >= %1$s.last_message_at)
    or %1$s.id in (select r.ticket_id from private.ticket_reads r where r.user_id = %2$L and r.is_unread)$condition$,
    of_ticket, auth.uid(), private.read_before(auth.uid()))
$$;
comment on function private.unread_condition(text) is
  'What makes a ticket (under this alias) unread for the caller, as in private.ticket_rows of staff.';

create or replace function private.invalid_filter_field(filter jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(filter) is distinct from 'object' or not private.json_is_bounded(filter, 4000, 2)
    then 'filter'
    else (
      select f.name from jsonb_each(filter) f (name, value), lateral (select f.value #>> '{}') v (text)
      where not coalesce(case
        when f.name = 'status' then private.is_list_of(f.value, private.ticket_statuses() || array['active'])
        when f.name = 'priority' then private.is_list_of(f.value, private.ticket_priorities())
        when f.name in ('unassigned', 'as_typed', 'snoozed', 'unread') then jsonb_typeof(f.value) = 'boolean'
        when jsonb_typeof(f.value) <> 'string' then false
        when f.name = 'text' then true
        when f.name = 'tag' then v.text ~ '\S' and char_length(v.text) <= 100
        when f.name = 'assignee' then v.text = 'me' or pg_input_is_valid(v.text, 'uuid')
        when f.name = 'requester' then pg_input_is_valid(v.text, 'uuid')
        when f.name in ('created_from', 'created_until') then
          v.text ~ '^\d{4}-\d\d-\d\dT' and pg_input_is_valid(v.text, 'timestamptz')
      end, false) order by f.name limit 1) end
$$;
comment on function private.invalid_filter_field(jsonb) is
  'The first field of a filter that is unknown or has a value it cannot have; null for {text?, as_typed?, '
  'status?: [status or active], priority?: [priority], assignee?: id or me, unassigned?, requester?: id, tag?, '
  'created_from?, created_until?, snoozed?, unread?}.';

create or replace function private.read_ticket_filter(filter jsonb) returns private.ticket_filter
language plpgsql stable set search_path = '' as $$
declare
  invalid constant text := private.invalid_filter_field(coalesce(filter, '{}'));
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  result private.ticket_filter;
begin
  if invalid is not null then
    raise exception 'The filter of tickets is not valid: %', left(invalid, 40) using detail = 'filter_invalid',
      hint = left(invalid, 40);
  end if;
  if filter ->> 'assignee' = 'me' then
    filter := filter || jsonb_build_object('assignee', coalesce(auth.uid(), nobody));
  end if;
  result := jsonb_populate_record(null::private.ticket_filter, coalesce(filter, '{}'));
  result.text := case when result.text ~ '\S' then left(result.text, 200) end;
  -- A condition that every ticket meets would cost each of them a comparison.
  result.status := nullif(array(select s from unnest(private.ticket_statuses()) s
    where result.status is null or s = any (result.status)
      or s = any (private.active_statuses()) and 'active' = any (result.status)), private.ticket_statuses());
  result.priority := nullif(array(select p from unnest(private.ticket_priorities()) p
    where result.priority is null or p = any (result.priority)), private.ticket_priorities());
  if result.unassigned then
    result.assignee := null;
  end if;
  -- Of a merged ticket, customers do not notice messages from before.
  if result.unread is not null and not private.can_see_all_tickets() then
    raise exception 'Only staff list unread tickets' using detail = 'filter_invalid', hint = 'unread';
  end if;
  -- Customers do not notice that their ticket is snoozed.
  if result.snoozed is null and filter -> 'status' ? 'active' and private.can_see_all_tickets() then
    result.snoozed := false;
  end if;
  return result;
end
$$;
comment on function private.read_ticket_filter(jsonb) is
  'Reads a filter: active becomes the four active statuses, for staff without snoozed tickets unless snoozed is given, '
  'me the caller, and fields that do not narrow null. Raises filter_invalid with the field as hint.';

create or replace function private.filter_condition(filter private.ticket_filter) returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(' and ' || c.condition, ''), '') from (values
    -- First the statuses that most have: they are compared for each ticket.
    (case when filter.status is not null then format('t.status = any (%L)',
      array(select s from unnest(filter.status) s order by array_position(private.ticket_statuses(), s) desc)) end),
    (case when filter.priority is not null then format('t.priority_rank = any (%L)',
      array(select private.rank_of(p) from unnest(filter.priority) p)) end),
    (case when filter.unassigned then 't.assigned_to is null' end),
    ('t.assigned_to = ' || quote_literal(filter.assignee)),
    ('t.customer_id = ' || quote_literal(filter.requester)),
    -- Of a small source, all tickets are compared: the ids with the tag are read once.
    (case when filter.tag is not null then format(case when filter.of_tickets is null
      then 'exists (select from private.tagged_tickets k where k.tag = %L and k.ticket_id = t.id)'
      else '(t.id in (select k.ticket_id from private.tagged_tickets k where k.tag = %L)) is true' end,
      filter.tag) end),
    ('t.created_at >= ' || quote_literal(filter.created_from)),
    ('t.created_at <= ' || quote_literal(filter.created_until)),
    (case when filter.waiting then 't.waiting_since is not null' end),
    -- Indexes of other filters lack the time: the ids of all snoozed tickets are read once.
    ('(' || case when filter.of_tickets then 't.snoozed_until > now()'
      else 't.id in (select z.id from public.tickets z where z.snoozed_until > now())' end || ') is '
      || case when filter.snoozed then 'true' when not filter.snoozed then 'not true' end),
    (case when filter.unread is not null then format(case when filter.of_tickets then '(%1$s) is %2$s'
      else 'exists (select from public.tickets u where u.id = t.id and (%3$s) is %2$s)' end,
      private.unread_condition('t'), case when filter.unread then 'true' else 'not true' end,
      private.unread_condition('u')) end)) c (condition)
$$;
comment on function private.filter_condition(private.ticket_filter) is
  'A filter as conditions on t, a ticket or its row in tagged_tickets: each begins with " and ". Without the '
  'text, and with the tags of staff. Callers empty the fields that their index has.';

create or replace function private.filter_source(filter private.ticket_filter, staff boolean, out source text,
  out others private.ticket_filter)
language plpgsql stable set search_path = '' as $$
declare
  since constant timestamptz := case when staff and filter.unread then private.read_before(auth.uid()) end;
begin
  others := filter;
  others.of_tickets := filter.tag is null and filter.requester is null;
  -- To those who are new, all but a few tickets count as read: an order would be walked to its end to find the others.
  -- To others, most of what was written lately is unread, and a page is full after a few steps.
  if since > now() - interval '7 days' then
    source := format('(select k.* from public.tickets k where k.last_message_at > %1$L'
      || ' union all select k.* from private.ticket_reads r join public.tickets k on k.id = r.ticket_id'
      || ' where r.user_id = %2$L and r.is_unread and (k.last_message_at > %1$L) is not true offset 0) t where true',
      since, auth.uid());
    others.of_tickets := true;
    return;
  end if;
  -- Customers see tags given at creation.
  if staff and filter.snoozed then
    source := '(select k.* from public.tickets k where k.snoozed_until > now() offset 0) t where true';
    others.snoozed := null;
  elsif staff and filter.tag is not null then
    source := format('(select k.*, k.ticket_id as id from private.tagged_tickets k where k.tag = %L) t where true',
      filter.tag);
    others.tag := null;
  end if;
end
$$;
comment on function private.filter_source(private.ticket_filter, boolean) is
  'The rows of an index that has a field of the filter, as t, and the other fields; source is null without one.';

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

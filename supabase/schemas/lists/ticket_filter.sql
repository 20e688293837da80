-- Filter and orders of tickets. The filter is declared, checked and turned into conditions once: for lists, searches,
-- counts, saved views, the selection of all matches and the export.
create type private.ticket_filter as (
  text text, as_typed boolean, status text[], priority text[], assignee uuid, unassigned boolean, requester uuid,
    tag text,
  created_from timestamptz, created_until timestamptz, waiting boolean,
  snoozed boolean, of_tickets boolean, unread boolean
);
comment on type private.ticket_filter is
  'What private.read_ticket_filter makes of a filter. A null field does not filter. text: words to search for; '
  'as_typed: without corrections. waiting: set by filter_for_order alone. of_tickets: set by '
  'filter_source alone, where conditions are on a ticket itself.';

create function private.is_list_of(value jsonb, allowed text[]) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) > 0
    and not exists (select from jsonb_array_elements(value) e where jsonb_typeof(e) <> 'string'
      or e #>> '{}' <> all (allowed)) end
$$;
comment on function private.is_list_of(jsonb, text[]) is 'True for an array of at least one of the texts.';

create function private.invalid_filter_field(filter jsonb) returns text
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

-- An unknown field is refused: a list without it would have more tickets than were asked for, and all could be
-- selected.
create function private.read_ticket_filter(filter jsonb) returns private.ticket_filter
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

-- The mark of a ticket is read where its last message could be unread: one entry of the primary key's index.
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

create function private.filter_condition(filter private.ticket_filter) returns text
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

-- Where a list reads when an index has all tickets of a field of its filter, so that only its page reads tickets.
create function private.filter_source(filter private.ticket_filter, staff boolean, out source text,
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

grant execute on function private.invalid_filter_field(jsonb), private.is_list_of(jsonb, text[])
  to authenticated, service_role;

-- z: the ticket has a time of snooze; the other letters, and those that are taken, are in the comment on
-- search_documents. No token says which time, and none changes when it passes: find_tickets has it as a condition too,
-- and alone for tickets that are not snoozed.
create function private.filter_tokens(ticket public.tickets) returns text[]
language sql immutable set search_path = '' as $$
  select array['s:' || ticket.status, 'p:' || ticket.priority_rank, 'a:' || coalesce(ticket.assigned_to::text, ''),
    'o:' || ticket.customer_id, case when ticket.snoozed_until is not null then 'z:' end]
$$;
comment on function private.filter_tokens(public.tickets) is
  'The tokens of a ticket''s documents that search_filters asks for, besides tags. The documents follow them.';

create function private.search_filters(filter private.ticket_filter, whose uuid) returns tsquery
language sql immutable set search_path = '' as $$
  select nullif(concat_ws(' & ', string_agg('(' || (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | ') from unnest(words) word)
      || ')', ' & '),
    case when filter.snoozed then '''z:''' end), '')::tsquery
  from (values
    (array['c:' || whose]), (array['o:' || filter.requester]),
    (array(select 's:' || s from unnest(filter.status) s)), (array(select 'p:' || private.rank_of(p)
      from unnest(filter.priority) p)),
    (array['a:' || case when filter.unassigned then '' else filter.assignee::text end]),
    (array[case when whose is null then 'u=' else 't=' end || filter.tag])) token (words)
$$;
comment on function private.search_filters(private.ticket_filter, uuid) is
  'A filter as a query of search_documents, without its text and times. For a customer (whose) it has the token '
  'of their id, which only the public documents of their tickets have.';

create type private.ticket_order as (name text, kind text, field text, sorted_by text, oldest_first boolean);
comment on type private.ticket_order is
  'An order of a list. kind: time, text, or group (the groups in an order of their own, the newest first within each). '
  'field: of a row, where the next page goes on. sorted_by: the column of indexes. oldest_first: when descending.';

create function private.declared_orders() returns setof private.ticket_order
language sql immutable parallel safe set search_path = '' as $$
  values
    ('created_at', 'time', 'created_at', 'created_at', false),
    ('updated_at', 'time', 'updated_at', 'updated_at', false),
    ('waiting', 'time', 'waiting_since', 'waiting_since', true),
    ('snoozed', 'time', 'snoozed_until', 'snoozed_until', true),
    ('priority', 'group', 'priority', 'created_at', false),
    ('status', 'group', 'status', 'created_at', false),
    ('subject', 'text', 'subject', 'subject_key', false),
    ('customer', 'text', 'requester_name', 'requester_key', false),
    ('assignee', 'text', 'assignee_name', 'assignee_key', false)
$$;
comment on function private.declared_orders() is 'The orders of a list, see private.ticket_order.';
grant execute on function private.declared_orders() to authenticated, service_role;

create function private.ticket_orders() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select o.name from private.declared_orders() o)
$$;
comment on function private.ticket_orders() is 'The names of the orders of a list.';
grant execute on function private.ticket_orders() to authenticated, service_role;

create function private.check_order(sort_by text) returns void
language plpgsql immutable set search_path = '' as $$
declare
  names constant text[] := private.ticket_orders();
  last constant integer := cardinality(names);
begin
  if sort_by is null or sort_by <> all (names) then
    raise exception 'Tickets can be sorted by % or %', array_to_string(names[:last - 1], ', '), names[last]
      using detail = 'sort_invalid';
  end if;
end
$$;
comment on function private.check_order(text) is 'Raises sort_invalid for any other order.';

create function private.filter_for_order(filter private.ticket_filter, sort_by text) returns private.ticket_filter
language plpgsql immutable set search_path = '' as $$
begin
  if sort_by = 'waiting' then
    filter.waiting := true;
    filter.status := array(select s from unnest(coalesce(filter.status, private.ticket_statuses())) s
      where s = any (private.active_statuses()));
  elsif sort_by = 'snoozed' then
    filter.snoozed := true;
  end if;
  return filter;
end
$$;
comment on function private.filter_for_order(private.ticket_filter, text) is
  'The filter with what its order leaves out: waiting lists only active tickets that wait, snoozed only '
  'snoozed ones.';

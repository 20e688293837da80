-- Orders of lists are declared once, and what an order leaves out is a field of the filter.
alter type private.ticket_filter add attribute waiting boolean;
comment on type private.ticket_filter is
  'What private.read_ticket_filter makes of a filter. A null field does not filter. text: words to search for; '
  'as_typed: without corrections. waiting: set by filter_for_order alone.';

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
    (case when filter.tag is not null then format(
      'exists (select from private.tagged_tickets k where k.tag = %L and k.ticket_id = t.id)', filter.tag) end),
    ('t.created_at >= ' || quote_literal(filter.created_from)),
    ('t.created_at <= ' || quote_literal(filter.created_until)),
    (case when filter.waiting then 't.waiting_since is not null' end)) c (condition)
$$;
comment on function private.filter_condition(private.ticket_filter) is
  'A filter as conditions on t, a ticket or its row in tagged_tickets: each begins with " and ". Without the '
  'text, and with the tags of staff. Callers empty the fields that their index has.';

-- Where a list reads when an index has all tickets of a field of its filter, so that only its page reads tickets.
create function private.filter_source(filter private.ticket_filter, staff boolean, out source text,
  out others private.ticket_filter)
language plpgsql stable set search_path = '' as $$
begin
  others := filter;
  -- Customers see tags given at creation.
  if staff and filter.tag is not null then
    source := format('(select k.*, k.ticket_id as id from private.tagged_tickets k where k.tag = %L) t where true',
      filter.tag);
    others.tag := null;
  end if;
end
$$;
comment on function private.filter_source(private.ticket_filter, boolean) is
  'The rows of an index that has a field of the filter, as t, and the other fields; source is null without one.';

create function private.filter_tokens(ticket public.tickets) returns text[]
language sql immutable set search_path = '' as $$
  select array['s:' || ticket.status, 'p:' || ticket.priority_rank, 'a:' || coalesce(ticket.assigned_to::text, ''),
    'o:' || ticket.customer_id]
$$;
comment on function private.filter_tokens(public.tickets) is
  'The tokens of a ticket''s documents that search_filters asks for, besides tags. The documents follow them.';

create or replace function private.search_tokens(ticket public.tickets, staff_tags text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  subject constant text := private.plain_words(ticket.subject);
  day constant numeric := extract(epoch from ticket.created_at) / 86400;
begin
  return array_remove(private.filter_tokens(ticket)
    || array['d8:' || floor(day / 8), 'd64:' || floor(day / 64), 'd512:' || floor(day / 512), 'j=' || md5(subject)]
    || string_to_array('j:' || replace(subject, ' ', ' j:'), ' ')
    || array(select 't=' || tag from unnest(ticket.tags) tag)
    || array(select 'u=' || tag from unnest(staff_tags) tag)
    || array(select 'u:' || word from unnest(staff_tags) tag, string_to_table(private.plain_words(tag), ' ') word
      where word <> '')
    || (select array_agg(token) from public.profiles p, unnest(private.person_tokens(p)) token
      where p.id in (ticket.customer_id, ticket.assigned_to)), null);
end
$$;
comment on function private.search_tokens(public.tickets, text[]) is
  'The tokens of a ticket''s documents, see private.search_documents, but c: of the public one.';

create or replace function private.follow_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.index_tickets(array_agg(n.id)) from written n;
  else
    perform private.index_tickets(array_agg(n.id)) from written n join replaced o on o.id = n.id
    where (n.subject, n.description, n.created_at, private.filter_tokens(n::public.tickets))
      is distinct from (o.subject, o.description, o.created_at, private.filter_tokens(o::public.tickets))
    having count(*) > 0;
  end if;
  return null;
end
$$;
comment on function private.follow_tickets() is 'Keeps the documents of new and changed tickets.';

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
    ('priority', 'group', 'priority', 'created_at', false),
    ('status', 'group', 'status', 'created_at', false),
    ('subject', 'text', 'subject', 'subject_key', false),
    ('customer', 'text', 'requester_name', 'requester_key', false),
    ('assignee', 'text', 'assignee_name', 'assignee_key', false)
$$;
comment on function private.declared_orders() is 'The orders of a list, see private.ticket_order.';
grant execute on function private.declared_orders() to authenticated, service_role;

create or replace function private.ticket_orders() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select o.name from private.declared_orders() o)
$$;
comment on function private.ticket_orders() is 'The names of the orders of a list.';

create or replace function private.check_order(sort_by text) returns void
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
  end if;
  return filter;
end
$$;
comment on function private.filter_for_order(private.ticket_filter, text) is
  'The filter with what its order leaves out: waiting lists only active tickets that wait.';

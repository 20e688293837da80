-- Staff put a ticket off until a time.
alter table public.tickets
  add column snoozed_until timestamptz constraint tickets_snoozed_until
    check (snoozed_until between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z');
comment on column public.tickets.snoozed_until is
  'Until then staff do not want to see the ticket; null when it is not snoozed. Screens show it to staff only.';
grant select (snoozed_until), update (snoozed_until) on table public.tickets to authenticated;

-- Lists of snoozed tickets read all of them, which are few, in any order.
create index tickets_snoozed_idx on public.tickets (snoozed_until, id)
  include (status, priority_rank, assigned_to, customer_id, created_at, updated_at, waiting_since, number, subject_key,
    requester_key, assignee_key)
  where snoozed_until is not null;

drop trigger tickets_before_update_3_apply on public.tickets;
create trigger tickets_before_update_3_apply before update of subject, description, status, priority, created_by,
  customer_id, assigned_to, tags, tag_keys, metadata, request_id, first_response_at, resolved_at, closed_at,
  close_reason, snoozed_until on public.tickets for each row
  execute function private.before_ticket_update();

alter type public.ticket_row add attribute snoozed_until timestamptz;
comment on type public.ticket_row is
  'What a list shows of a ticket. desk_tags, snoozed_until: set by staff; null for customers. unread: for the caller, '
  'a message of somebody else after their mark, or marked as unread.';

create or replace function private.ticket_rows(page public.tickets[], staff boolean) returns setof public.ticket_row
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.read_before(me);
begin
  return query
    with asked as materialized (
      select distinct unnest(array[t.created_by, t.customer_id, t.assigned_to, t.last_message_by]) as id
        from unnest(page) t
    ), team as materialized (
      select p.id, p.name, p.email, p.role from public.profiles p
      where p.role <> 'customer' and p.id = any (array(select a.id from asked a order by 1))
    ), people as materialized (
      select m.id, m.name, m.email, m.role from team m
      union all select p.id, p.name, p.email, p.role from asked a join public.profiles p on p.id = a.id
      where a.id not in (select m.id from team m)
    ), desk as materialized (
      select g.ticket_id, g.tags from unnest(page) t join public.ticket_tags g on g.ticket_id = t.id
      where staff and t.tag_keys is not null
    ), marked as materialized (
      select r.ticket_id from private.ticket_reads r where r.user_id = me and r.is_unread
    ), reads as materialized (
      select r.ticket_id, r.read_at from private.ticket_reads r where r.user_id = me and r.ticket_id = any (
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct
          from me order by 1))
    )
    select t.id, t.number, t.subject, t.status, t.priority, t.version, t.created_by, t.customer_id, t.assigned_to,
      t.created_at, t.updated_at, t.closed_at, t.waiting_since,
      creator.name, case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      requester.name, case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      t.last_message_at, author.name,
      case when author.id = requester.id then 'requester' when author.role <> 'customer' then 'staff'
        when author.id is not null then 'other' end,
      t.last_message_preview,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since),
      case when staff then t.snoozed_until end
    from unnest(page) with ordinality t
    left join people creator on creator.id = t.created_by
    left join people assignee on assignee.id = t.assigned_to
    left join people requester on requester.id = coalesce(t.customer_id, t.created_by)
    left join people author on author.id = t.last_message_by
    left join desk on desk.ticket_id = t.id
    left join reads on reads.ticket_id = t.id
    order by t.ordinality;
end
$$;
comment on function private.ticket_rows(public.tickets[], boolean) is
  'The rows of tickets, in their order. Customers get no tags of the desk, and of staff the name only. The caller '
  'has applied the rights.';

create or replace function private.tracked_fields() returns table (name text, history text, undo text)
language sql immutable set search_path = '' as $$
  values
    ('subject', 'public', null),
    ('description', 'no values', null),
    ('status', 'public', 'change'),
    ('priority', 'public', 'change'),
    ('assigned_to', 'public', 'change'),
    ('customer_id', 'public', null),
    ('snoozed_until', 'staff', 'change'),
    -- Both are written by set_ticket_tags: in a ticket, the column has the tags given at creation.
    ('tags', 'staff', 'restored'),
    ('closed_at', null, 'restored'),
    ('resolved_at', null, 'restored'),
    ('close_reason', null, 'restored')
$$;
comment on function private.tracked_fields() is
  'history: null, or who sees the events of the field, which has its name as kind: public, staff, or no values for all '
  'without its values. undo: change when a change of the field can be undone, restored when only an undo of others '
  'restores it.';

alter type private.ticket_filter add attribute snoozed boolean, add attribute of_tickets boolean;
comment on type private.ticket_filter is
  'What private.read_ticket_filter makes of a filter. A null field does not filter. text: words to search for; '
  'as_typed: without corrections. waiting: set by filter_for_order alone. of_tickets: set by '
  'filter_source alone, where conditions are on a ticket itself.';

create or replace function private.invalid_filter_field(filter jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(filter) is distinct from 'object' or not private.json_is_bounded(filter, 4000, 2)
    then 'filter'
    else (
      select f.name from jsonb_each(filter) f (name, value), lateral (select f.value #>> '{}') v (text)
      where not coalesce(case
        when f.name = 'status' then private.is_list_of(f.value, private.ticket_statuses() || array['active'])
        when f.name = 'priority' then private.is_list_of(f.value, private.ticket_priorities())
        when f.name in ('unassigned', 'as_typed', 'snoozed') then jsonb_typeof(f.value) = 'boolean'
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
  'created_from?, created_until?, snoozed?}.';

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
      || case when filter.snoozed then 'true' when not filter.snoozed then 'not true' end)) c (condition)
$$;
comment on function private.filter_condition(private.ticket_filter) is
  'A filter as conditions on t, a ticket or its row in tagged_tickets: each begins with " and ". Without the '
  'text, and with the tags of staff. Callers empty the fields that their index has.';

create or replace function private.filter_source(filter private.ticket_filter, staff boolean, out source text,
  out others private.ticket_filter)
language plpgsql stable set search_path = '' as $$
begin
  others := filter;
  others.of_tickets := filter.tag is null and filter.requester is null;
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

create or replace function private.filter_tokens(ticket public.tickets) returns text[]
language sql immutable set search_path = '' as $$
  select array['s:' || ticket.status, 'p:' || ticket.priority_rank, 'a:' || coalesce(ticket.assigned_to::text, ''),
    'o:' || ticket.customer_id, case when ticket.snoozed_until is not null then 'z:' end]
$$;
comment on function private.filter_tokens(public.tickets) is
  'The tokens of a ticket''s documents that search_filters asks for, besides tags. The documents follow them.';

create or replace function private.search_filters(filter private.ticket_filter, whose uuid) returns tsquery
language sql immutable set search_path = '' as $$
  select nullif(concat_ws(' & ', string_agg('(' || (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | ') from unnest(words) word)
      || ')', ' & '),
    case when filter.snoozed then '''z:''' when not filter.snoozed then '!''z:''' end), '')::tsquery
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

create or replace function private.declared_orders() returns setof private.ticket_order
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

create or replace function private.filter_for_order(filter private.ticket_filter, sort_by text) returns private.ticket_filter
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

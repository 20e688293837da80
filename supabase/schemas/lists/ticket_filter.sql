-- The filter of tickets, declared, checked and turned into conditions once: for lists, searches, counts, saved views,
-- the selection of all matches and the export.
create type private.ticket_filter as (
  text text, as_typed boolean, status text[], priority text[], assignee uuid, unassigned boolean, requester uuid,
    tag text,
  created_from timestamptz, created_until timestamptz
);
comment on type private.ticket_filter is
  'What private.read_ticket_filter makes of a filter. A null field does not filter. text: words to search for; '
  'as_typed: without corrections.';

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
        when f.name in ('unassigned', 'as_typed') then jsonb_typeof(f.value) = 'boolean'
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
  'created_from?, created_until?}.';

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
  return result;
end
$$;
comment on function private.read_ticket_filter(jsonb) is
  'Reads a filter: active becomes the four active statuses, me the caller, and fields that do not narrow null. '
  'Raises filter_invalid with the field as hint.';

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
    (case when filter.tag is not null then format(
      'exists (select from private.tagged_tickets k where k.tag = %L and k.ticket_id = t.id)', filter.tag) end),
    ('t.created_at >= ' || quote_literal(filter.created_from)),
    ('t.created_at <= ' || quote_literal(filter.created_until))) c (condition)
$$;
comment on function private.filter_condition(private.ticket_filter) is
  'A filter as conditions on t, a ticket or its row in tagged_tickets: each begins with " and ". Without the '
  'text, and with the tags of staff. Callers empty the fields that their index has.';

grant execute on function private.invalid_filter_field(jsonb), private.is_list_of(jsonb, text[])
  to authenticated, service_role;

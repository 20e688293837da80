-- Saved views can have every order of list_tickets.
create or replace function private.is_view_filter(filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 2000 and not exists (
    select from jsonb_each(filter) as field (name, value)
    where jsonb_typeof(value) <> 'string' or not coalesce(case name
      when 'q' then true
      when 'tag' then value #>> '{}' ~ '\S'
      when 'status' then value #>> '{}' = any (private.ticket_statuses())
      when 'priority' then value #>> '{}' = any (private.ticket_priorities())
      when 'assigned' then value #>> '{}' in ('me', 'none') or pg_input_is_valid(value #>> '{}', 'uuid')
      when 'sort' then value #>> '{}' in ('created_at', 'updated_at', 'waiting', 'priority')
      when 'dir' then value #>> '{}' in ('asc', 'desc')
    end, false))
$$;

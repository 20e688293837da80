-- Which columns a list shows, in which order and width.
create function private.is_column_list(columns jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(columns) = 'array' then
    columns @> '[{"id": "subject"}]'
    and jsonb_array_length(columns) = (
      select count(distinct c.entry ->> 'id') from jsonb_array_elements(columns) c (entry)
      where case when jsonb_typeof(c.entry) = 'object' then
        c.entry - '{id,width}'::text[] = '{}'
        and c.entry -> 'id'
          <@ '["status", "priority", "subject", "customer", "created", "waiting", "assignee"]'
        and case jsonb_typeof(c.entry -> 'width') when 'number' then
          (c.entry ->> 'width')::numeric between 40 and 480 and (c.entry ->> 'width')::numeric % 1 = 0
          else not c.entry ? 'width' end
      else false end)
  else false end
$$;
comment on function private.is_column_list(jsonb) is
  'True for the columns of a list: [{id, width?}], each column once, the subject among them, widths of 40 to 480 px.';
grant execute on function private.is_column_list(jsonb) to authenticated, service_role;

create function private.is_column_choice(chosen jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(chosen) = 'object' then
    chosen - '{assigned,unassigned,all}'::text[] = '{}'
    and not exists (select from jsonb_each(chosen) c where not private.is_column_list(c.value))
  else false end
$$;
comment on function private.is_column_choice(jsonb) is
  'True for a person''s columns of the lists that are no views: {assigned?, unassigned?, all?}.';
grant execute on function private.is_column_choice(jsonb) to authenticated, service_role;

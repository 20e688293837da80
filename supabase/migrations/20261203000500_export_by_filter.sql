-- The export has the rows of lists, and takes their filter.
drop function public.export_tickets(date, date, text, timestamptz, uuid, integer);
create function public.export_tickets(
  from_day date, to_day date, time_zone text default 'UTC', filter jsonb default '{}', after jsonb default null,
  max_rows integer default 5000
) returns table (ticket jsonb, first_response_at timestamptz, resolved_at timestamptz, rating smallint)
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant public.ticket_row := private.read_place(after);
  asked private.ticket_filter;
  page public.tickets[];
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  asked := private.list_filter(filter);
  asked.created_from := from_day::timestamp at time zone time_zone;
  asked.created_until := (to_day + 1)::timestamp at time zone time_zone - interval '1 microsecond';
  execute 'select array(select t from public.tickets t where true' || private.filter_condition(asked)
    || case when place.created_at is not null then format(' and (t.created_at, t.id) < (%L, %L)', place.created_at,
        coalesce(place.id, '00000000-0000-0000-0000-000000000000')) else '' end
    || format(' order by t.created_at desc, t.id desc limit %s)', least(greatest(coalesce(max_rows, 5000), 1), 5000))
    into page;
  return query
    select to_jsonb(t), k.first_response_at, k.resolved_at, r.score
    from private.ticket_rows(page, true) t join unnest(page) k on k.id = t.id
    left join public.ticket_ratings r on r.ticket_id = t.id
    order by t.created_at desc, t.id desc;
end
$$;
comment on function public.export_tickets(date, date, text, jsonb, jsonb, integer) is
  'Admins: the tickets of a filter that were created in a range of days, newest first, up to 5000 per page. '
  'after: the last ticket of the previous page.';
grant execute on function public.export_tickets(date, date, text, jsonb, jsonb, integer) to authenticated, service_role;

-- Exports name tickets by their number too. The other columns stay where they are.

drop function public.export_tickets(date, date, text, timestamptz, uuid, integer);
create function public.export_tickets(
  from_day date, to_day date, time_zone text default 'UTC',
  after_created_at timestamptz default null, after_id uuid default null, max_rows integer default 5000
) returns table (
  id uuid, created_at timestamptz, subject text, status text, priority text, tags text, requester text,
  assignee text, first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, rating smallint, number bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  return query
    select page.id, page.created_at, page.subject, page.status, page.priority, array_to_string(g.tags, ', '),
      c.email, a.email, page.first_response_at, page.resolved_at, page.closed_at, r.score, page.number
    from (
      select t.* from public.tickets t
      where t.created_at >= from_day::timestamp at time zone time_zone
        and t.created_at < (to_day + 1)::timestamp at time zone time_zone
        and (after_created_at is null or (t.created_at, t.id)
          < (after_created_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid)))
      order by t.created_at desc, t.id desc
      limit least(greatest(coalesce(max_rows, 5000), 1), 5000)
    ) page
    left join public.ticket_tags g on g.ticket_id = page.id
    left join public.profiles c on c.id = page.customer_id
    left join public.profiles a on a.id = page.assigned_to
    left join public.ticket_ratings r on r.ticket_id = page.id
    order by page.created_at desc, page.id desc;
end
$$;
comment on function public.export_tickets(date, date, text, timestamptz, uuid, integer) is
  'Admins: the tickets created in a range of days, newest first, up to 5000 per page, paged by (created_at, id).';
grant execute on function public.export_tickets(date, date, text, timestamptz, uuid, integer) to authenticated, service_role;

-- What #1212 in a message leads to, for those who may open that ticket.

-- Customers are answered from their own tickets: one row comparison for each number has no other index than that of the
-- requester, so that a ticket of somebody else is not touched and costs what a missing one costs.
create function private.readable_numbers(asked bigint[]) returns setof uuid
language plpgsql stable rows 10 security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if private.can_see_all_tickets() then
    return query select t.id from public.tickets t where t.number = any (asked);
    return;
  end if;
  return query
    with recursive taken_part (id, number, merged_into) as (
      select t.id, t.number, t.merged_into from public.tickets t where t.customer_id = me and t.merged_into is not null
      union
      select t.id, t.number, t.merged_into from taken_part p join public.tickets t on t.id = p.merged_into
    )
    select o.id from unnest(asked) k (number) cross join lateral (
      select t.id, t.customer_id, t.number from public.tickets t
      where (t.customer_id, t.number) >= (me, k.number) order by t.customer_id, t.number limit 1) o
    where o.customer_id = me and o.number = k.number
    union select p.id from taken_part p where p.number = any (asked);
end
$$;
comment on function private.readable_numbers(bigint[]) is
  'Those of the tickets with these numbers that the caller can open: all for staff; for customers their own, and those '
  'that theirs were merged into, see private.reads_since.';

create function public.ticket_references(numbers bigint[])
returns table (number bigint, subject text, status text, merged_into bigint)
language plpgsql stable rows 10 security definer set search_path = '' as $$
declare
  asked constant bigint[] := array(select distinct n from unnest(numbers[1:100]) n limit 100);
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  return query
    select t.number, t.subject, shown.status, case when shown.id <> t.id then shown.number end
    from private.readable_numbers(asked) k (id) join public.tickets t on t.id = k.id
      cross join lateral private.shown_as(t) shown
    order by t.number;
end
$$;
comment on function public.ticket_references(bigint[]) is
  'Of the first 100 numbers those of tickets that the caller can open, as get_ticket_detail does: number, subject, '
  'status, and for a merged ticket the number of the one that shows it, whose status it then is. Nothing tells missing '
  'tickets from those of others.';
grant execute on function public.ticket_references(bigint[]) to authenticated, service_role;

-- Claims a ticket in one statement, so that a race has one winner.
create function public.claim_ticket(ticket_id uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  claimed public.tickets;
  holder uuid;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to assign tickets' using detail = 'agent_required';
  end if;
  update public.tickets t set assigned_to = me, status = 'in_progress'
  where t.id = claim_ticket.ticket_id and t.assigned_to is null
  returning t.* into claimed;
  if found then
    return claimed;
  end if;
  select t.assigned_to into holder from public.tickets t where t.id = claim_ticket.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  elsif holder = me then
    raise sqlstate 'PT409' using message = 'Ticket is already assigned to you', detail = 'ticket_already_yours';
  end if;
  raise sqlstate 'PT409' using
    message = 'Ticket is already assigned to '
      || coalesce((select p.name from public.profiles p where p.id = holder), 'somebody else'),
    detail = 'ticket_already_assigned';
end
$$;
comment on function public.claim_ticket(uuid) is
  'Staff: claim an unassigned ticket and set it to in_progress. HTTP 409 with the assignee''s name when somebody was faster.';

create function public.next_ticket() returns setof public.tickets
language plpgsql rows 1 security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  return query
    with next as (
      select t.id from public.tickets t
      where t.assigned_to is null and t.status = 'open'
      order by t.priority_rank desc, t.created_at, t.id
      limit 1
      for update skip locked
    )
    update public.tickets t set assigned_to = auth.uid(), status = 'in_progress'
    from next where t.id = next.id
    returning t.*;
end
$$;
comment on function public.next_ticket() is
  'Staff: claim the most urgent, then oldest open ticket of the queue. No row when the queue is empty.';

grant execute on function public.claim_ticket(uuid), public.next_ticket() to authenticated, service_role;

-- Snoozed tickets: putting them off until a time or until the customer answers, and waking them when it has come.
create function private.check_snooze(until timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if until <= now() then
    raise exception 'A ticket can only be snoozed until a time to come' using detail = 'snooze_past';
  elsif until > now() + interval '1 year' and until <> 'infinity' then
    raise exception 'A ticket can be snoozed for a year at most' using detail = 'snooze_too_long';
  end if;
end
$$;
comment on function private.check_snooze(timestamptz) is
  'Raises for a time that has passed or is more than a year ahead. infinity is until the customer answers.';
grant execute on function private.check_snooze(timestamptz) to authenticated, service_role;

create function public.snooze_tickets(ticket_ids uuid[], until timestamptz default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select public.bulk_update_tickets(ticket_ids, jsonb_build_object('snoozed_until', until))
$$;
comment on function public.snooze_tickets(uuid[], timestamptz) is
  'Staff: snooze up to 200 tickets until a time within a year or until their customers answer (infinity); without a '
  'time, wake them. Returns what bulk_update_tickets does.';
grant execute on function public.snooze_tickets(uuid[], timestamptz) to authenticated, service_role;

-- Of concurrent calls each takes other tickets, and a ticket that was woken is no longer due: it is notified once. One
-- that takes long, or fails, is no reason for the others to sleep on.
create function public.wake_tickets(max_rows integer default 100) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
declare
  due uuid;
  ticket public.tickets;
  woken integer := 0;
begin
  for due in
    select d.id from public.tickets d where d.snoozed_until <= now()
    order by d.snoozed_until, d.id limit least(greatest(max_rows, 1), 200) for no key update skip locked
  loop
    exit when clock_timestamp() > statement_timestamp() + interval '2 seconds';
    begin
      update public.tickets t set snoozed_until = null where t.id = due returning t.* into ticket;
      if ticket.assigned_to is not null then
        perform private.mark_woken(ticket);
        perform private.add_notification('woken', ticket.assigned_to, ticket);
        perform private.notify('woken', ticket.assigned_to, ticket, '', null, null);
      end if;
      woken := woken + 1;
    exception when others then
      raise warning 'Ticket % was not woken: %', due, sqlerrm;
    end;
  end loop;
  return woken;
end
$$;
comment on function public.wake_tickets(integer) is
  'Service: ends the snooze of tickets whose time has come, the longest due first, marks them as unread for their '
  'assignees and notifies these. Nobody is notified of an unassigned one, which is back in the queue. Returns their '
  'number; after two seconds it leaves the rest to the next call.';
grant execute on function public.wake_tickets(integer) to service_role;

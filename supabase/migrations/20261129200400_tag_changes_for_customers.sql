-- Tags are for staff, but setting them gives the ticket a version and a time that its customer sees: told that it was
-- updated, and not how, the customer's page shows these too.

create or replace function private.note_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select e.ticket_id, t.customer_id, e.kind, case when e.is_internal then 'staff' else 'public' end
  from added e join public.tickets t on t.id = e.ticket_id
  union all
  select e.ticket_id, t.customer_id, 'updated', 'public'
  from added e join public.tickets t on t.id = e.ticket_id where e.kind = 'tags'
  union all
  -- Told to the customer who can no longer see it, too.
  select e.ticket_id, e.from_value::uuid, e.kind, 'public' from added e where e.kind = 'customer_id' and e.from_value is not null;
  if random() < 0.005 then
    perform private.prune_ticket_changes();
  end if;
  return null;
end
$$;

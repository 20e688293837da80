-- Staff see beside their reply whom it does not reach.
create function public.unreached_people(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see who gets mails' using detail = 'agent_required';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', k.address, 'name', k.name, 'reason', k.reason)
      order by k.place, k.address), '[]')
    from (
      with concerned as (
        select p.email as address, p.name, p.preferences from public.tickets t
          join public.profiles p on p.id = t.customer_id
        where t.id = unreached_people.ticket_id and p.email <> ''
        union all
        select c.address, c.name, null from public.ticket_participants c
        where c.ticket_id = unreached_people.ticket_id and c.left_at is null)
      select c.address, c.name, 'undeliverable' as reason, 1 as place from concerned c
      where c.address in (select u.address from public.undeliverable_addresses u)
      union all
      select c.address, c.name, o.reason, 2 from concerned c cross join (values ('reply'), ('status')) o (reason)
      where c.preferences is not null and not private.wants(c.preferences, 'notify', o.reason)
      union all
      select p.address, p.name, 'copy', 3 from public.ticket_participants p
      where p.ticket_id = unreached_people.ticket_id and p.left_at is not null) k);
end
$$;
comment on function public.unreached_people(uuid) is
  'Staff: who of a ticket gets no mails: [{address, name, reason}]. undeliverable: earlier ones came back; reply, '
  'status: the requester wants none about these; copy: they left the copies of the ticket.';
grant execute on function public.unreached_people(uuid) to authenticated, service_role;

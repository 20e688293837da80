-- Tickets are raised by customers, and rated by them: not by staff who are the customer of a ticket.

drop policy tickets_insert_author on public.tickets;
create policy tickets_insert_customer on public.tickets for insert to authenticated
  with check (created_by = (select auth.uid()) and customer_id = (select auth.uid())
    and (select private.current_role()) = 'customer');
drop function private.is_active_profile(uuid);

create or replace function private.can_rate(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.current_role() = 'customer' and exists (
    select from public.tickets t
    where t.id = target and t.customer_id = (select auth.uid()) and t.status in ('solved', 'closed')
      and t.assigned_to is distinct from t.customer_id
  )
$$;
comment on function private.can_rate(uuid) is 'True for the customer of a solved or closed ticket that somebody else worked on.';

-- A client may send closed_at along with what it changes. What is stored follows the status all the same.
grant update (closed_at) on table public.tickets to authenticated;

create or replace function private.stamp_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    -- What a client sends is not kept. A new value of the schema's owner is one that undo puts back.
    if current_user in ('authenticated', 'service_role') or new.closed_at is not distinct from old.closed_at then
      new.closed_at := null;
    end if;
    if new.resolved_at is not distinct from old.resolved_at then new.resolved_at := null; end if;
  end if;
  if new.status = 'closed' then
    new.closed_at := coalesce(new.closed_at, case when tg_op = 'UPDATE' then old.closed_at end, now());
    new.close_reason := nullif(btrim(new.close_reason, E' \t\r\n'), '');
  else
    new.closed_at := null;
    new.close_reason := null;
  end if;
  if new.status in ('solved', 'closed') then
    new.resolved_at := coalesce(new.resolved_at, case when tg_op = 'UPDATE' then old.resolved_at end, new.closed_at, now());
  else
    new.resolved_at := null;
  end if;
  return new;
end
$$;
comment on column public.tickets.closed_at is
  'Set exactly while the status is closed, by the database. A client may send it; what it sends is not kept.';

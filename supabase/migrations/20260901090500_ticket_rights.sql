-- Who may read, open, change and delete a ticket.

alter table public.tickets enable row level security;
revoke all on table public.tickets from public, anon, authenticated;
grant select, delete on table public.tickets to authenticated;
grant insert (subject, description, priority, created_by, customer_id, tags, metadata)
  on table public.tickets to authenticated;
grant update (subject, description, status, priority, assigned_to, tags, metadata)
  on table public.tickets to authenticated;
grant all on table public.tickets to service_role;

create function private.owns_ticket(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.current_role() is not null and exists (
    select from public.tickets t where t.id = target and t.customer_id = (select auth.uid())
  )
$$;
comment on function private.owns_ticket(uuid) is 'True when the active caller is the customer of the ticket.';

create function private.is_active_profile(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = target and p.deactivated_at is null)
$$;
comment on function private.is_active_profile(uuid) is 'True when a ticket may be opened for the given user.';

revoke execute on function private.owns_ticket(uuid), private.is_active_profile(uuid) from public, anon, authenticated;
grant execute on function private.owns_ticket(uuid), private.is_active_profile(uuid) to authenticated, service_role;

create policy tickets_select_own on public.tickets for select to authenticated
  using (customer_id = (select auth.uid()) and (select private.current_role()) is not null);
create policy tickets_select_staff on public.tickets for select to authenticated
  using ((select private.is_staff()));

create policy tickets_insert_own on public.tickets for insert to authenticated
  with check (
    created_by = (select auth.uid()) and customer_id = (select auth.uid())
    and (select private.current_role()) is not null
  );
create policy tickets_insert_staff on public.tickets for insert to authenticated
  with check (
    created_by = (select auth.uid()) and (select private.is_staff())
    and (customer_id is null or private.is_active_profile(customer_id))
  );

-- The policies decide which rows an UPDATE reaches; tickets_guard decides what may change in them and
-- says so aloud, so that a batch with one forbidden row fails as a whole.
create policy tickets_update_own on public.tickets for update to authenticated
  using (customer_id = (select auth.uid()) and (select private.current_role()) is not null)
  with check (customer_id = (select auth.uid()) and (select private.current_role()) is not null);
create policy tickets_update_staff on public.tickets for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

create policy tickets_delete_admin on public.tickets for delete to authenticated
  using ((select private.is_admin()));

create function private.guard_ticket_update() returns trigger
language plpgsql set search_path = '' as $$
declare
  me uuid := auth.uid();
  my_role text;
  only_text boolean;
begin
  -- Functions of this schema run as its owner and apply their own rule.
  if current_user <> 'authenticated' then
    return new;
  end if;
  my_role := private.current_role();
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null
    and (my_role is distinct from 'customer') and not private.is_active_staff(new.assigned_to) then
    raise exception 'A ticket can only be assigned to an agent or admin' using detail = 'assignee_invalid';
  end if;
  if my_role = 'admin' or (my_role = 'agent' and old.assigned_to = me) then
    return new;
  end if;
  if old.customer_id = me and my_role is not null then
    only_text := new.priority = old.priority and new.assigned_to is not distinct from old.assigned_to
      and new.tags is not distinct from old.tags and new.metadata is not distinct from old.metadata;
    if only_text
      and (old.status = 'open' or (new.subject = old.subject and new.description = old.description))
      and (new.status = old.status or new.status = 'closed'
        or (new.status = 'open' and old.status in ('solved', 'closed'))) then
      return new;
    end if;
  end if;
  raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
end
$$;
comment on function private.guard_ticket_update() is
  'Admins change all, agents what is assigned to them, owners their text while open, close and reopen.';
revoke execute on function private.guard_ticket_update() from public, anon, authenticated;

create trigger tickets_guard before update on public.tickets
  for each row execute function private.guard_ticket_update();

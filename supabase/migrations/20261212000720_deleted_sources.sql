-- A copy that a merge made ends with the source, too.
create function private.follow_deleted_source() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  step uuid := old.merged_into;
  shown uuid;
begin
  while step is not null loop
    perform private.refresh_messages(array[step]);
    perform private.set_merge_copies(step);
    shown := step;
    step := (select t.merged_into from public.tickets t where t.id = step);
  end loop;
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select t.id, old.customer_id, 'merge', 'public' from public.tickets t where t.id = shown;
  return null;
end
$$;
comment on function private.follow_deleted_source() is
  'Takes the requester of a deleted merged ticket out of the copies of those that showed it.';

create trigger tickets_after_delete_merged after delete on public.tickets for each row
  when (old.merged_into is not null) execute function private.follow_deleted_source();

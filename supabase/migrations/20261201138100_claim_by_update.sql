-- An update that assigns an unassigned ticket to its caller is a claim, as claim_ticket makes it.
create function private.claim_on_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema run as its owner and choose the status themselves.
  if current_user <> 'authenticated' or not private.can_work_on_tickets() then
    return new;
  end if;
  if old.assigned_to is null then
    if new.status = old.status and old.status = any (private.active_statuses()) then
      new.status := 'in_progress';
    end if;
  -- The columns that a client can change; generated ones are not computed yet.
  elsif (new.subject, new.description, new.status, new.priority, new.assigned_to, new.tags, new.metadata, new.close_reason)
    is not distinct from
    (old.subject, old.description, old.status, old.priority, old.assigned_to, old.tags, old.metadata, old.close_reason) then
    perform private.refuse_assigned(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.claim_on_update() is
  'Moves an active ticket that its caller claims to in_progress, unless the update names another status. HTTP 409 when the caller has the ticket already and nothing else changes.';

-- Sorts before tickets_guard, which judges the row with the new status.
create trigger tickets_claim before update of assigned_to on public.tickets
  for each row when (new.assigned_to = auth.uid())
  execute function private.claim_on_update();

grant execute on function private.refuse_assigned(uuid) to authenticated, service_role;

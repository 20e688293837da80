-- A direct change of the time of a snooze has the bounds of snooze_tickets.
create or replace function private.check_ticket_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    perform private.guard_ticket_update(old, new);
    -- Tags from somebody who cannot change them are ignored.
    if not private.can_triage_ticket(old.assigned_to) then
      new.tags := old.tags;
    end if;
    if new.snoozed_until is distinct from old.snoozed_until then
      perform private.check_snooze(new.snoozed_until);
    end if;
    -- Staff can undo what they change directly; the next step saves it.
    if private.can_work_on_tickets() then
      perform private.start_batch();
    end if;
  end if;
  -- Only undo, which runs as the owner, restores this time.
  new.closed_at := old.closed_at;
  return new;
end
$$;
comment on function private.check_ticket_update() is
  'Judges an update by a client; functions of this schema apply their own rules.';

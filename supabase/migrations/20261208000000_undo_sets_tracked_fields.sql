-- An undo of a change that was made before the update has all columns of the ticket, of which it sets the tracked ones.
create or replace function private.set_fields(target uuid, fields jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  -- Only these: what the release before saved for an undo has all columns, and some are generated.
  columns constant text := (select string_agg(f.name, ', ') from private.tracked_fields() f
    where f.undo is not null and fields ? f.name);
begin
  execute 'update public.tickets t set (' || columns || ') = (select ' || columns
    || ' from jsonb_populate_record(null::public.tickets, $2)) where t.id = $1' using target, fields;
end
$$;
comment on function private.set_fields(uuid, jsonb) is
  'Sets those fields of a ticket that an undo sets or restores, under the rights of the caller.';

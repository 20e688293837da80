-- A ticket that showed thousands of others could be neither opened nor answered: each read all of them.
create or replace function private.merge_ticket(source uuid, target uuid) returns public.tickets
language plpgsql security definer set search_path = '' as $$
declare
  root uuid;
  made public.tickets;
  shown public.tickets;
begin
  loop
    root := private.merge_root(target);
    begin
      -- In one order, and for update: comments are added with a lock on the key, and wait.
      perform from public.tickets t where t.id in (merge_ticket.source, target, root) order by t.id for update;
      exit when private.merge_root(target) is not distinct from root;
      -- Somebody merged the target meanwhile. Leaving the block gives the locks back.
      raise sqlstate 'HD000';
    exception when sqlstate 'HD000' then
      null;
    end;
  end loop;
  select t.* into made from public.tickets t where t.id = merge_ticket.source;
  select t.* into shown from public.tickets t where t.id = root;
  if made.id is null or shown.id is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  elsif root = source then
    raise sqlstate 'PT409' using message = 'A ticket cannot be merged into itself', detail = 'merge_circle';
  end if;
  -- Two people merged at once.
  if private.merge_root(source) = root then
    return shown;
  elsif made.merged_into is not null then
    perform private.refuse_merged(made);
  end if;
  perform private.require_triage(made);
  perform private.require_triage(shown);
  -- Whoever opens the ticket, or writes to it, reads all that is merged into it.
  if (select count(*) from private.merged_below(root)) + (select count(*) from private.merged_below(source)) > 501 then
    raise exception 'At most 500 tickets can be merged into one' using detail = 'merge_limit', hint = '500';
  end if;
  perform private.start_batch();
  update public.tickets t set merged_into = root, merged_at = clock_timestamp() where t.id = merge_ticket.source;
  return shown;
end
$$;
comment on function private.merge_ticket(uuid, uuid) is
  'Merges a ticket into another, or into the one that shows it. Returns that one. Raises unless the caller can change '
  'both, and when it would show more than 500.';

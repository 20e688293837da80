-- What undo puts back is read by the database, not told by the caller, who could tell anything.

drop function private.remember_change(uuid, jsonb, integer);
alter table private.bulk_changes alter column version drop not null;

create function private.keep_for_undo(batch_id uuid, ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  insert into private.bulk_changes (batch_id, ticket_id, actor_id, before, created_at)
  select keep_for_undo.batch_id, t.id, auth.uid(), to_jsonb(t), now() from public.tickets t where t.id = keep_for_undo.ticket_id;
end
$$;
comment on function private.keep_for_undo(uuid, uuid) is 'Staff: keeps a ticket as it is before a bulk update.';

create function private.seal_for_undo(batch_id uuid, ticket_id uuid) returns void
language sql security definer set search_path = '' as $$
  update private.bulk_changes b set version = t.version, created_at = clock_timestamp()
  from public.tickets t
  where b.batch_id = seal_for_undo.batch_id and b.ticket_id = seal_for_undo.ticket_id and t.id = b.ticket_id
    -- Of this transaction: what others have done since is not the caller's to take back.
    and b.actor_id = auth.uid() and b.version is null and b.created_at = now()
$$;
comment on function private.seal_for_undo(uuid, uuid) is 'Notes the version that the bulk update under way has made.';
revoke execute on function private.keep_for_undo(uuid, uuid), private.seal_for_undo(uuid, uuid)
  from public, anon, authenticated;
grant execute on function private.keep_for_undo(uuid, uuid), private.seal_for_undo(uuid, uuid)
  to authenticated, service_role;

create or replace function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid := gen_random_uuid();
  results jsonb := '[]';
  target uuid;
  before public.tickets;
  code text;
  complaint text;
begin
  if not private.is_staff() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  perform private.check_change(change);
  perform private.forget_changes();
  -- In one order: two batches over the same tickets wait for each other instead of locking each other out.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    begin
      select t.* into before from public.tickets t where t.id = target for update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      perform private.keep_for_undo(batch, target);
      -- Taking what nobody has is a claim; so is the attempt to take what an agent has no right to move.
      if change ->> 'assigned_to' = me::text and before.assigned_to is distinct from me
        and (before.assigned_to is null or private.current_role() = 'agent') then
        perform public.claim_ticket(target);
      end if;
      if before.assigned_to is not null or change - 'assigned_to' <> '{}' or change ->> 'assigned_to' is distinct from me::text then
        update public.tickets t set
          status = coalesce(change ->> 'status', t.status),
          priority = coalesce(change ->> 'priority', t.priority),
          assigned_to = case when change ? 'assigned_to' then (change ->> 'assigned_to')::uuid else t.assigned_to end,
          tags = private.change_tags(t.tags, change)
        where t.id = target;
      end if;
      perform private.seal_for_undo(batch, target);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text;
        -- Only codes of this schema's own rules are told; others name rows and constraints.
        if sqlstate <> 'P0001' and sqlstate not like 'PT%' then
          code := 'change_refused';
          complaint := 'The change was refused';
        end if;
    end;
    results := results || jsonb_build_object('id', target, 'ok', code is null, 'code', code, 'message', complaint);
  end loop;
  return jsonb_build_object('batch_id', batch, 'results', results);
end
$$;

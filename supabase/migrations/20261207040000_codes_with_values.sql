-- Screens take their words from tables by code, so what a sentence names is the code's hint: the assignee of a ticket.
-- Refused bytes of files have codes too.
create or replace function private.refuse_assigned(holder uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  name text := (select p.name from public.profiles p where p.id = holder);
begin
  if holder = auth.uid() then
    raise sqlstate 'PT409' using message = 'Ticket is already assigned to you', detail = 'ticket_already_yours';
  end if;
  raise sqlstate 'PT409' using
    message = 'Ticket is already assigned to ' || coalesce(name, 'somebody else'),
    detail = 'ticket_already_assigned', hint = coalesce(name, '');
end
$$;
comment on function private.refuse_assigned(uuid) is
  'Raises HTTP 409 with the name of the ticket''s assignee, also as hint.';

create or replace function public.bulk_update_tickets(ticket_ids uuid[], change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  batch uuid;
  results jsonb := '[]';
  target uuid;
  before public.tickets;
  code text;
  complaint text;
  name text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if coalesce(cardinality(ticket_ids), 0) not between 1 and 200 then
    raise exception 'Between 1 and 200 tickets can be changed at once' using detail = 'bulk_limit';
  end if;
  perform private.check_change(change);
  batch := private.start_batch();
  -- In one order, so that two batches over the same tickets do not deadlock.
  for target in select distinct id from unnest(ticket_ids) id where id is not null order by id loop
    code := null;
    complaint := null;
    name := null;
    before := null;
    begin
      select t.* into before from public.tickets t where t.id = target for no key update;
      if not found then
        raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
      end if;
      if change ? 'take_over' and before.assigned_to is distinct from me then
        perform public.take_over_ticket(target, change ->> 'reason');
      -- Assigning an unassigned ticket to oneself is a claim; so is taking a ticket that the caller cannot reassign.
      elsif change ->> 'assigned_to' = me::text and before.assigned_to is distinct from me
        and (before.assigned_to is null or not private.can_update_ticket(before.assigned_to)) then
        perform public.claim_ticket(target);
      end if;
      update public.tickets t set
        status = coalesce(change ->> 'status', case when t.status = 'open' and t.assigned_to::text is distinct from
          change ->> 'assigned_to' and change ->> 'assigned_to' is not null then 'in_progress' end, t.status),
        priority = coalesce(change ->> 'priority', t.priority),
        assigned_to = case when change ? 'assigned_to' then (change ->> 'assigned_to')::uuid else t.assigned_to end,
        tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), change)
      where t.id = target
        and (change - 'reason' - 'take_over' - 'assigned_to' <> '{}'
          or change ? 'assigned_to' and (change ->> 'assigned_to')::uuid is distinct from t.assigned_to);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, complaint = message_text, name = pg_exception_hint;
        if code = 'ticket_forbidden' and before.assigned_to is not null then
          name := (select p.name from public.profiles p where p.id = before.assigned_to);
          complaint := 'Assigned to ' || coalesce(name, 'a colleague') || '. Take over to change.';
        end if;
        -- Only codes of own rules are returned; others would name rows and constraints.
        if sqlstate <> 'P0001' and sqlstate not like 'PT%' then
          code := 'change_refused';
          complaint := 'The change was refused';
          name := null;
        end if;
    end;
    results := results || jsonb_build_object('id', target, 'number', before.number, 'subject', before.subject,
      'ok', code is null, 'code', code, 'hint', nullif(name, ''), 'message', complaint);
  end loop;
  return jsonb_build_object('batch_id', batch, 'results', results);
end
$$;
comment on function public.bulk_update_tickets(uuid[], jsonb) is
  'Staff: change up to 200 tickets at once: {batch_id, results: [{id, number, subject, ok, code, hint, message}]}; '
  'hint is the value of the code, such as the assignee''s name. A refused ticket does not stop the others.';

create or replace function private.admit_object() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author constant text := coalesce(new.owner_id, new.owner::text);
  ticket constant uuid := private.ticket_of_path(new.name);
begin
  -- Unknown before the bytes are there, and wrong for bytes that were sent without a length.
  if (new.metadata ->> 'size')::bigint > (select b.file_size_limit from storage.buckets b where b.id = new.bucket_id)
    then
    raise exception 'The object exceeded the maximum allowed size' using errcode = '42501', detail = 'object_refused';
  end if;
  -- Other paths are refused by the policy.
  if ticket is null then
    return new;
  end if;
  -- The secret key stores files of mails and restored ones: the version of the bytes is recorded when they come.
  if author is null then
    update private.recorded_paths r set version = new.version where r.path = new.name and r.version is null;
    return new;
  end if;
  -- Serialises one person's uploads to one ticket, so that the count below also holds for concurrent ones.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('uploads ' || ticket || author, 0));
  perform private.lock_file_path(new.name);
  -- The limit counts the author's own files: a limit over all would reveal how many files notes have. Twice the limit
  -- of records leaves room for aborted uploads. A path that was recorded once takes no other bytes; while its bytes
  -- exist, the upload fails as a duplicate, which a retried upload relies on.
  if (
    select count(*) from storage.objects o
    where o.bucket_id = new.bucket_id and o.name like ticket || '/%' and o.name <> new.name
      and coalesce(o.owner_id, o.owner::text) = author
  ) >= 10 or exists (select from private.recorded_paths r where r.path = new.name) and not exists (
    select from storage.objects o where o.bucket_id = new.bucket_id and o.name = new.name
  ) then
    -- In the words of a policy: a stranger must not learn which of the two refused.
    raise exception 'new row violates row-level security policy for table "objects"'
      using errcode = '42501', detail = 'object_refused';
  end if;
  return new;
end
$$;
comment on function private.admit_object() is
  'Refuses files above the bucket''s limit, more than ten of one author on a ticket, and new bytes at a path that was '
  'recorded before.';

create or replace function private.keep_recorded_object() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_file_path(old.name);
  if tg_op = 'DELETE' then
    if exists (select from public.attachments a where a.storage_path = old.name) then
      return null;
    end if;
    return old;
  end if;
  if exists (
    select from private.recorded_paths r
    where r.path = old.name and (new.name <> old.name or new.bucket_id <> old.bucket_id
      or r.version is distinct from new.version)
  ) then
    -- Storage answers 409, as to any second upload of a name.
    raise exception 'The bytes of this path are recorded' using errcode = '23505', detail = 'object_recorded';
  end if;
  return new;
end
$$;
comment on function private.keep_recorded_object() is
  'Refuses other bytes and another name for a recorded file, and leaves it where it is when somebody deletes it.';

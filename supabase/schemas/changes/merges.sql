-- What follows from a merge, and from its end by unmerge_ticket, an undo or the deletion of the target: lines in both
-- histories, people in copy, message columns, the live feed and the audit log. Search documents and figures follow as
-- with any change.
create function private.check_merge(new public.tickets) returns public.tickets
language plpgsql security definer set search_path = '' as $$
begin
  -- An undo restores the edge and its time together.
  new.merged_at := case when new.merged_into is not null then coalesce(new.merged_at, clock_timestamp()) end;
  if private.merge_root(new.merged_into) = new.id then
    raise sqlstate 'PT409' using message = 'A ticket cannot be merged into itself', detail = 'merge_circle';
  end if;
  return new;
end
$$;
comment on function private.check_merge(public.tickets) is
  'Refuses a circle of merges, and sets the time of a merge.';

-- Former staff still lose it, and its time of snooze passes.
create function private.guard_merged(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (new.subject, new.description, new.status, new.priority, new.tags)
      is distinct from (old.subject, old.description, old.status, old.priority, old.tags)
    or new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null then
    perform private.refuse_merged(old);
  end if;
end
$$;
comment on function private.guard_merged(public.tickets, public.tickets) is
  'Refuses changes of a merged ticket: the one that shows it is changed instead.';

create function private.follow_merge(old public.tickets, new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select p.id from public.profiles p where p.id = auth.uid());
  is_merge constant boolean := new.merged_into is not null;
  step uuid;
  since timestamptz := new.merged_at;
  shown uuid;
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  select line.ticket_id, me, line.kind, case when not is_merge then '#' || line.other end,
    case when is_merge then '#' || line.other end, true
  from public.tickets t cross join lateral (
    values (new.id, 'merged_into', t.number), (t.id, 'merge', new.number)) line (ticket_id, kind, other)
  where t.id = coalesce(new.merged_into, old.merged_into);
  perform private.refresh_messages(array[new.id]);
  perform private.set_merge_copies(new.id);
  -- A target that is merged itself keeps its own columns, for the time when it is not.
  step := coalesce(new.merged_into, old.merged_into);
  while step is not null loop
    perform private.refresh_messages(array[step]);
    if is_merge then
      perform private.add_merge_copies(step, new.id, since);
    else
      perform private.set_merge_copies(step);
    end if;
    shown := step;
    select t.merged_into, greatest(since, t.merged_at) into step, since from public.tickets t where t.id = step;
  end loop;
  -- Their pages read it again, or learn that they no longer see it.
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select distinct shown, b.customer_id, 'merge', 'public' from private.merged_below(new.id) b
  where b.customer_id is not null and exists (select from public.tickets t where t.id = shown);
  if not is_merge then
    perform private.recheck_channels(b.customer_id) from private.merged_below(new.id) b where b.customer_id is not null;
  end if;
  perform private.audit(case when is_merge then 'ticket_merged' else 'ticket_unmerged' end, null, new.subject, null,
    jsonb_build_object('number', new.number, 'into', (select t.number from public.tickets t where t.id = shown)));
end
$$;
comment on function private.follow_merge(public.tickets, public.tickets) is
  'The steps after a ticket was merged, or its merge taken back.';

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

-- What follows from a merge, for the source and for its target.
create function private.set_merge_copies(root uuid) returns void
language sql security definer set search_path = '' as $$
  with wanted as materialized (
    select distinct on (k.address) k.* from (
      select lower(p.email) as address, p.name, p.id as person_id, b.since
      from private.merged_below(root) b join public.profiles p on p.id = b.customer_id
      where p.role = 'customer' and p.id in (select private.merged_requesters(root))
      union all
      -- Of the same requester, also those whom staff put in copy.
      select q.address, q.name, q.person_id, b.since
      from private.merged_below(root) b join public.ticket_participants q on q.ticket_id = b.id
      where b.id <> root and q.source = 'staff' and q.left_at is null
        and b.customer_id = (select t.customer_id from public.tickets t where t.id = root)) k
    where k.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(k.address) <= 254
      and not private.was_removed(root, k.address)
    order by k.address, k.since
  ), gone as (
    delete from public.ticket_participants p
    where p.ticket_id = root and p.source = 'merge' and p.address not in (select w.address from wanted w)
  )
  insert into public.ticket_participants (ticket_id, address, name, person_id, created_at, source)
  select root, w.address, left(w.name, 100), w.person_id, w.since, 'merge' from wanted w
  on conflict (ticket_id, address) do nothing
$$;
comment on function private.set_merge_copies(uuid) is
  'Puts the requesters of tickets merged into a ticket in copy there, and takes out those whose merge was taken back.';

create function private.copied_since(mail public.notification_outbox) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select p.created_at from public.ticket_participants p
    where mail.kind = 'copy' and p.ticket_id = mail.ticket_id and p.address = lower(mail.recipient_email)
      and p.source = 'merge'), '-infinity')
$$;
comment on function private.copied_since(public.notification_outbox) is
  'From when on the history of a mail may quote messages: for somebody whom a merge put in copy, from the merge on.';

create function private.waiting_since_of(ticket uuid, own timestamptz, answered_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(own, (
    select min(s.waiting_since) from public.tickets s
    where s.merged_into = ticket and s.status = any (private.active_statuses())
      and (answered_at >= s.merged_at) is not true))
$$;
comment on function private.waiting_since_of(uuid, timestamptz, timestamptz) is
  'Since when a ticket waits, by its own messages or by those of tickets that were merged into it and not answered '
  'since.';

create or replace function private.refresh_messages(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set waiting_since = m.waiting_since, last_message_at = m.last_at, last_message_by = m.last_by,
    last_message_preview = private.preview(m.last_text)
  from (
    select k.id, coalesce(latest.created_at, k.created_at) as last_at,
      coalesce(latest.user_id, k.created_by) as last_by,
      coalesce(latest.content, k.description) as last_text,
      private.waiting_since_of(k.id, case when answer.at is null then k.created_at else (
        select min(c.created_at) from public.comments c
        where c.ticket_id = k.id and c.created_at > answer.at and not c.is_internal) end, answer.at) as waiting_since
    from public.tickets k
    left join lateral (
      select c.created_at, c.user_id, c.content from public.comments c
      where c.ticket_id = k.id and not c.is_internal order by c.created_at desc, c.id desc limit 1) latest on true
    left join lateral (
      select max(c.created_at) as at from public.comments c
      where c.ticket_id = k.id and not c.is_internal
        and private.is_answer(c.user_id, c.author_role, k.customer_id)) answer on true
    where k.id = any (ids)
  ) m
  where t.id = m.id and (t.waiting_since, t.last_message_at, t.last_message_by, t.last_message_preview)
    is distinct from (m.waiting_since, m.last_at, m.last_by, private.preview(m.last_text))
$$;
comment on function private.refresh_messages(uuid[]) is 'Computes the message columns of tickets from their comments.';

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
    perform private.set_merge_copies(step);
    shown := step;
    step := (select t.merged_into from public.tickets t where t.id = step);
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

create or replace function private.before_ticket_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The column's check refuses a longer one.
  if new.subject is distinct from old.subject and octet_length(new.subject) <= 40000 then
    new.subject := private.strip_invisible(new.subject);
  end if;
  if old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to = old.assigned_to then
    new := private.release_on_reopen(new);
  end if;
  if new.merged_into is distinct from old.merged_into then
    new := private.check_merge(new);
  elsif old.merged_into is not null then
    perform private.guard_merged(old, new);
  end if;
  if private.current_batch() is not null
    and exists (select from private.changed_fields(old, new) f where f.undo = 'change') then
    perform private.save_for_undo(old);
  end if;
  if (new.subject, new.customer_id, new.created_by, new.assigned_to)
    is distinct from (old.subject, old.customer_id, old.created_by, old.assigned_to) then
    new := private.set_sort_keys(old, new);
  end if;
  return private.stamp_ticket(old, new);
end
$$;
comment on function private.before_ticket_update() is 'The steps before a ticket is changed, in their order.';

create or replace function private.after_ticket_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null then
    perform private.guard_assignee(new.assigned_to);
  end if;
  if (new.created_at, new.resolved_at, new.first_response_at, new.status, new.assigned_to, new.merged_into)
    is distinct from (old.created_at, old.resolved_at, old.first_response_at, old.status, old.assigned_to,
      old.merged_into) then
    perform private.count_change(old, new);
  end if;
  -- The description is the first message. The columns of a later one stay.
  if new.description is distinct from old.description and new.last_message_at = new.created_at then
    perform private.refresh_messages(array[new.id]);
  end if;
  -- Message columns and sort keys leave the version as it is.
  if new.version <> old.version
    and exists (select from private.changed_fields(old, new) f where f.history is not null) then
    perform private.log_ticket(old, new);
  end if;
  -- Seeds and received mails have no caller, and notify nobody.
  if (new.status, new.assigned_to) is distinct from (old.status, old.assigned_to) and auth.uid() is not null then
    if private.context('notify') is distinct from 'none' then
      perform private.notify_ticket(old, new);
    end if;
    if private.context('notify') is null then
      perform private.notify_ticket_app(old, new);
    end if;
  end if;
  if (new.status, new.priority_rank, new.assigned_to, new.customer_id, new.created_at, new.updated_at,
      new.waiting_since, new.subject_key, new.requester_key, new.assignee_key)
    is distinct from (old.status, old.priority_rank, old.assigned_to, old.customer_id, old.created_at, old.updated_at,
      old.waiting_since, old.subject_key, old.requester_key, old.assignee_key) then
    perform private.follow_tagged_ticket(new);
  end if;
  if new.customer_id is distinct from old.customer_id then
    -- The former requester receives nothing more on the ticket's topic, and other messages count as answers now.
    perform private.recheck_channels(old.customer_id);
    -- Last: it changes the ticket again, whose copies must not be older.
    perform private.refresh_messages(array[new.id]);
    perform private.set_merge_copies(private.merge_root(new.id));
  end if;
  if new.merged_into is distinct from old.merged_into then
    perform private.follow_merge(old, new);
  end if;
  return null;
end
$$;
comment on function private.after_ticket_update() is 'The steps after a ticket is changed, in their order.';

create or replace function private.figures_of(r public.tickets)
returns table (day date, agent_id uuid, figure text, amount bigint) language sql stable set search_path = '' as $$
  select f.day, coalesce(f.agent_id, '00000000-0000-0000-0000-000000000000'), f.figure, f.amount
  from (values
    ((r.created_at at time zone (select private.time_zone()))::date, null::uuid, 'created', 1::bigint),
    (case when r.resolved_at is not null then (r.created_at at time zone (select private.time_zone()))::date end, null,
      'created_resolved', 1),
    ((r.resolved_at at time zone (select private.time_zone()))::date, r.assigned_to, 'resolved', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'responses', 1),
    ((r.first_response_at at time zone (select private.time_zone()))::date, r.assigned_to, 'response_time',
      (extract(epoch from r.first_response_at - r.created_at) * 1000000)::bigint),
    (case when r.status = any (private.active_statuses()) then 'infinity'::date end, r.assigned_to, 'active', 1),
    (case when r.status = 'open' and r.assigned_to is null then 'infinity'::date end, null, 'unassigned', 1)
  ) f (day, agent_id, figure, amount) where f.day is not null and r.merged_into is null
$$;
comment on function private.figures_of(public.tickets) is 'What a ticket adds to the figures; a merged one nothing.';

drop trigger tickets_before_update_3_apply on public.tickets;
create trigger tickets_before_update_3_apply before update of subject, description, status, priority, created_by,
  customer_id, assigned_to, tags, tag_keys, metadata, request_id, first_response_at, resolved_at, closed_at,
  close_reason, snoozed_until, merged_into, merged_at on public.tickets for each row
  execute function private.before_ticket_update();

-- A change that is undone within its time left two lines in the history, one of them for the customer.
alter table public.ticket_events add column undone boolean not null default false;
comment on column public.ticket_events.undone is
  'A change that its actor took back at this time. Values are those of the change.';
grant select (undone) on table public.ticket_events to authenticated;

-- Those of the last seconds do not know when they were made.
delete from private.undoable_changes;
alter table private.undoable_changes add column made_at timestamptz not null default now();
comment on column private.undoable_changes.made_at is 'Start of the transaction: the time of its events.';

create function private.note_undone(ticket public.tickets, merges uuid[], made timestamptz) returns void
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.ticket_events e
    where e.ticket_id = any (merges || ($1).id) and e.actor_id = auth.uid() and e.created_at in ($3, now())
      and not e.undone
      and case when e.kind = 'merge' then coalesce(e.to_value, e.from_value) = '#' || ($1).number
        else e.ticket_id = ($1).id and (e.kind in ('tags', 'taken_over', 'merged_into')
          or e.kind in (select f.name from private.tracked_fields() f)) end
    returning e.*)
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal, undone)
  select g.ticket_id, g.actor_id, g.kind, g.from_value, g.to_value, true, true from gone g where g.created_at = $3
$$;
comment on function private.note_undone(public.tickets, uuid[], timestamptz) is
  'Puts one line for staff in the place of the caller''s change that was made at a time and that this transaction has '
  'taken back. merges: what the ticket was merged into before and after.';

create or replace function private.undo_batch(batch uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  results jsonb := '[]';
  done private.undoable_changes;
  ticket public.tickets;
  was public.tickets;
  code text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not exists (select from private.undoable_changes c where c.batch_id = batch and c.actor_id = me) then
    raise sqlstate 'PT404' using message = 'There is nothing to undo', detail = 'undo_not_found';
  end if;
  perform private.exclude_from_undo();
  -- In one order, with the tickets that a merge changes when it is taken back or made again.
  perform from public.tickets t
  where t.id in (
    select p from private.undoable_changes c
    cross join lateral (
      select private.merge_path(c.ticket_id) union select private.merge_path((c.before ->> 'merged_into')::uuid)) k (p)
    where c.batch_id = batch and c.actor_id = me)
  order by t.id for no key update;
  for done in
    select c.* from private.undoable_changes c where c.batch_id = batch and c.actor_id = me
    order by c.ticket_id for update
  loop
    if done.created_at < clock_timestamp() - interval '75 seconds' then
      raise sqlstate 'PT409' using message = 'It is too late to undo this change', detail = 'undo_expired';
    end if;
    was := jsonb_populate_record(null::public.tickets, done.before);
    -- Waits for a concurrent change of the ticket, which the version then shows.
    select t.* into ticket from public.tickets t where t.id = done.ticket_id for no key update;
    code := case when ticket.version is distinct from done.version then 'ticket_changed'
      when was.assigned_to is not null and not private.is_active_staff(was.assigned_to) then 'assignee_invalid' end;
    if code is null then
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.change_batch = batch and o.attempts = 0 and o.sent_at is null;
      perform private.withdraw_notifications(ticket.id, batch);
      -- A mail that was sent already is followed by one about the undo.
      perform private.set_context('notify', case when exists (
        select from public.notification_outbox o where o.ticket_id = ticket.id and o.change_batch = batch
      ) then 'mails' else 'none' end);
      perform private.set_fields(ticket.id, done.before - 'version');
      perform private.note_undone(ticket, array[ticket.merged_into, was.merged_into], done.made_at);
      -- The caller's change before this one can be undone next.
      update private.undoable_changes c set version = t.version from public.tickets t
      where t.id = ticket.id and c.ticket_id = t.id and c.actor_id = me and c.version = was.version;
    end if;
    results := results || jsonb_build_object('id', ticket.id, 'number', ticket.number, 'subject', ticket.subject,
      'ok', code is null, 'code', code, 'message', case code
        when 'ticket_changed' then 'The ticket has changed since'
        when 'assignee_invalid' then 'A ticket can only be assigned to an agent or admin' end);
  end loop;
  delete from private.undoable_changes c where c.batch_id = batch and c.actor_id = me;
  return jsonb_build_object('results', results);
end
$$;

create or replace function public.get_report(
  from_day date, to_day date, time_zone text default 'UTC', filter jsonb default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz;
  until timestamptz;
  -- On t, a ticket; and on r, a row about a ticket, which is looked up for a filter only.
  of_tickets text;
  of_rows text := '';
  report jsonb;
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to view reports' using detail = 'admin_required';
  end if;
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = time_zone) then
    raise exception 'Unknown time zone' using detail = 'time_zone';
  end if;
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 366 then
    raise exception 'Choose a range of 1 to 367 days' using detail = 'report_range';
  end if;
  since := from_day::timestamp at time zone time_zone;
  until := (to_day + 1)::timestamp at time zone time_zone;
  of_tickets := private.filter_condition(private.list_filter(filter));
  if of_tickets <> '' then
    of_rows := format(' and exists (select from public.tickets t where t.id = r.ticket_id%s)', of_tickets);
  end if;
  -- A merged ticket and the one that shows it are one.
  of_tickets := of_tickets || ' and t.merged_into is null';

  execute format($report$
  with made as materialized (
    select t.id, t.status, t.priority, g.tags, t.created_at from public.tickets t
      left join public.ticket_tags g on g.ticket_id = t.id
    where t.created_at >= $1 and t.created_at < $2%1$s
  ), done as materialized (
    select t.id, t.assigned_to, t.resolved_at, extract(epoch from t.resolved_at - t.created_at) / 60 as minutes
    from public.tickets t where t.resolved_at >= $1 and t.resolved_at < $2%1$s
  ), answered as materialized (
    select t.assigned_to, extract(epoch from t.first_response_at - t.created_at) / 60 as minutes
    from public.tickets t where t.first_response_at >= $1 and t.first_response_at < $2%1$s
  ), rated as materialized (
    select r.agent_id, r.score from public.ticket_ratings r where r.created_at >= $1 and r.created_at < $2%2$s
  ), reopened as (
    select count(*) as n from public.ticket_events r
    where r.kind = 'status' and r.from_value in ('solved', 'closed') and r.to_value not in ('solved', 'closed')
      and not r.undone and r.created_at >= $1 and r.created_at < $2%2$s
      -- Undoing one's own change is not reopening.
      and not exists (
        select from public.ticket_events b
        where b.ticket_id = r.ticket_id and b.kind = 'status' and b.to_value = r.from_value and b.actor_id = r.actor_id
          and b.created_at < r.created_at and b.created_at >= r.created_at - interval '75 seconds')
  ), before as (
    -- Backlog at the start of the range.
    select count(*) as backlog from public.tickets t
    where t.created_at < $1 and (t.resolved_at is null or t.resolved_at >= $1)%1$s
  ), days as (
    select each::date as day, coalesce(m.n, 0) as created, coalesce(d.n, 0) as resolved
    from generate_series($3::timestamp, $4::timestamp, interval '1 day') each
    left join (select (created_at at time zone $5)::date as day, count(*) as n from made group by 1) m
      on m.day = each::date
    left join (select (resolved_at at time zone $5)::date as day, count(*) as n from done group by 1) d
      on d.day = each::date
  )
  select jsonb_build_object(
    'from', $3, 'to', $4, 'time_zone', $5,
    'created', (select count(*) from made),
    'resolved', (select count(*) from done),
    'reopened', (select n from reopened),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'created', d.created, 'resolved', d.resolved,
        'backlog', d.backlog) order by d.day)
      from (
        select day, created, resolved,
          (select b.backlog from before b) + sum(created - resolved) over (order by day) as backlog
        from days
      ) d),
    'first_response', (select jsonb_build_object('count', count(*),
      'median', percentile_cont(0.5) within group (order by minutes),
      'p90', percentile_cont(0.9) within group (order by minutes)) from answered),
    'resolution', (select jsonb_build_object('count', count(*),
      'median', percentile_cont(0.5) within group (order by minutes),
      'p90', percentile_cont(0.9) within group (order by minutes)) from done),
    'by_status', (select coalesce(jsonb_object_agg(status, n), '{}')
      from (select status, count(*) n from made group by 1) s),
    'by_priority', (select coalesce(jsonb_object_agg(priority, n), '{}')
      from (select priority, count(*) n from made group by 1) p),
    'by_tag', (select coalesce(jsonb_agg(jsonb_build_object('tag', tag, 'count', n) order by n desc, tag), '[]')
      from (select tag, count(*) n from made, unnest(made.tags) tag group by 1 order by 2 desc, 1 limit 20) t),
    'by_agent', (select coalesce(jsonb_agg(to_jsonb(a) order by a.resolved desc, a.name), '[]') from (
        select p.id, p.name, coalesce(d.n, 0) as resolved, coalesce(w.n, 0) as answered, w.median as response_median,
          coalesce(s.n, 0) as ratings, s.good as satisfaction_rate
        from public.profiles p
        left join (select assigned_to, count(*) n from done group by 1) d on d.assigned_to = p.id
        left join (select assigned_to, count(*) n, percentile_cont(0.5) within group (order by minutes) median
          from answered group by 1) w on w.assigned_to = p.id
        left join (select agent_id, count(*) n, avg((score >= 4)::integer) good from rated group by 1) s
          on s.agent_id = p.id
        where d.n is not null or w.n is not null or s.n is not null
      ) a),
    'satisfaction', (select jsonb_build_object('count', count(*), 'rate', avg((score >= 4)::integer),
      'scores', jsonb_build_array(count(*) filter (where score = 1), count(*) filter (where score = 2),
        count(*) filter (where score = 3), count(*) filter (where score = 4), count(*) filter (where score = 5)))
      from rated))
  $report$, of_tickets, of_rows) into report using since, until, from_day, to_day, time_zone;
  return report;
end
$$;

create or replace function private.is_rating_open(ticket public.tickets, issued bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select ticket.status in ('solved', 'closed') and ticket.assigned_to is distinct from ticket.customer_id
    and exists (
      select from public.profiles p where p.id = ticket.customer_id and p.role = 'customer'
        and p.deactivated_at is null)
    and issued > extract(epoch from now() - interval '30 days') * 1000000
    and not exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.created_at > to_timestamp(issued / 1000000.0) and e.kind = 'status'
        and not e.undone and e.to_value not in ('solved', 'closed'))
$$;

create or replace function private.reason_to_hold(reply public.comments, ticket public.tickets) returns text
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.waiting_replies;
begin
  select w.* into waiting from private.waiting_replies w where w.comment_id = reply.id;
  if not private.is_active_staff(reply.user_id) then
    return 'author_left';
  elsif private.has_other_readers(reply, ticket.id) then
    return 'ticket_merged';
  elsif not waiting.is_scheduled then
    return null;
  elsif exists (
    select from private.written_since(reply, ticket.id, waiting.ticket_version) c
    where not private.is_answer(c.user_id, c.author_role, ticket.customer_id))
    -- The description of a ticket that was merged since is a message too.
    or exists (
      select from private.merged_below(ticket.id) b join public.tickets t on t.id = b.id
      where t.id <> reply.ticket_id and t.created_at > reply.created_at) then
    return 'customer_wrote';
  -- The customer has an answer that its author may not know of.
  elsif exists (
    select from private.written_since(reply, ticket.id, waiting.ticket_version) c where c.user_id <> reply.user_id) then
    return 'colleague_wrote';
  elsif ticket.status in ('solved', 'closed') and (ticket.id <> reply.ticket_id or exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status' and not e.undone
        and coalesce(e.ticket_version > waiting.ticket_version, e.created_at > reply.created_at))) then
    return 'ticket_done';
  end if;
  return null;
end
$$;

create or replace function private.ticket_events_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as materialized (
    select e.*, case when e.kind in ('assigned_to', 'customer_id', 'taken_over') then e.from_value::uuid end as from_id,
      case when e.kind in ('assigned_to', 'customer_id') then e.to_value::uuid end as to_id
    from public.ticket_events e where e.ticket_id = target
    order by e.created_at desc, e.id desc limit 100
  ), people as materialized (
    select jsonb_object_agg(p.id, p.name) as names from public.profiles p
    where p.id = any (array(
      select n.actor_id from newest n union select n.from_id from newest n union select n.to_id from newest n))
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'kind', n.kind, 'actor_id', n.actor_id, 'actor_name', p.names -> n.actor_id::text,
    'from_value', n.from_value, 'to_value', n.to_value,
    'from_name', p.names -> n.from_id::text, 'to_name', p.names -> n.to_id::text,
    'is_internal', n.is_internal, 'undone', n.undone, 'created_at', n.created_at
  ) order by n.created_at desc, n.id desc), '[]')
  from newest n cross join people p
$$;

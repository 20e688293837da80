-- Snoozed tickets are not among the active ones: of lists and searches, counts, figures and the next ticket.
create or replace function private.read_ticket_filter(filter jsonb) returns private.ticket_filter
language plpgsql stable set search_path = '' as $$
declare
  invalid constant text := private.invalid_filter_field(coalesce(filter, '{}'));
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  result private.ticket_filter;
begin
  if invalid is not null then
    raise exception 'The filter of tickets is not valid: %', left(invalid, 40) using detail = 'filter_invalid',
      hint = left(invalid, 40);
  end if;
  if filter ->> 'assignee' = 'me' then
    filter := filter || jsonb_build_object('assignee', coalesce(auth.uid(), nobody));
  end if;
  result := jsonb_populate_record(null::private.ticket_filter, coalesce(filter, '{}'));
  result.text := case when result.text ~ '\S' then left(result.text, 200) end;
  -- A condition that every ticket meets would cost each of them a comparison.
  result.status := nullif(array(select s from unnest(private.ticket_statuses()) s
    where result.status is null or s = any (result.status)
      or s = any (private.active_statuses()) and 'active' = any (result.status)), private.ticket_statuses());
  result.priority := nullif(array(select p from unnest(private.ticket_priorities()) p
    where result.priority is null or p = any (result.priority)), private.ticket_priorities());
  if result.unassigned then
    result.assignee := null;
  end if;
  -- Customers do not notice that their ticket is snoozed.
  if result.snoozed is null and filter -> 'status' ? 'active' and private.can_see_all_tickets() then
    result.snoozed := false;
  end if;
  return result;
end
$$;
comment on function private.read_ticket_filter(jsonb) is
  'Reads a filter: active becomes the four active statuses, for staff without snoozed tickets unless snoozed is given, '
  'me the caller, and fields that do not narrow null. Raises filter_invalid with the field as hint.';

create or replace function private.search_filters(filter private.ticket_filter, whose uuid) returns tsquery
language sql immutable set search_path = '' as $$
  select nullif(concat_ws(' & ', string_agg('(' || (
    select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | ') from unnest(words) word)
      || ')', ' & '),
    case when filter.snoozed then '''z:''' end), '')::tsquery
  from (values
    (array['c:' || whose]), (array['o:' || filter.requester]),
    (array(select 's:' || s from unnest(filter.status) s)), (array(select 'p:' || private.rank_of(p)
      from unnest(filter.priority) p)),
    (array['a:' || case when filter.unassigned then '' else filter.assignee::text end]),
    (array[case when whose is null then 'u=' else 't=' end || filter.tag])) token (words)
$$;
comment on function private.search_filters(private.ticket_filter, uuid) is
  'A filter as a query of search_documents, without its text and times. For a customer (whose) it has the token '
  'of their id, which only the public documents of their tickets have.';

create or replace function private.count_list(filter private.ticket_filter, cap integer)
returns integer language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  index_of record;
  others private.ticket_filter;
  snoozed integer := 0;
  n integer;
begin
  -- The indexes of counts lack the time of a snooze. Snoozed tickets, which are few, are counted apart.
  if not filter.snoozed then
    filter.snoozed := true;
    snoozed := private.count_list(filter, 1000000);
    filter.snoozed := null;
  end if;
  index_of := private.filter_source(filter, true);
  others := index_of.others;
  others.status := coalesce(others.status, private.ticket_statuses());
  execute 'select count(*) from (select from ' || coalesce(index_of.source, 'public.tickets t where true')
    || private.filter_condition(others)
    -- The index of waiting tickets is for active ones.
    || case when filter.waiting then ' and t.status in (''open'', ''in_progress'', ''pending'', ''on_hold'')'
      else '' end
    || ' limit ' || cap + snoozed || ') t' into n;
  return n - snoozed;
end
$$;
comment on function private.count_list(private.ticket_filter, integer) is
  'Number of tickets of a list without a text, up to the cap.';

create or replace function public.count_queues() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  cap constant integer := 1000;
  since constant timestamptz := private.read_before(me);
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to count tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('mine', count(*), 'waiting', count(m.waiting_since),
      'unread', count(*) filter (where r.is_unread or m.last_message_by is distinct from me
        and m.last_message_at > greatest(r.read_at, since)))
    from (
      select t.id, t.waiting_since, t.last_message_at, t.last_message_by from public.tickets t
      where t.assigned_to = me and t.status in ('open', 'in_progress', 'pending', 'on_hold')
        and (t.snoozed_until > now()) is not true limit cap
    ) m left join private.ticket_reads r on r.user_id = me and r.ticket_id = m.id
  ) || jsonb_build_object(
    'unassigned', private.count_list(private.read_ticket_filter('{"status": ["active"], "unassigned": true}'), cap),
    'unmatched', private.count_unmatched_mails(cap),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'views', private.count_views(cap));
end
$$;
comment on function public.count_queues() is
  'Staff: {unassigned, mine, waiting, unread, unmatched, agents_update, views: {id: number}}. Active tickets without '
  'an assignee; the caller''s active tickets, those of them that wait for an answer, and those with an unread '
  'message, all without snoozed ones; received mails that wait for staff; tickets of each saved view. No count is '
  'above 1,000, which means 1,000 or more.';

create or replace function public.next_ticket() returns setof public.tickets
language plpgsql rows 1 security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  if exists (select from public.profiles p where p.id = auth.uid() and p.away_since is not null) then
    raise sqlstate 'PT409' using message = 'You are away. Set yourself to available to get the next ticket',
      detail = 'agent_away';
  end if;
  perform private.start_batch();
  return query
    with next as (
      select t.id from public.tickets t
      where t.assigned_to is null and t.status = 'open' and (t.snoozed_until > now()) is not true
      order by t.priority_rank desc, t.created_at, t.id
      limit 1
      for no key update skip locked
    )
    update public.tickets t set assigned_to = auth.uid(), status = 'in_progress'
    from next where t.id = next.id
    returning t.*;
end
$$;
comment on function public.next_ticket() is
  'Staff: claim the most urgent, then oldest open ticket of the queue that is not snoozed. No row when the queue is '
  'empty; HTTP 409 for callers who are away.';

create or replace function public.get_agent_performance_stats()
returns table (
  assigned_tickets integer, resolved_today integer, average_response_time double precision,
  satisfaction_rate double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.today();
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view dashboard' using detail = 'agent_required';
  end if;
  return query
    with sums as (
      select f.figure, sum(f.amount)::double precision as amount, sum(f.amount)
        filter (where f.day >= today) as since_today
      from private.figures f where f.agent_id = auth.uid() and f.day > today - 30 group by 1
    )
    -- Snoozed tickets, which are few, come from their index.
    select greatest(coalesce(max(s.amount) filter (where s.figure = 'active'), 0) - (
        select count(*) from public.tickets t where t.snoozed_until > now() and t.assigned_to = auth.uid()
          and t.status = any (private.active_statuses())), 0)::integer,
      coalesce(max(s.since_today) filter (where s.figure = 'resolved'), 0)::integer,
      max(s.amount) filter (where s.figure = 'response_time') / 60000000
        / nullif(max(s.amount) filter (where s.figure = 'responses'), 0),
      coalesce(max(s.amount) filter (where s.figure = 'good_ratings'), 0)
        / nullif(max(s.amount) filter (where s.figure = 'ratings'), 0)
    from sums s;
end
$$;
comment on function public.get_agent_performance_stats() is
  'Staff: the caller''s active tickets that are not snoozed, those resolved today, minutes to the first public reply '
  'and share of good ratings, both over 30 days and null without data. Days are UTC; 30 days are today and the 29 before.';

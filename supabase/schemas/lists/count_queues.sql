-- The counts of the sidebar in one call. Each count stops at a cap, and reads indexes only.
create function private.count_list(filter private.ticket_filter, cap integer)
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
    || case when others.priority is null then ' and t.priority_rank >= 0' else '' end
    -- The index of waiting tickets is for active ones.
    || case when filter.waiting then ' and t.status in (''open'', ''in_progress'', ''pending'', ''on_hold'')'
      else '' end
    || ' limit ' || cap + snoozed || ') t' into n;
  return n - snoozed;
end
$$;
comment on function private.count_list(private.ticket_filter, integer) is
  'Number of tickets of a list without a text, up to the cap.';

create function private.count_views(cap integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with stored as materialized (
    select s.id, s.filter
    from public.saved_views s
    where (s.is_shared or s.owner_id = auth.uid())
      -- Filters typed into the text (status:open) are read by the page alone: such a view has no count.
      and coalesce(s.filter ->> 'text', '') !~* '(^|\s)(status|priority|from|assigned|tag|before|after|is):'
    order by s.owner_id = auth.uid() desc, s.name, s.id limit 50
  ), views as materialized (
    select s.id, private.filter_for_order(private.read_ticket_filter(s.filter - '{sort,dir}'::text[]),
      s.filter ->> 'sort') as filter
    from stored s
  ), counts as materialized (
    -- Views with the same tickets are counted once.
    select v.filter, case when (v.filter).text is null then private.count_list(v.filter, cap)
      else cardinality(private.find_tickets(v.filter, private.read_query((v.filter).text, null, false), null,
        'created_at', false, null, cap)) end as n
    from (select distinct filter from views offset 0) v
  )
  select coalesce(jsonb_object_agg(v.id, c.n), '{}') from views v join counts c on c.filter = v.filter
$$;
comment on function private.count_views(integer) is
  'Number of tickets in each of the caller''s first 50 saved views, by id.';

create function public.count_queues() returns jsonb
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
        and (t.snoozed_until > now()) is not true and t.merged_into is null limit cap
    ) m left join private.ticket_reads r on r.user_id = me and r.ticket_id = m.id
  ) || jsonb_build_object(
    'unassigned', private.count_list(private.read_ticket_filter('{"status": ["active"], "unassigned": true}'), cap),
    'unmatched', private.count_unmatched_mails(cap),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'views', private.count_views(cap), 'woken', private.woken_tickets(5));
end
$$;
comment on function public.count_queues() is
  'Staff: {unassigned, mine, waiting, unread, unmatched, agents_update, views: {id: number}, woken: [{id, number, '
  'subject}]}. Active tickets without an assignee; the caller''s active tickets, those of them that wait for an '
  'answer, and those with an unread message, all without snoozed ones; received mails that wait for staff; tickets of '
  'each saved view; the five tickets of the caller that last came back from a snooze and were not opened since. No '
  'count is above 1,000, which means 1,000 or more.';
grant execute on function public.count_queues() to authenticated, service_role;

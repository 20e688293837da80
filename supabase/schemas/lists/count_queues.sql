-- The counts of the sidebar in one call. Each count stops at a cap, and reads indexes only.
create function private.count_list(filter_status text, filter_priority text, holder uuid, filter_tag text,
  only_waiting boolean, cap integer)
returns integer language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  statuses text[] := coalesce(private.statuses_of(filter_status), private.ticket_statuses());
  n integer;
begin
  if only_waiting then
    statuses := array(select s from unnest(statuses) s where s = any (private.active_statuses()));
  end if;
  execute 'select count(*) from (select from '
    || case when filter_tag is null then 'public.tickets t where true'
      else format('private.tagged_tickets t where t.tag = %L', filter_tag) end
    || format(' and t.status = any (%L)', statuses)
    || coalesce(' and t.priority_rank = ' || private.rank_of(filter_priority), '')
    || case when holder = nobody then ' and t.assigned_to is null'
      else coalesce(' and t.assigned_to = ' || quote_literal(holder), '') end
    -- The index of waiting tickets is for active ones.
    || case when only_waiting then ' and t.waiting_since is not null and t.status in (''open'', ''in_progress'', ''pending'', ''on_hold'')' else '' end
    || ' limit ' || cap || ') t' into n;
  return n;
end
$$;
comment on function private.count_list(text, text, uuid, text, boolean, integer) is
  'Number of tickets of a list without a text, up to the cap. holder: an assignee, or the nil uuid for unassigned.';

create function private.count_views(cap integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with views as materialized (
    select s.id, nullif(btrim(s.filter ->> 'q'), '') as query, s.filter ->> 'status' as status,
      s.filter ->> 'priority' as priority,
      s.filter ->> 'tag' as tag, coalesce(s.filter ->> 'sort' = 'waiting', false) as only_waiting,
      case s.filter ->> 'assigned' when 'me' then auth.uid() when 'none' then '00000000-0000-0000-0000-000000000000'
        else (s.filter ->> 'assigned')::uuid end as holder
    from public.saved_views s
    where (s.is_shared or s.owner_id = auth.uid())
      -- Filters typed into the text (status:open) are read by the page alone: such a view has no count.
      and coalesce(s.filter ->> 'q', '') !~* '(^|\s)(status|priority|from|assigned|tag|before|after):'
    order by s.owner_id = auth.uid() desc, s.name, s.id limit 50
  ), counts as materialized (
    -- Views with the same tickets are counted once.
    select v.*, case when v.query is null
      then private.count_list(v.status, v.priority, v.holder, v.tag, v.only_waiting, cap)
      else cardinality(private.find_tickets(v.query, null, (private.read_query(v.query, null, false)).wanted, null,
        v.status, v.priority, null,
        case when v.holder = '00000000-0000-0000-0000-000000000000' then '' else v.holder::text end, v.tag,
        'created_at', false, cap, 0, null, null, null, null, null)) end as n
    from (select distinct query, status, priority, tag, only_waiting, holder from views) v
  )
  select coalesce(jsonb_object_agg(v.id, c.n), '{}') from views v join counts c on
    (v.query, v.status, v.priority, v.tag, v.only_waiting, v.holder)
    is not distinct from (c.query, c.status, c.priority, c.tag, c.only_waiting, c.holder)
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
      where t.assigned_to = me and t.status in ('open', 'in_progress', 'pending', 'on_hold') limit cap
    ) m left join private.ticket_reads r on r.user_id = me and r.ticket_id = m.id
  ) || jsonb_build_object(
    'unassigned', private.count_list('active', null, '00000000-0000-0000-0000-000000000000', null, false, cap),
    'unmatched', private.count_unmatched_mails(cap),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'views', private.count_views(cap));
end
$$;
comment on function public.count_queues() is
  'Staff: {unassigned, mine, waiting, unread, unmatched, agents_update, views: {id: number}}. Active tickets without '
  'an assignee; the caller''s active tickets, those of them that wait for an answer, and those with an unread '
  'message; received mails that wait for staff; tickets of each saved view. No count is above 1,000, which means '
  '1,000 or more.';
grant execute on function public.count_queues() to authenticated, service_role;

-- Lists, counts and the live feed take a merged ticket and the one that shows it for one.
create or replace function private.ticket_rows(page public.tickets[], staff boolean) returns setof public.ticket_row
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.read_before(me);
begin
  return query
    with asked as materialized (
      select distinct unnest(array[t.created_by, t.customer_id, t.assigned_to, t.last_message_by]) as id
        from unnest(page) t
    ), team as materialized (
      select p.id, p.name, p.email, p.role from public.profiles p
      where p.role <> 'customer' and p.id = any (array(select a.id from asked a order by 1))
    ), people as materialized (
      select m.id, m.name, m.email, m.role from team m
      union all select p.id, p.name, p.email, p.role from asked a join public.profiles p on p.id = a.id
      where a.id not in (select m.id from team m)
    ), desk as materialized (
      select g.ticket_id, g.tags from unnest(page) t join public.ticket_tags g on g.ticket_id = t.id
      where staff and t.tag_keys is not null
    ), marked as materialized (
      select r.ticket_id from private.ticket_reads r where r.user_id = me and r.is_unread
    ), reads as materialized (
      select r.ticket_id, r.read_at from private.ticket_reads r where r.user_id = me and r.ticket_id = any (
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct
          from me order by 1))
    )
    select t.id, t.number, t.subject, t.status, t.priority, t.version, t.created_by, t.customer_id, t.assigned_to,
      t.created_at, t.updated_at, t.closed_at, t.waiting_since,
      creator.name, case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      requester.name, case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      case when t.last_message_at >= reach.reads_from then t.last_message_at end,
      case when t.last_message_at >= reach.reads_from then author.name end,
      case when t.last_message_at < reach.reads_from then null when author.id = requester.id then 'requester'
        when author.role <> 'customer' then 'staff' when author.id is not null then 'other' end,
      case when t.last_message_at >= reach.reads_from then t.last_message_preview end,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since, reach.reads_from),
      case when staff then t.snoozed_until end
    from unnest(page) with ordinality t
    -- Of a ticket into which theirs was merged, customers get no word from before.
    cross join lateral (select case when staff or t.customer_id = me then '-infinity'
      else private.reads_since(t.id, me) end as reads_from) reach
    left join people creator on creator.id = t.created_by
    left join people assignee on assignee.id = t.assigned_to
    left join people requester on requester.id = coalesce(t.customer_id, t.created_by)
    left join people author on author.id = t.last_message_by
    left join desk on desk.ticket_id = t.id
    left join reads on reads.ticket_id = t.id
    order by t.ordinality;
end
$$;
comment on function private.ticket_rows(public.tickets[], boolean) is
  'The rows of tickets, in their order. Customers get no tags of the workspace, and of staff the name only. The caller '
  'has applied the rights.';

create or replace function private.list_page(
  filter private.ticket_filter, staff boolean, sort_by text, reversed boolean, after jsonb, max_rows integer
) returns public.tickets[]
language plpgsql stable security definer set search_path = '' as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  asked constant private.ticket_filter := private.filter_for_order(filter, sort_by);
  ordered constant private.ticket_order := (select o from private.declared_orders() o where o.name = sort_by);
  holder constant uuid := case when asked.unassigned then nobody else asked.assignee end;
  place constant public.ticket_row := private.read_place(after);
  statuses text[] := coalesce(asked.status, private.ticket_statuses());
  ranks smallint[] := array(select r from unnest('{4,3,2,1,0}'::smallint[]) r
    where asked.priority is null or r in (select private.rank_of(p) from unnest(asked.priority) p));
  -- The values of the order, and those that this page can have.
  places text[];
  groups text[];
  by_group constant boolean := ordered.kind = 'group';
  -- Tickets of one person have one name; then the time decides.
  by_text constant boolean := ordered.kind = 'text' and not (sort_by = 'customer' and asked.requester is not null
    or sort_by = 'assignee' and holder is not null);
  after_group constant text := case sort_by when 'priority' then private.rank_of(place.priority)::text
    when 'status' then place.status end;
  after_at constant timestamptz := case when ordered.kind = 'time' then (to_jsonb(place) ->> ordered.field)::timestamptz
    else place.created_at end;
  after_text constant text := case when after is not null then coalesce(to_jsonb(place) ->> ordered.field, '') end;
  this_group text;
  sorted constant text := case when ordered.kind = 'text' and not by_text then 'created_at' else ordered.sorted_by end;
  -- Within a priority or status the newest is first.
  oldest_first constant boolean := not by_group and reversed <> ordered.oldest_first;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- In the order of their numbers, tickets of a person are in the order of time.
  last_column constant text := case when by_text then 'number' else 'id' end;
  sort text := format('t.%s %s, t.%s %2$s', sorted, direction, last_column);
  -- The part of the list after the previous page. As subselects: for a constant near the end of an index the planner
  -- would read each index to find its end.
  rest text := '';
  -- Of the filter, what the index does not have.
  others private.ticket_filter;
  wanted integer := max_rows;
  index_of record;
  source text;
  sql text;
  ids uuid[];
  found public.tickets[];
  page public.tickets[] := '{}';
  -- Of others, into which theirs were merged.
  shared constant uuid[] := case when not staff then array(select private.shared_tickets(asked.requester)) end;
begin
  if by_group then
    places := array(select k.g from unnest(case sort_by when 'priority' then '{4,3,2,1,0}'
      else private.ticket_statuses() end)
      with ordinality k (g, n) order by case when reversed then -k.n else k.n end);
    groups := array(select k.g from unnest(places) with ordinality k (g, n)
      where k.g = any (case sort_by when 'priority' then ranks::text[] else statuses end)
        and k.n >= coalesce(array_position(places, after_group), 1) order by k.n);
    if groups = '{}' then return page; end if;
    if sort_by = 'priority' then ranks := groups::smallint[]; else statuses := groups; end if;
  end if;
  if by_text and after_text is not null then
    rest := format(' and (t.%s, t.number) %s ((select %L collate "C"), (select %L::bigint))', sorted,
      case when oldest_first then '>' else '<' end, private.sort_key(after_text),
      coalesce(place.number, case when oldest_first then 9223372036854775807 else 0 end));
  elsif not by_text and after_at is not null then
    rest := format(' and (t.%s, t.id) %s ((select %L::timestamptz), (select %L::uuid))', sorted,
      case when oldest_first then '>' else '<' end, after_at,
      coalesce(place.id::text, case when oldest_first then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        else nobody::text end));
  end if;

  index_of := private.filter_source(asked, staff);
  source := index_of.source;
  others := index_of.others;
  if source is null and asked.requester is null then
    others.status := null;
    others.priority := null;
    others.assignee := null;
    others.unassigned := null;
    -- By priority or status, group after group. By time, all at once.
    foreach this_group in array case when by_group then groups else '{""}' end loop
      select string_agg(
          format('(select t.%s, t.%I, t as ticket from public.tickets t', last_column, sorted)
          || format(' where t.status = %L and t.priority_rank = %s', s, r)
          || coalesce(format(' and coalesce(t.assigned_to, %L) = ', nobody) || quote_literal(holder), '')
          || private.filter_condition(others)
          || case when by_group and this_group is distinct from after_group then '' else rest end
          || format(' order by %s limit %s)', sort, wanted), ' union all ')
        into sql from unnest(statuses) s, unnest(ranks) r
        where not by_group or this_group = case when sort_by = 'priority' then r::text else s end;
      exit when sql is null;
      execute format('select array(select t.ticket from (%s) t order by %s limit %s)', sql, sort, wanted) into found;
      page := page || found;
      wanted := wanted - cardinality(found);
      exit when wanted = 0;
    end loop;
    return page;
  end if;

  -- An index has all columns of the filter and the order; only the page reads tickets.
  others.status := nullif(array(select s from unnest(private.ticket_statuses()) s where s = any (statuses)),
    private.ticket_statuses());
  others.priority := array(select (private.ticket_priorities())[r + 1] from unnest(ranks) r
    where cardinality(ranks) < 5);
  others.priority := nullif(others.priority, '{}');
  if source is null then
    others.requester := null;
    -- Customers see tags given at creation.
    others.tag := null;
    source := format('(select k.* from public.tickets k where k.customer_id = %L%s order by %s offset 0) t where true',
        asked.requester, case when shared <> '{}' then format(' or k.id = any (%L)', shared) else '' end,
        case when by_text then 'k.number' else format('k.created_at %s, k.id %1$s', direction) end)
      || coalesce(' and t.tags @> array[' || quote_literal(asked.tag) || ']', '');
  end if;
  if by_group then
    this_group := case when sort_by = 'priority' then 't.priority_rank' else 't.status' end;
    if after_group is not null and rest <> '' then
      rest := format(' and (%s <> %L or %s)', this_group, after_group, substr(rest, 6));
    end if;
    sort := case sort_by when 'priority' then this_group || case when reversed then '' else ' desc' end
      else (select 'case t.status' || string_agg(format(' when %L then %s', k.g, k.n), ''
          order by array_position(private.ticket_statuses(), k.g) desc)
        || ' end' from unnest(groups) with ordinality k (g, n)) end || ', ' || sort;
  end if;
  -- Merged tickets have no rank of the lists.
  execute 'select array(select t.id from ' || source || private.filter_condition(others) || ' and t.priority_rank >= 0'
    || rest || format(' order by %s limit %s)', sort, wanted)
    into ids;
  return array(select t::public.tickets from unnest(ids) with ordinality as k (id, place)
    join public.tickets t on t.id = k.id order by k.place);
end
$$;
comment on function private.list_page(private.ticket_filter, boolean, text, boolean, jsonb, integer) is
  'The tickets of list_tickets, in order. The caller has applied the rights: of customers, filter.requester is '
  'their own id.';

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
        and (t.snoozed_until > now()) is not true and t.merged_into is null limit cap
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
grant execute on function public.count_queues() to authenticated, service_role;

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
        and t.priority_rank >= 0
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
grant execute on function public.next_ticket() to authenticated, service_role;

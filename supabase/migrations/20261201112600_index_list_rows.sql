-- Fewer reads for a page of a list. A B-tree of a million tickets has three levels, which each row of a page descends; a hash
-- index finds the row in one read, whether or not vacuum has marked its page as all-visible.
create index profiles_id_idx on public.profiles using hash (id);
create index tickets_id_idx on public.tickets using hash (id);
create index ticket_tags_ticket_idx on public.ticket_tags using hash (ticket_id);

-- Staff are few and in every row, so one scan of this index finds all of a page.
create index profiles_team_idx on public.profiles (id) include (name, email, role) where role <> 'customer';

-- Lists of a requester read all of their tickets. Without the texts, the index of the other orders is a third smaller. Both
-- are in the order of time: in that of a text, each row would look up another page of the visibility map.
create index tickets_requester_text_idx on public.tickets (customer_id, number)
  include (id, status, priority_rank, assigned_to, subject_key, assignee_key);
drop index public.tickets_requester_idx;
create index tickets_requester_idx on public.tickets (customer_id, created_at desc, id desc)
  include (status, priority_rank, assigned_to, updated_at, waiting_since);

-- As before, but it looks up staff and others apart.
create or replace function private.ticket_rows(page public.tickets[], staff boolean) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text, requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.read_before(me);
begin
  return query
    with asked as materialized (
      select distinct unnest(array[t.created_by, t.customer_id, t.assigned_to, t.last_message_by]) as id from unnest(page) t
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
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct from me order by 1))
    )
    select t.id, t.number, t.subject, t.description, t.status, t.priority, t.priority_rank, t.created_by, t.customer_id,
      t.assigned_to, t.tags, t.metadata, t.request_id, t.version, t.first_response_at, t.resolved_at, t.closed_at,
      t.close_reason, t.created_at, t.updated_at, t.waiting_since, t.last_message_at, t.last_message_by,
      t.last_message_preview, t.source,
      creator.name, case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      requester.name, case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      author.name, case when author.id = requester.id then 'requester' when author.role <> 'customer' then 'staff'
        when author.id is not null then 'other' end,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since)
    from unnest(page) with ordinality t
    left join people creator on creator.id = t.created_by
    left join people assignee on assignee.id = t.assigned_to
    left join people requester on requester.id = coalesce(t.customer_id, t.created_by)
    left join people author on author.id = t.last_message_by
    left join desk on desk.ticket_id = t.id
    left join reads on reads.ticket_id = t.id
    order by t.ordinality;
end
$$;

-- As before, but for an order by text it reads a requester's tickets from the index with the texts.
create or replace function private.list_page(
  filter_status text[], filter_priority text, filter_customer uuid, holder uuid, filter_tag text, staff boolean,
  sort_by text, reversed boolean, wanted integer, after_rank smallint, after_status text, after_at timestamptz, after_id uuid, after_text text, after_number bigint
) returns public.tickets[]
language plpgsql stable security definer set search_path = '' as $$
declare
  active constant text[] := private.active_statuses();
  statuses text[] := private.ticket_statuses();
  ranks smallint[] := '{4,3,2,1,0}';
  -- The values of the order, and those that this page can have.
  places text[];
  groups text[];
  by_group constant boolean := sort_by in ('priority', 'status');
  -- Tickets of one person have one name; then the time decides.
  by_text constant boolean := sort_by = 'subject' or sort_by = 'customer' and filter_customer is null
    or sort_by = 'assignee' and holder is null;
  after_group constant text := case sort_by when 'priority' then after_rank::text when 'status' then after_status end;
  this_group text;
  sorted constant text := case when by_text
    then case sort_by when 'subject' then 'subject_key' when 'customer' then 'requester_key' else 'assignee_key' end
    else case sort_by when 'updated_at' then 'updated_at' when 'waiting' then 'waiting_since' else 'created_at' end end;
  -- Within a priority or status the newest is first; the longest waiting ticket has the oldest time.
  oldest_first constant boolean := case when by_group then false when sort_by = 'waiting' then not reversed else reversed end;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- In the order of their numbers, tickets of a person are in the order of time.
  last_column constant text := case when by_text then 'number' else 'id' end;
  sort text := format('t.%s %s, t.%s %2$s', sorted, direction, last_column);
  only_waiting constant text := case when sort_by = 'waiting' then ' and t.waiting_since is not null' else '' end;
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  -- The part of the list after the previous page. As subselects: for a constant near the end of an index the planner
  -- would read each index to find its end.
  rest text := '';
  source text;
  sql text;
  ids uuid[];
  found public.tickets[];
  page public.tickets[] := '{}';
begin
  statuses := array(select s from unnest(statuses) s
    where (filter_status is null or s = any (filter_status) or s = any (active) and 'active' = any (filter_status))
      and (sort_by <> 'waiting' or s = any (active)));
  ranks := array(select r from unnest(ranks) r where filter_priority is null or r = private.rank_of(filter_priority));
  if by_group then
    places := array(select k.g from unnest(case sort_by when 'priority' then '{4,3,2,1,0}' else private.ticket_statuses() end)
      with ordinality k (g, n) order by case when reversed then -k.n else k.n end);
    groups := array(select k.g from unnest(places) with ordinality k (g, n)
      where k.g = any (case sort_by when 'priority' then ranks::text[] else statuses end)
        and k.n >= coalesce(array_position(places, after_group), 1) order by k.n);
    if sort_by = 'priority' then ranks := groups::smallint[]; else statuses := groups; end if;
  end if;
  if by_text and after_text is not null then
    rest := format(' and (t.%s, t.number) %s ((select %L collate "C"), (select %L::bigint))', sorted,
      case when oldest_first then '>' else '<' end, private.sort_key(after_text),
      coalesce(after_number, case when oldest_first then 9223372036854775807 else 0 end));
  elsif not by_text and after_at is not null then
    rest := format(' and (t.%s, t.id) %s ((select %L::timestamptz), (select %L::uuid))', sorted,
      case when oldest_first then '>' else '<' end, after_at,
      coalesce(after_id::text, case when oldest_first then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else nobody::text end));
  end if;

  if filter_customer is null and filter_tag is null then
    -- By priority or status, group after group. By time, all at once.
    foreach this_group in array case when by_group then groups else '{""}' end loop
      select string_agg(format('(select t.%s, t.%I, t as ticket from public.tickets t where t.status = %L and t.priority_rank = %s',
            last_column, sorted, s, r)
          || coalesce(format(' and coalesce(t.assigned_to, %L) = ', nobody) || quote_literal(holder), '')
          || only_waiting || case when by_group and this_group is distinct from after_group then '' else rest end
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

  -- An index has all columns of the filters and the order; only the page reads tickets. Customers see tags given at creation.
  source := case when staff and filter_tag is not null
    then format('(select k.*, k.ticket_id as id from private.tagged_tickets k where k.tag = %L) t where true', filter_tag)
      || coalesce(' and t.customer_id = ' || quote_literal(filter_customer), '')
    else format('(select k.* from public.tickets k where k.customer_id = %L order by %s offset 0) t where true',
        filter_customer, case when by_text then 'k.number' else format('k.created_at %s, k.id %1$s', direction) end)
      || coalesce(' and t.tags @> array[' || quote_literal(filter_tag) || ']', '') end;
  if by_group then
    this_group := case when sort_by = 'priority' then 't.priority_rank::text' else 't.status' end;
    sort := format('array_position(%L::text[], %s), ', groups, this_group) || sort;
    if after_group is not null and rest <> '' then
      rest := format(' and (%s <> %L or %s)', this_group, after_group, substr(rest, 6));
    end if;
  end if;
  execute 'select array(select t.id from ' || source
    || format(' and t.status = any (%L) and t.priority_rank = any (%L)', statuses, ranks)
    || case when holder = nobody then ' and t.assigned_to is null' else coalesce(' and t.assigned_to = ' || quote_literal(holder), '') end
    || only_waiting || rest || format(' order by %s limit %s)', sort, wanted)
    into ids;
  return array(select t::public.tickets from unnest(ids) with ordinality as k (id, place)
    join public.tickets t on t.id = k.id order by k.place);
end
$$;

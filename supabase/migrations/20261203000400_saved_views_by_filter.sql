-- Saved views store a filter of tickets as every other call takes it, and beside it their order.
create or replace function private.is_view_filter(filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(filter) = 'object'
    then private.invalid_filter_field(filter - '{sort,dir}'::text[]) is null
    and coalesce(filter -> 'sort' <@ to_jsonb(private.ticket_orders()), true)
    and coalesce(filter -> 'dir' <@ '["asc", "desc"]', true) else false end
$$;
comment on function private.is_view_filter(jsonb) is
  'True for a filter (see invalid_filter_field) with the order beside it: {sort?, dir?: asc or desc}.';
grant execute on function private.invalid_filter_field(jsonb), private.is_list_of(jsonb, text[]) to authenticated,
  service_role;

alter table public.saved_views drop constraint saved_views_filter, drop constraint saved_views_filter_bounds;
alter table public.saved_views disable trigger saved_views_touch;
update public.saved_views s set filter = jsonb_strip_nulls(jsonb_build_object(
  'text', s.filter -> 'q',
  'status', case when s.filter ? 'status' then jsonb_build_array(s.filter -> 'status') end,
  'priority', case when s.filter ? 'priority' then jsonb_build_array(s.filter -> 'priority') end,
  'assignee', nullif(s.filter -> 'assigned', '"none"'),
  'unassigned', case when s.filter ->> 'assigned' = 'none' then true end,
  'tag', left(s.filter ->> 'tag', 100),
  'sort', s.filter -> 'sort', 'dir', s.filter -> 'dir')) where true;
alter table public.saved_views enable trigger saved_views_touch;
alter table public.saved_views
  add constraint saved_views_filter check (private.is_view_filter(filter)),
  add constraint saved_views_filter_bounds check (private.json_is_bounded(filter, 4000, 2));
comment on column public.saved_views.filter is 'A filter of tickets, and its order: sort, dir.';

drop function private.count_list(text, text, uuid, text, boolean, integer);
create function private.count_list(filter private.ticket_filter, only_waiting boolean, cap integer)
returns integer language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  others private.ticket_filter := filter;
  n integer;
begin
  others.tag := null;
  others.status := array(select s from unnest(coalesce(filter.status, private.ticket_statuses())) s
    where not only_waiting or s = any (private.active_statuses()));
  execute 'select count(*) from (select from '
    || case when filter.tag is null then 'public.tickets t where true'
      else format('private.tagged_tickets t where t.tag = %L', filter.tag) end
    || private.filter_condition(others)
    -- The index of waiting tickets is for active ones.
    || case when only_waiting
      then ' and t.waiting_since is not null and t.status in (''open'', ''in_progress'', ''pending'', ''on_hold'')'
        else '' end
    || ' limit ' || cap || ') t' into n;
  return n;
end
$$;
comment on function private.count_list(private.ticket_filter, boolean, integer) is
  'Number of tickets of a list without a text, up to the cap.';

create or replace function private.count_views(cap integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with views as materialized (
    select s.id, s.filter - '{sort,dir}'::text[] as filter, coalesce(s.filter ->> 'sort' = 'waiting',
      false) as only_waiting
    from public.saved_views s
    where (s.is_shared or s.owner_id = auth.uid())
      -- Filters typed into the text (status:open) are read by the page alone: such a view has no count.
      and coalesce(s.filter ->> 'text', '') !~* '(^|\s)(status|priority|from|assigned|tag|before|after):'
    order by s.owner_id = auth.uid() desc, s.name, s.id limit 50
  ), counts as materialized (
    -- Views with the same tickets are counted once.
    select v.filter, v.only_waiting, case when (r.filter).text is null then private.count_list(r.filter,
      v.only_waiting, cap)
      else cardinality(private.find_tickets(r.filter, private.read_query((r.filter).text, null, false), null,
        'created_at', false,
        null, cap)) end as n
    from (select distinct filter, only_waiting from views) v,
      lateral (select private.read_ticket_filter(v.filter) as filter offset 0) r
  )
  select coalesce(jsonb_object_agg(v.id, c.n), '{}') from views v
  join counts c on c.filter = v.filter and c.only_waiting = v.only_waiting
$$;

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
      where t.assigned_to = me and t.status in ('open', 'in_progress', 'pending', 'on_hold') limit cap
    ) m left join private.ticket_reads r on r.user_id = me and r.ticket_id = m.id
  ) || jsonb_build_object(
    'unassigned', private.count_list(private.read_ticket_filter('{"status": ["active"], "unassigned": true}'), false,
      cap),
    'unmatched', private.count_unmatched_mails(cap),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'views', private.count_views(cap));
end
$$;

-- Lists and searches with the columns of ticket_rows, and the ids of all matches.

drop function public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint, timestamptz, uuid);
create function public.list_tickets(
  filter_status text[] default null, filter_priority text default null, filter_customer uuid default null,
  filter_assignee uuid default null, unassigned boolean default false, filter_tag text default null,
  sort_by text default 'created_at', ascending boolean default false, max_rows integer default 50,
  after_rank smallint default null, after_at timestamptz default null, after_id uuid default null, after_status text default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text, requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean
)
language plpgsql stable security definer set search_path = ''
-- Indexes have the order of the list. Estimates would replace a merge by a sort of everything.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  staff constant boolean := private.can_see_all_tickets();
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not staff and private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  if sort_by is null or sort_by not in ('created_at', 'updated_at', 'waiting', 'priority', 'status') then
    raise exception 'Tickets can be sorted by created_at, updated_at, waiting, priority or status' using detail = 'sort_invalid';
  end if;
  return query select * from private.ticket_rows(private.list_page(
    filter_status, filter_priority, case when staff then filter_customer else auth.uid() end,
    case when unassigned then nobody else filter_assignee end, filter_tag, staff, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), after_rank, after_status, after_at, after_id), staff);
end
$$;
comment on function public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint, timestamptz, uuid, text) is
  'A page of tickets with what a row shows. filter_status: statuses; active means the four active ones. sort_by: created_at, updated_at, waiting (longest first; only tickets that wait), priority (rank in the chosen direction, newest first within a rank) or status (order of the workflow, newest first within a status). after_rank, after_status, after_at and after_id: rank, status, sorted time and id of the previous page''s last row. Customers get their own tickets, and of staff the name only.';

create function public.list_ticket_ids(
  filter_status text[] default null, filter_priority text default null, filter_customer uuid default null,
  filter_assignee uuid default null, unassigned boolean default false, filter_tag text default null,
  sort_by text default 'created_at', ascending boolean default false
) returns uuid[]
language plpgsql stable security definer set search_path = ''
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
set max_parallel_workers_per_gather = 0 set jit = off as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to select tickets' using detail = 'agent_required';
  end if;
  if sort_by is null or sort_by not in ('created_at', 'updated_at', 'waiting', 'priority', 'status') then
    raise exception 'Tickets can be sorted by created_at, updated_at, waiting, priority or status' using detail = 'sort_invalid';
  end if;
  return array(select t.id from unnest(private.list_page(filter_status, filter_priority, filter_customer,
    case when unassigned then '00000000-0000-0000-0000-000000000000' else filter_assignee end, filter_tag, true, sort_by,
    coalesce(ascending, false), 1000, null, null, null, null)) with ordinality t order by t.ordinality);
end
$$;
comment on function public.list_ticket_ids(text[], text, uuid, uuid, boolean, text, text, boolean) is
  'Staff: the ids of all tickets of a list, in its order, at most 1,000.';

grant execute on function
  public.list_tickets(text[], text, uuid, uuid, boolean, text, text, boolean, integer, smallint, timestamptz, uuid, text),
  public.list_ticket_ids(text[], text, uuid, uuid, boolean, text, text, boolean)
  to authenticated, service_role;

-- Saved views can have every filter and order of a list.
create or replace function private.is_view_filter(filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 2000 and not exists (
    select from jsonb_each(filter) as field (name, value)
    where jsonb_typeof(value) <> 'string' or not coalesce(case name
      when 'q' then true
      when 'tag' then value #>> '{}' ~ '\S'
      when 'status' then value #>> '{}' = any (private.ticket_statuses() || array['active'])
      when 'priority' then value #>> '{}' = any (private.ticket_priorities())
      when 'assigned' then value #>> '{}' in ('me', 'none') or pg_input_is_valid(value #>> '{}', 'uuid')
      when 'sort' then value #>> '{}' in ('created_at', 'updated_at', 'waiting', 'priority', 'status')
      when 'dir' then value #>> '{}' in ('asc', 'desc')
    end, false))
$$;

-- Terms were read from 200 letters of a query, but the parts of words from all of its 5 MB, in each of 2,000 tickets.
create or replace function public.search_tickets(
  query text default null, filter_status text default null, filter_priority text default null,
  filter_customer uuid default null, filter_assignee uuid default null, unassigned boolean default false,
  filter_tag text default null, sort_by text default 'created_at', ascending boolean default false,
  max_rows integer default 50, after_rank smallint default null, after_created_at timestamptz default null,
  after_id uuid default null, first_row integer default 0, as_typed boolean default false,
  created_from timestamptz default null, created_until timestamptz default null,
  after_status text default null, after_text text default null, after_number bigint default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text, requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean,
  marked_subject text, found_in text, found_by text, snippet text, corrected text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  my_role constant text := private.current_role();
  whose constant uuid := case when my_role = 'customer' then auth.uid() end;
  given record;
  ids uuid[];
begin
  query := left(query, 200);
  -- Longer than any is, and a word of the documents has a limit.
  filter_status := left(filter_status, 100);
  filter_tag := left(filter_tag, 100);
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif btrim(coalesce(query, '')) = '' and created_from is null and created_until is null then
    return query select l.*, null::text, null::text, null::text, null::text, null::text from public.list_tickets(
      case when filter_status is not null then array[filter_status] end, filter_priority, filter_customer, filter_assignee,
      unassigned, filter_tag, sort_by, ascending, max_rows, after_rank, after_created_at, after_id, after_status, after_text, after_number) l;
    return;
  elsif sort_by is null or sort_by not in ('created_at', 'priority', 'relevance') then
    raise exception 'Found tickets can be sorted by relevance, created_at or priority' using detail = 'sort_invalid';
  end if;
  given := private.read_query(query, whose, as_typed);
  ids := private.find_tickets(query, given.corrected, given.wanted, whose, filter_status, filter_priority, filter_customer,
    case when unassigned then '' else filter_assignee::text end, filter_tag, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), first_row, after_rank, after_created_at, after_id, created_from, created_until, given.meant);
  return query
    select t.*, coalesce(ts_headline('private.search_headline', t.subject, given.marks, U&'StartSel=\E000, StopSel=\E001, HighlightAll=true'), t.subject),
      s.found_in, s.found_by, s.snippet, given.corrected
    from private.ticket_rows(array(select k::public.tickets from unnest(ids) with ordinality page (id, n)
      join public.tickets k on k.id = page.id where k.customer_id = whose or whose is null order by page.n), whose is null) t
    left join lateral private.search_snippet(t.id, given.parts, whose is null) s on true
    order by array_position(ids, t.id);
end
$$;
